import type { trafficCalls } from '@skyport/contract/traffic';
import type { trafficAdminCalls } from '@skyport/contract/traffic-admin';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { containing } from '../platform/like-pattern.ts';
import { listAllRecords, listLineFigures, listNodeFigures } from './admin-store.ts';
import { presentAdminRecord } from './present.ts';
import { firstDay, recordsOfDays } from './records.ts';

type Calls = typeof trafficCalls & typeof trafficAdminCalls;

/** Days that a customer's records go back, today included. */
const SHOWN_DAYS = 10;

const trafficRecords: Handler<Calls['trafficRecords']> = async (input, _context, deps) => {
  const { type, day_num, filterStr, limit, offset } = input;
  const who = filterStr === '' ? undefined : { pattern: containing(filterStr), id: filterStr };
  const rows = await listAllRecords(deps.db, { type, since: firstDay(deps, day_num), who, limit, offset });
  return rows.map(presentAdminRecord);
};

const dailyFigures: Handler<Calls['dailyFigures']> = async ({ by, day_num, node_id }, _context, deps) => {
  const list = by === 'node' ? listNodeFigures : listLineFigures;
  return list(deps.db, firstDay(deps, day_num), node_id);
};

/** What became of the account's traffic, day by day, and of everybody's for admins. */
export const trafficHandlers: HandlersOf<Calls> = {
  myTrafficRecords: (_input, { caller }, deps) => recordsOfDays(deps, caller.num, SHOWN_DAYS),
  trafficRecords,
  dailyFigures,
};
