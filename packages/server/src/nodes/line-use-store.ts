import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** What billing needs of a line. */
export interface BillingLine {
  readonly num: number;
  readonly scalePpm: number;
  readonly isPublic: boolean;
}

/** Every line that a node ever had, deleted ones included: their last use is reported late. */
export const billingLines = async (db: Db, nodeId: string): Promise<Map<number, BillingLine>> => {
  const { rows } = await sql<{ num: number; scale_ppm: number; is_public: boolean }>`
    select num, scale_ppm, is_public from lines where node_id = ${nodeId}`.execute(db);
  return new Map(rows.map(({ num, scale_ppm, is_public }) => [num, { num, scalePpm: scale_ppm, isPublic: is_public }]));
};

/** Adds raw bytes to the counters of lines. Lines must exist. */
export const addToLineCounters = async (trx: Db, bytesOf: ReadonlyMap<number, number>): Promise<void> => {
  const sorted = [...bytesOf].toSorted(([a], [b]) => a - b);
  await sql`
    insert into line_hot (line_num, hot)
    select * from unnest(${sorted.map(([num]) => num)}::bigint[], ${sorted.map(([, n]) => n)}::bigint[])
    on conflict (line_num) do update set hot = saturated(line_hot.hot, excluded.hot)`.execute(trx);
};
