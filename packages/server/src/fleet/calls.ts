import type { nodeHealthCalls } from '@skyport/contract/node-health';
import { inTransaction } from '@skyport/db';
import { HOUR_MS } from '../platform/clock.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { acceptBooks } from './accept-books.ts';
import { missingReports } from './books-store.ts';
import { listHeld } from './held-store.ts';
import { lastPoints, listPoints } from './history-store.ts';
import { closeAlarm, listAlarms, listLive, lockAlarm } from './live-store.ts';
import { presentAlarm, presentHeld, presentLive, presentPoint } from './present.ts';
import { settleBatch } from './settle.ts';
import { undoPreview, undoReports } from './undo.ts';

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
  heldBatches: async ({ settled, limit }, _context, { db }) => (await listHeld(db, settled, limit)).map(presentHeld),
  settleBatch,
  undoPreview,
  undoReports,
  acceptBooks,
};
