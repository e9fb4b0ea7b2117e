import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Locks all nodes, or one, in one order; gives their ids. */
export const lockNodes = async (trx: Db, id: string | undefined): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from nodes
     where deleted_at is null and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
     order by id for no key update`.execute(trx);
  return rows.map((row) => row.id);
};

/** Sets the count of configuration pushes of locked nodes to zero. */
export const clearPushes = async (trx: Db, ids: readonly string[]): Promise<void> => {
  await sql`update nodes set config_pushes = 0 where id = any(${[...ids]}::uuid[])`.execute(trx);
};

/**
 * Locks the traffic counters of all lines, or of one, in the order in which reports add to them; gives the lines' ids.
 */
export const lockLineCounters = async (trx: Db, id: string | undefined): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select l.id from line_hot h join lines l on l.num = h.line_num
     where l.deleted_at is null and (${id ?? null}::uuid is null or l.id = ${id ?? null}::uuid)
     order by h.line_num for update of h`.execute(trx);
  return rows.map((row) => row.id);
};

/** Sets locked traffic counters to zero. */
export const clearLineCounters = async (trx: Db, ids: readonly string[]): Promise<void> => {
  await sql`
    update line_hot h set hot = 0 from lines l
     where l.num = h.line_num and l.id = any(${[...ids]}::uuid[])`.execute(trx);
};
