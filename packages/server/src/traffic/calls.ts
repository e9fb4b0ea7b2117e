import type { trafficCalls } from '@skyport/contract/traffic';
import { addDays, dayOf } from '../platform/clock.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { containing } from '../platform/like-pattern.ts';
import { listAllRecords, listLineFigures, listNodeFigures } from './admin-store.ts';
import { presentAdminRecord, presentRecord } from './present.ts';
import { listRecords } from './store.ts';

type Calls = typeof trafficCalls;

/** Days that a customer's records go back, today included. */
const SHOWN_DAYS = 10;

const trafficRecords: Handler<Calls['trafficRecords']> = async (input, _context, { db, clock, settings }) => {
  const today = dayOf(clock.now(), settings.current().timezone);
  const { type, day_num, filterStr, limit, offset } = input;
  const who = filterStr === '' ? undefined : { pattern: containing(filterStr), id: filterStr };
  const rows = await listAllRecords(db, { type, since: addDays(today, 1 - day_num), who, limit, offset });
  return rows.map(presentAdminRecord);
};

const dailyFigures: Handler<Calls['dailyFigures']> = async ({ by, day_num, node_id }, _context, deps) => {
  const today = dayOf(deps.clock.now(), deps.settings.current().timezone);
  const list = by === 'node' ? listNodeFigures : listLineFigures;
  return list(deps.db, addDays(today, 1 - day_num), node_id);
};

/** What became of the account's traffic, day by day, and of everybody's for admins. */
export const trafficHandlers: HandlersOf<Calls> = {
  myTrafficRecords: async (_input, { caller }, { db, clock, settings }) => {
    const today = dayOf(clock.now(), settings.current().timezone);
    const rows = await listRecords(db, caller.num, addDays(today, 1 - SHOWN_DAYS));
    return rows.map(presentRecord);
  },
  trafficRecords,
  dailyFigures,
};
