import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Writes down that something about these users (`users.num`) has changed, in one row. */
export const insertUserChanges = async (trx: Db, userNums: readonly number[]): Promise<void> => {
  await sql`insert into fleet_changes (user_nums) values (${userNums}::bigint[])`.execute(trx);
};

/** Writes down that something about a node has changed. */
export const insertNodeChange = async (trx: Db, nodeId: string): Promise<void> => {
  await sql`insert into fleet_changes (node_id) values (${nodeId})`.execute(trx);
};
