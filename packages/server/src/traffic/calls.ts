import type { trafficCalls } from '@skyport/contract/traffic';
import { addDays, dayOf } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/deps.ts';
import { presentRecord } from './present.ts';
import { listRecords } from './store.ts';

/** Days that a customer's records go back, today included. */
const SHOWN_DAYS = 10;

/** What became of the account's traffic, day by day. */
export const trafficHandlers: HandlersOf<typeof trafficCalls> = {
  myTrafficRecords: async (_input, { caller }, { db, clock, settings }) => {
    const today = dayOf(clock.now(), settings.current().timezone);
    const rows = await listRecords(db, caller.num, addDays(today, 1 - SHOWN_DAYS));
    return rows.map(presentRecord);
  },
};
