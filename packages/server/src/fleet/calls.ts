import type { nodeHealthCalls } from '@skyport/contract/node-health';
import { inTransaction } from '@skyport/db';
import { HOUR_MS } from '../platform/clock.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { acceptJournal } from './journals/accept-journal.ts';
import { missingReports } from './journals/journal-store.ts';
import { listQuarantined } from './quarantine/quarantine-store.ts';
import { lastPoints, listPoints } from './health/history-store.ts';
import { closeAlarm, listAlarms, lockAlarm } from './health/alarm-store.ts';
import { listLive } from './health/live-store.ts';
import { presentAlarm, presentQuarantined, presentLive, presentPoint } from './present.ts';
import { decideReport } from './quarantine/decide-report.ts';
import { undoPreview, undoReports } from './undo/undo.ts';

type Calls = typeof nodeHealthCalls;

const live: Handler<Calls['live']> = async ({ id }, _context, { db, clock, settings }) => {
  const now = clock.now();
  const [rows, last, missing] = await Promise.all([listLive(db, id), lastPoints(db, now), missingReports(db, id)]);
  if (rows.length === 0 && id !== undefined) refuse('notFound');
  const missingOf = new Map(missing.map((each) => [each.node_id, each]));
  return rows.map((row) =>
    presentLive(
      row,
      { last: last.get(row.node_id), missing: missingOf.get(row.node_id) },
      { now, settings: settings.current() },
    ),
  );
};

const history: Handler<Calls['history']> = async ({ id, hours }, _context, { db, clock }) => {
  if ((await listLive(db, id)).length === 0) refuse('notFound');
  const points = await listPoints(db, id, new Date(clock.now().getTime() - hours * HOUR_MS));
  return points.map(presentPoint);
};

/** Health, history and alarms of nodes, and reports that wait for a decision. */
export const fleetHandlers: HandlersOf<Calls> = {
  live,
  history,
  alarms: async ({ closed, limit }, _context, { db }) => (await listAlarms(db, closed, limit)).map(presentAlarm),
  closeAlarm: async ({ id }, { audited }, { db, clock }) => {
    await inTransaction(db, async (trx) => {
      if (!(await lockAlarm(trx, id))) refuse('notFound');
      await audited(trx, { ids: [id] }, () => closeAlarm(trx, id, clock.now()));
    });
    return {};
  },
  heldBatches: async ({ settled: decided, limit }, _context, { db }) =>
    (await listQuarantined(db, decided, limit)).map(presentQuarantined),
  settleBatch: decideReport,
  undoPreview,
  undoReports,
  acceptBooks: acceptJournal,
};
