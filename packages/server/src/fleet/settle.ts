import type { nodeHealthCalls } from '@skyport/contract/node-health';
import type { Db } from '@skyport/db';
import { addHot, addProbeUse, billingLines } from '../nodes/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { refuse } from '../platform/refuse.ts';
import { billReport, inBillingTurn, type BillingTurn } from '../traffic/index.ts';
import { billedBeside, hasHeld, hasRoom, lockHeld, nodeOfHeld, settleHeld, type LockedHeld } from './held-store.ts';
import { heldDay, membershipInstant, usesOf } from './pull-rules.ts';
import { closeAlarms, lockAgent } from './store.ts';

/**
 * Decides about a held report, once: whoever comes second finds it settled. Billing charges it as if it had come in now,
 * by the rules and scales of now, on a day no older than yesterday.
 */
export const settleBatch: Handler<typeof nodeHealthCalls.settleBatch> = (input, { caller, audited }, deps) =>
  inBillingTurn(deps, async (turn) => {
    const { trx } = turn;
    const { id, action, reason } = input;
    // A flight holds the agent before it looks for what was decided: in the same order here.
    await lockAgent(trx, (await nodeOfHeld(trx, id)) ?? refuse('notFound'));
    const held = (await lockHeld(trx, id)) ?? refuse('notFound');
    if (held.state !== 'quarantined') refuse('conflict', '该报告已经处理过');
    const at = deps.clock.now();
    const beside = action === 'bill' ? await checkBeside(trx, id, input.beside) : 0;
    const state = action === 'bill' ? 'billed' : 'dismissed';
    const note = (billed: number) => ({ action, reason, billed, beside, node: held.nodeId });
    const billed = await audited(trx, { ids: [id], note }, async () => {
      const charged = action === 'bill' ? await billHeld(turn, held, deps) : 0;
      await settleHeld(trx, id, { state, billed: charged, reason, by: caller.id, at });
      if (!(await hasHeld(trx, held.nodeId))) await closeAlarms(trx, held.nodeId, ['quarantine'], at);
      if (await hasRoom(trx, held.nodeId, 0)) await closeAlarms(trx, held.nodeId, ['held-full'], at);
      return charged;
    });
    return { billed };
  });

/** Refuses while the admin has not seen everything that was billed for the same time; gives how many reports that were. */
const checkBeside = async (trx: Db, id: string, seen: number): Promise<number> => {
  const { reports, bytes } = await billedBeside(trx, id);
  if (reports > seen)
    refuse(
      'conflict',
      `同一时间已有 ${reports} 份报告计过费（共 ${bytes} 字节），再计费可能重复收费：请核对后再次确认`,
    );
  return reports;
};

const billHeld = async (turn: BillingTurn, held: LockedHeld, deps: Deps): Promise<number> => {
  const { trx } = turn;
  const now = deps.clock.now();
  const settings = await deps.settings.fresh(trx);
  const lines = await billingLines(trx, held.nodeId);
  const rows = usesOf(held);
  const stranger = rows.find(({ line }) => !lines.has(line));
  if (stranger) refuse('conflict', `节点没有编号为 ${stranger.line} 的线路，无法计费`);
  const today = dayOf(now, settings.timezone);
  const day = heldDay(held.day ?? today, now, settings.timezone);
  await addProbeUse(trx, day, held.rows);
  const at = membershipInstant(held.from.getTime(), now);
  const report = { nodeId: held.nodeId, rows, lines, day, at, now, today, settings };
  const billing = await billReport(turn, report, deps);
  const [unbillable] = billing.unbillable.keys();
  if (unbillable !== undefined) return refuse('conflict', `编号为 ${unbillable} 的用户无法计费`);
  const hot = new Map<number, number>();
  for (const { line, up, down } of rows) hot.set(line, (hot.get(line) ?? 0) + up + down);
  await addHot(trx, hot);
  // Everybody's bounds on the nodes were lent without this use.
  await usersChanged(trx, deps, [...new Set(rows.map(({ user }) => user))]);
  return billing.billed;
};
