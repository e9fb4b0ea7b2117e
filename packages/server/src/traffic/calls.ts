import type { trafficCalls } from '@skyport/contract/traffic';
import type { trafficAdminCalls } from '@skyport/contract/traffic-admin';
import { prepareExport } from '../exports/index.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { listAllRecords, listLineFigures, listNodeFigures, sumRecords, sumRecordsByDay } from './admin-store.ts';
import { recordExport } from './export.ts';
import { presentAdminRecord, presentTotals } from './present.ts';
import { firstDay, matchOf, recordsOfDays } from './records.ts';

type Calls = typeof trafficCalls & typeof trafficAdminCalls;

/** Days that a customer's records go back, today included. */
const SHOWN_DAYS = 10;

const trafficRecords: Handler<Calls['trafficRecords']> = async ({ limit, offset, ...filter }, _context, deps) => {
  const rows = await listAllRecords(deps.db, { ...matchOf(filter, deps), limit, offset });
  return rows.map(presentAdminRecord);
};

const recordTotals: Handler<Calls['recordTotals']> = async (filter, _context, deps) => {
  const match = matchOf(filter, deps);
  const [sum, days] = await Promise.all([sumRecords(deps.db, match), sumRecordsByDay(deps.db, match)]);
  return { ...presentTotals(sum), days: days.map((row) => ({ day: row.day, ...presentTotals(row) })) };
};

const dailyFigures: Handler<Calls['dailyFigures']> = async ({ by, day_num, node_id }, _context, deps) => {
  const list = by === 'node' ? listNodeFigures : listLineFigures;
  return list(deps.db, firstDay(deps, day_num), node_id);
};

/** What became of the account's traffic, day by day, and of everybody's for admins. */
export const trafficHandlers: HandlersOf<Calls> = {
  myTrafficRecords: (_input, { caller }, deps) => recordsOfDays(deps, caller.num, SHOWN_DAYS),
  trafficRecords,
  recordTotals,
  exportRecords: ({ columns, ...filter }, by, deps) =>
    prepareExport(recordExport, { asked: { filter, columns }, by }, deps),
  dailyFigures,
};
