import type { TrafficRecord } from '@skyport/contract/traffic-types';
import { USER_RECORD_DAYS } from '@skyport/contract/users-page';
import { addDays, dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { presentRecord } from './present.ts';
import { findUserNum, listRecords } from './store.ts';

/** Traffic records of an account for staff, newest first; undefined without such an account. */
export const recordsOf = async (
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  userId: string,
): Promise<TrafficRecord[] | undefined> => {
  const userNum = await findUserNum(db, userId);
  if (userNum === undefined) return undefined;
  const today = dayOf(clock.now(), settings.current().timezone);
  return (await listRecords(db, userNum, addDays(today, 1 - USER_RECORD_DAYS))).map(presentRecord);
};
