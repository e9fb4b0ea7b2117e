import type { nodeHealthCalls } from '@skyport/contract/node-health';
import type { Db } from '@skyport/db';
import { billingLines } from '../../nodes/index.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Deps, Handler } from '../../platform/deps.ts';
import { noteUsersChanged, wakeFleet } from '../../platform/fleet-changes.ts';
import { refuse } from '../../platform/refuse.ts';
import { inBillingTurn, type BillingTurn } from '../../traffic/index.ts';
import { billNodeReport, reportRepository } from '../pull/bill-node-report.ts';
import {
  billedBeside,
  hasQuarantined,
  hasRoom,
  lockQuarantined,
  nodeOfQuarantined,
  decideQuarantined,
  type LockedReport,
} from './quarantine-store.ts';
import { usesOf } from '../pull/pull-rules.ts';
import { closeAlarms } from '../health/alarm-store.ts';
import { lockAgent } from '../agent/agent-store.ts';

/**
 * Decides about a quarantined report, once: whoever comes second finds it decided. Billing charges it as if it had come
 * in now, by the rules and scales of now, on a day no older than yesterday.
 */
export const decideReport: Handler<typeof nodeHealthCalls.settleBatch> = async (input, { caller, audited }, deps) => {
  const decided = await inBillingTurn(deps, async (turn) => {
    const { trx } = turn;
    const { id, action, reason } = input;
    // A pull locks the agent before it looks for what was decided: in the same order here.
    await lockAgent(trx, (await nodeOfQuarantined(trx, id)) ?? refuse('notFound'));
    const report = (await lockQuarantined(trx, id)) ?? refuse('notFound');
    const { nodeId } = report;
    if (report.state !== 'quarantined') refuse('conflict', '该报告已经处理过');
    const at = deps.clock.now();
    const beside = action === 'bill' ? await checkBeside(trx, id, input.beside) : 0;
    const state = action === 'bill' ? 'billed' : 'dismissed';
    const note = (billed: number) => ({ action, reason, billed, beside, node: nodeId });
    const billed = await audited(trx, { ids: [id], note }, async () => {
      const charged = action === 'bill' ? await billQuarantined(turn, report, deps) : 0;
      await decideQuarantined(trx, id, { state, billed: charged, reason, by: caller.id, at });
      if (!(await hasQuarantined(trx, nodeId))) await closeAlarms(trx, { nodeId, kinds: ['quarantine'] }, at);
      if (await hasRoom(trx, nodeId, 0)) await closeAlarms(trx, { nodeId, kinds: ['held-full'] }, at);
      return charged;
    });
    return { billed };
  });
  if (input.action === 'bill') await wakeFleet(deps);
  return decided;
};

/**
 * Refuses while the admin has not seen everything that was billed for the same time; gives how many reports that were.
 */
const checkBeside = async (trx: Db, id: string, seen: number): Promise<number> => {
  const { reports, bytes } = await billedBeside(trx, id);
  if (reports > seen)
    refuse(
      'conflict',
      `同一时间已有 ${reports} 份报告计过费（共 ${bytes} 字节），再计费可能重复收费：请核对后再次确认`,
    );
  return reports;
};

const billQuarantined = async (turn: BillingTurn, report: LockedReport, deps: Deps): Promise<number> => {
  const { trx } = turn;
  const now = deps.clock.now();
  const settings = await deps.settings.fresh(trx);
  const lines = await billingLines(trx, report.nodeId);
  const stranger = usesOf(report).find(({ line }) => !lines.has(line));
  if (stranger) refuse('conflict', `节点没有编号为 ${stranger.line} 的线路，无法计费`);
  const billing = { ...report, lines, day: report.day ?? dayOf(now, settings.timezone), from: report.from.getTime() };
  const { billed, unbillable, uses } = await billNodeReport(reportRepository(turn, deps), billing, { now, settings });
  const [first] = unbillable.keys();
  if (first !== undefined) return refuse('conflict', `编号为 ${first} 的用户无法计费`);
  // The byte limits that nodes hold for these users do not count this use yet.
  await noteUsersChanged(trx, [...new Set(uses.map(({ user }) => user))]);
  return billed;
};
