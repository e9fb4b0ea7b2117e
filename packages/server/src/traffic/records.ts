import type { RecordFilter } from '@skyport/contract/traffic-admin';
import type { TrafficRecord } from '@skyport/contract/traffic-types';
import { USER_RECORD_DAYS } from '@skyport/contract/users-page';
import { addDays, dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { RecordMatch, RecordSum } from './admin-store.ts';
import { presentRecord } from './present.ts';
import { findUserNum, listRecords } from './store.ts';

/** Traffic records of a user number in so many business days, today included; newest first. */
export const recordsOfDays = async (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  userNum: number,
  days: number,
): Promise<TrafficRecord[]> => (await listRecords(deps.db, userNum, firstDay(deps, days))).map(presentRecord);

/** The first of so many business days, of which today is the last; `YYYY-MM-DD`. */
export const firstDay = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>, days: number): string =>
  addDays(dayOf(clock.now(), settings.current().timezone), 1 - days);

/** Traffic records of an account for staff, newest first; undefined without such an account. */
export const recordsOf = async (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  userId: string,
): Promise<TrafficRecord[] | undefined> => {
  const userNum = await findUserNum(deps.db, userId);
  return userNum === undefined ? undefined : recordsOfDays(deps, userNum, USER_RECORD_DAYS);
};

/** Which records of all accounts a filter means. */
export const matchOf = (
  { type, day_num, filterStr }: RecordFilter,
  deps: Pick<Deps, 'clock' | 'settings'>,
): RecordMatch => ({
  type,
  since: firstDay(deps, day_num),
  until: firstDay(deps, 0),
  who: filterStr === '' ? undefined : filterStr,
});

/** What the sums of some days come to. */
export const sumOf = (days: readonly RecordSum[]): RecordSum => {
  const of = (field: keyof RecordSum): number => days.reduce((sum, day) => sum + day[field], 0);
  return { records: of('records'), change: of('change'), exempt: of('exempt') };
};
