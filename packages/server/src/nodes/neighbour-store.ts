import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A node of a machine, and the folder where it was installed; empty when the panel does not know. */
export interface Neighbour {
  readonly num: number;
  readonly prefix: string;
}

/** The nodes that are reached at an address. */
export const nodesAt = async (db: Db, address: string): Promise<Neighbour[]> => {
  const { rows } = await sql<Neighbour>`
    select n.num, coalesce(i.prefix, '') as prefix from nodes n left join node_installs i on i.node_id = n.id
     where n.deleted_at is null and case when n.ip <> '' then n.ip else n.host end = ${address}
     order by n.num`.execute(db);
  return rows;
};
