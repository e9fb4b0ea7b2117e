import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { DAY_MS, dayOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { manySignups, MANY_SIGNUPS } from './rules.ts';

/** Days before today that say what is usual. */
const COMPARED_DAYS = 14;

/** Whether so many accounts were made today that a sign-up has to show that it is no machine's. */
export const isCrowdedDay = async ({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<boolean> => {
  const { timezone } = settings.current();
  const now = clock.now();
  const today = dayOf(now, timezone);
  const [made = 0] = await countSignups(db, { from: today, to: today, timezone });
  if (made < MANY_SIGNUPS) return false;
  const day = (ago: number): string => dayOf(new Date(now.getTime() - ago * DAY_MS), timezone);
  return manySignups(made, await countSignups(db, { from: day(COMPARED_DAYS), to: day(1), timezone }));
};

/** Accounts made on each calendar day, the first and the last included. */
const countSignups = async (
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
