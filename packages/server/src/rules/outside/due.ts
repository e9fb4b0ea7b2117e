import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { OutsideListRow } from './store.ts';

/** The job runs once an hour, a little later or sooner. */
const SLACK_MS = 5 * MINUTE_MS;

/** Whether a list is fetched again: once a day, an hour after a failure, at once from another address. */
export const isDue = (
  row: Pick<OutsideListRow, 'source' | 'checked_at' | 'problem'> | undefined,
  address: string,
  now: Date,
): boolean => {
  if (!row?.checked_at) return true;
  if (row.problem === null && row.source !== address) return true;
  const age = now.getTime() - row.checked_at.getTime();
  return age >= (row.problem === null ? DAY_MS : HOUR_MS) - SLACK_MS;
};
