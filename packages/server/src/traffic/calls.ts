import type { trafficCalls } from '@skyport/contract/traffic';
import type { trafficAdminCalls } from '@skyport/contract/traffic-admin';
import { prepareExport } from '../exports/index.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { areMany, listAllRecords, listLineFigures, listNodeFigures, sumRecordsByDay } from './admin-store.ts';
import { recordExport } from './export.ts';
import { presentAdminRecord, presentTotals } from './present.ts';
import { listSums } from './record-sum-store.ts';
import { firstDay, matchOf, recordsOfDays, sumOf } from './records.ts';

type Calls = typeof trafficCalls & typeof trafficAdminCalls;

/** Days that a customer's records go back, today included. */
const SHOWN_DAYS = 10;

const trafficRecords: Handler<Calls['trafficRecords']> = async ({ limit, offset, ...filter }, _context, deps) => {
  const match = matchOf(filter, deps);
  const copied = await areMany(deps.db, match);
  const rows = await listAllRecords(deps.db, { ...match, limit, offset, copied });
  return rows.map(presentAdminRecord);
};

const recordTotals: Handler<Calls['recordTotals']> = async (filter, _context, deps) => {
  const match = matchOf(filter, deps);
  const kept = (await areMany(deps.db, match)) ? await listSums(deps.db, match) : [];
  // Before the first run of the job there are none.
  const copied = kept.length > 0;
  const days = copied ? kept : await sumRecordsByDay(deps.db, match);
  const shown = days.map((row) => ({ day: row.day, ...presentTotals(row) }));
  return { ...presentTotals(sumOf(days)), days: shown, ...(copied && { copied }) };
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
