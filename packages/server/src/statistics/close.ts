import { inTransaction, type Db } from '@skyport/db';
import { addDays, dayOf, HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import {
  computeDays,
  findFirstDay,
  findLastDay,
  insertDay,
  lockClosing,
  takeUncounted,
  uncountedIncome,
} from './store.ts';

/** How long after its end a day is closed: until then most of what belongs to it has been reported. */
const CLOSED_AFTER_MS = 2 * HOUR_MS;

/** What closing needs. */
type CloseDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** The newest day that can be closed now. */
export const closableDay = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): string =>
  addDays(dayOf(new Date(clock.now().getTime() - CLOSED_AFTER_MS), settings.current().timezone), -1);

/** The day that is to be closed next; undefined while nothing is known of any. */
const nextDay = async (trx: Db, timezone: string): Promise<string | undefined> => {
  const last = await findLastDay(trx);
  return last === undefined ? findFirstDay(trx, timezone) : addDays(last, 1);
};

/** Closes the next day, in one transaction; false when none is left to be closed. */
const closeNext = ({ db, clock, settings }: CloseDeps, until: string): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    await lockClosing(trx);
    const { timezone } = settings.current();
    const day = await nextDay(trx, timezone);
    if (day === undefined || day > until) return false;
    const [figures] = await computeDays(trx, { from: day, to: day, timezone }, [day]);
    const use = await takeUncounted(trx, day);
    const income = await uncountedIncome(trx, day, timezone);
    const booked = { income, permanent_traffic: use.permanent, quota_traffic: use.quota };
    await insertDay(trx, { ...figures!, ...booked }, clock.now());
    return true;
  });

/**
 * Closes every day that is over, oldest first, a transaction each: the first time also those of before, as far back as
 * anything is known. May run beside itself.
 */
export const closeDays = async (deps: CloseDeps): Promise<number> => {
  const until = closableDay(deps);
  let closed = 0;
  while (await closeNext(deps, until)) closed += 1;
  return closed;
};
