import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/**
 * Leaves what a node carried on these days out of the history that its reports are validated by. What it has used of
 * the present 24 hours stays used up: whoever has the node could bill as much again.
 */
export const leaveOut = async (
  trx: Db,
  nodeId: string,
  { days, at }: { readonly days: readonly string[]; readonly at: Date },
): Promise<void> => {
  await sql`
    insert into node_undone (node_id, day, raw, at)
    select ${nodeId}::uuid, d.day, saturated(sum(d.up) + sum(d.down)), ${at}
      from line_daily d join lines l on l.num = d.line_num
     where l.node_id = ${nodeId} and d.day = any(${days}::date[]) group by d.day
    on conflict (node_id, day) do update set raw = excluded.raw, at = excluded.at`.execute(trx);
};

/** Raw bytes of a node's days that were undone. */
export const undoneDays = async (db: Db, nodeId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.selectFrom('node_undone').select(['day', 'raw']).where('node_id', '=', nodeId).execute();
  return new Map(rows.map(({ day, raw }) => [day, raw]));
};
