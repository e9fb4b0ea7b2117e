import type { nodeHealthCalls } from '@skyport/contract/node-health';
import { inTransaction, type Db } from '@skyport/db';
import { dayOf } from '../../platform/clock.ts';
import type { Deps, Handler } from '../../platform/deps.ts';
import { usersChanged } from '../../platform/fleet-changes.ts';
import { job, NoInput } from '../../platform/jobs.ts';
import { refuse } from '../../platform/refuse.ts';
import { betweenTurns, rollUpUsage, listCharges, returnSlice } from '../../traffic/index.ts';
import { hasNode, lockNode } from '../agent/agent-store.ts';
import { forEachAtOnce } from '../loop.ts';
import { leaveOut, undoneDays } from './undone-days-store.ts';
import { advanceUndo, endUndo, findOpenUndo, getUndo, insertUndo, listOpenUndos, lockOpenUndo } from './undo-store.ts';

type Calls = typeof nodeHealthCalls;

/** Slices of users that the call itself returns to; the job returns to the others. */
const SLICES_OF_CALL = 10;

/** Shows what undoing a node's reports would return, by business day: also of a node whose agent is gone. */
export const undoPreview: Handler<Calls['undoPreview']> = async ({ id }, _context, { db }) => {
  if (!(await hasNode(db, id))) refuse('notFound');
  const [charged, undone] = [await listCharges(db, id), await undoneDays(db, id)];
  const open = await findOpenUndo(db, id);
  const days = charged.map((each) => ({ ...each, undone: undone.get(each.day) ?? 0 }));
  if (!open) return { days, under_way: null };
  const { users, returned, begunAt } = open;
  return { days, under_way: { days: [...open.days], users, returned, since: begunAt.toISOString() } };
};

/**
 * Undoes a node's reports of some business days: what they took from accounts returns, once, and the days no longer
 * count in the node's history. Returning is done in slices of users, because billing waits for accounts that are
 * locked: the first ones here, the others in a job that goes on wherever it was interrupted.
 */
export const undoReports: Handler<Calls['undoReports']> = async (input, { caller, audited }, deps) => {
  const { id: nodeId, days, reason } = input;
  const id = deps.ids.next();
  await inTransaction(deps.db, async (trx) => {
    if (!(await lockNode(trx, nodeId))) refuse('notFound');
    if (await findOpenUndo(trx, nodeId)) refuse('conflict', '该节点上一次的退回还在进行，请等它完成后再试');
    const charged = (await listCharges(trx, nodeId)).filter(({ day }) => days.includes(day));
    if (charged.length === 0) refuse('conflict', '这些天没有可以退回的流量，请刷新后再核对一次');
    const spent = charged.reduce((sum, each) => sum + each.spent, 0);
    await audited(trx, { ids: [nodeId], note: () => ({ reason, days, spent }) }, async () => {
      await insertUndo(trx, { id, nodeId, days, actor: caller.id, begunAt: deps.clock.now() });
      await leaveOut(trx, nodeId, { days, at: deps.clock.now() });
    });
    await deps.jobs.add(trx, continueUndos, {});
  });
  await returnMore(deps, id, SLICES_OF_CALL);
  const { users, returned, endedAt } = await getUndo(deps.db, id);
  return { users, returned, under_way: endedAt === null };
};

/**
 * Returns to the users of at most so many slices of an undo, each in a transaction of its own and between two billing
 * turns: a turn works on a snapshot, and would have to begin again whenever a slice changed an account of it meanwhile.
 */
const returnMore = async (deps: Deps, id: string, slices: number): Promise<void> => {
  const { nodeId } = await getUndo(deps.db, id);
  await rollUpUsage(deps.db, nodeId);
  for (let slice = 0; slice < slices; slice += 1) {
    const more = await betweenTurns(deps.db, (session) => inTransaction(session, (trx) => returnNext(trx, deps, id)));
    if (!more) return;
  }
};

/** Returns to the next users of an undo; false when there are none. Whoever comes at the same time waits. */
const returnNext = async (trx: Db, deps: Deps, id: string): Promise<boolean> => {
  const open = await lockOpenUndo(trx, id);
  if (!open) return false;
  const at = deps.clock.now();
  const today = dayOf(at, (await deps.settings.fresh(trx)).timezone);
  const { nodeId, days, actor, after } = open;
  const { users, bytes, last } = await returnSlice(trx, { nodeId, days, after, today, key: id, actor, at }, deps.ids);
  if (last === undefined) {
    await endUndo(trx, id, at);
    return false;
  }
  await advanceUndo(trx, id, { after: last, users: users.length, returned: bytes });
  await usersChanged(trx, deps, users);
  return true;
};

/**
 * Goes on with every undo that has not reached all of its users: after the call, and after a process that died. One
 * that fails does not stop those behind it; the job fails at its end.
 */
export const continueUndos = job({
  name: 'fleet.continue-undos',
  input: NoInput,
  maxAttempts: 10,
  cron: '*/10 * * * *',
  key: () => 'all',
  run: async (deps) => {
    await forEachAtOnce(await listOpenUndos(deps.db), 1, (id) => returnMore(deps, id, Infinity));
  },
});
