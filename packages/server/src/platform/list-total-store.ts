import { MOST_COUNTED } from '@skyport/contract/list-total';
import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';

/** How many rows a list has. */
export interface ListTotal {
  readonly total: number;
  /** Present where `total` is the estimate of the database. */
  readonly estimated?: true;
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Plan Rows': number } }];
}

/**
 * Counts the rows of a part of a statement that begins with `from`, up to `most`; above that the planner's estimate
 * stands, which costs no reading.
 */
export const totalOf = async (db: Db, from: RawBuilder<unknown>, most = MOST_COUNTED): Promise<ListTotal> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select ${from} limit ${most + 1}) counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count <= most) return { total: count };
  const { rows: plans } = await sql<Explained>`explain (format json) select ${from}`.execute(db);
  const expected = plans[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  return { total: Math.max(count, Math.round(expected)), estimated: true };
};
