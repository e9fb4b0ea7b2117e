import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Accounts made on each calendar day, the first and the last included. */
export const countSignups = async (
  db: Db,
  days: { from: string; to: string; timezone: string },
): Promise<readonly number[]> => {
  const { from, to, timezone } = days;
  const { rows } = await sql<{ made: number }>`
    select (select count(*)::int from users
             where created_at >= day::timestamp at time zone ${timezone}
               and created_at < (day + interval '1 day')::timestamp at time zone ${timezone}) as made
      from generate_series(${from}::date, ${to}::date, interval '1 day') as day`.execute(db);
  return rows.map(({ made }) => made);
};
