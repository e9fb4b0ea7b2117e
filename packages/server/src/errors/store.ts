import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { FaultRow } from '../platform/error-log-store.ts';

/** A fault, with how often it happened; `at` and what it says are of the newest time. */
export interface FaultGroup extends Omit<FaultRow, 'request_id'> {
  readonly first_at: Date;
  readonly count: number;
}

/** The newest rows that are looked at: a storm of faults must not take the database's memory. */
const LOOKED_AT = 20_000;

/**
 * Faults since an instant, newest first, at most `most`: rows of one name and place whose messages differ in numbers
 * only are one fault, and places that differ in an id only are one place.
 */
export const listFaults = async (db: Db, since: Date, most: number): Promise<FaultGroup[]> => {
  const { rows } = await sql<FaultGroup>`
    with newest as (select * from error_log where at >= ${since} order by at desc, id desc limit ${LOOKED_AT}),
    numbered as (
      select *, count(*) over same as count, min(at) over same as first_at,
             row_number() over (same order by at desc, id desc) as nth
        from newest
      window same as (partition by name, place, pattern)
    )
    select id, at, first_at, count::int as count, name, message, call, stack
      from numbered where nth = 1 order by at desc, id desc limit ${most}`.execute(db);
  return rows;
};

/** How many rows the error log has. */
export const countErrors = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('error_log')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
