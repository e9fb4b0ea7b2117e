import { DAY_MS, dayOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { countSignups } from './crowded-day-store.ts';
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
