import type { nodeHealthCalls } from '@skyport/contract/node-health';
import { inTransaction, type Db } from '@skyport/db';
import type { Handler } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { reportedEpoch, isClosed, missingReports, replaceJournal, skipReports } from './journal-store.ts';
import { closeAlarms } from '../health/alarm-store.ts';
import { lockAgent, type AgentRow } from '../agent/agent-store.ts';

/**
 * Bills the journal that a node's agent began anew, and exactly the one that the admin was shown: another copy that
 * answers by now is refused, and so is a journal that was closed, since its use may be in the newer one. With `from`,
 * goes on in the billed journal behind reports that are lost: exactly those that the admin was shown.
 */
export const acceptJournal: Handler<typeof nodeHealthCalls.acceptBooks> = (input, { caller, audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const { id, epoch, from, reason } = input;
    const agent = (await lockAgent(trx, id)) ?? refuse('notFound');
    const at = deps.clock.now();
    const note = (decided: Decided) => ({ reason, accepted: epoch, ...decided, acknowledged: agent.acked_seq });
    await audited(trx, { ids: [id], note }, () =>
      from === undefined ? takeOver(trx, agent, { epoch, by: caller.id, at }) : goOn(trx, agent, { epoch, from, at }),
    );
    return {};
  });

type Decided = { readonly closed: string } | { readonly givenUp: readonly [first: number, last: number] };

const takeOver = async (
  trx: Db,
  agent: AgentRow,
  { epoch, by, at }: { readonly epoch: string; readonly by: string; readonly at: Date },
): Promise<Decided> => {
  const id = agent.node_id;
  if (agent.epoch === epoch) refuse('conflict', '该账本已经接受，正在计费');
  if (await isClosed(trx, { nodeId: id, epoch }))
    refuse('conflict', '该账本已经关闭，不能再次接受：节点会在下一次统计时另起新账本');
  if ((await reportedEpoch(trx, id)) !== epoch) refuse('conflict', '节点现在用的不是这个账本，请刷新后再核对一次');
  await replaceJournal(trx, id, { from: agent.epoch, to: epoch, by, at });
  await closeAlarms(trx, { nodeId: id, kinds: ['epoch'] }, at);
  return { closed: agent.epoch };
};

/** Whatever was billed by now stays billed: only numbers that were never taken are passed over. */
const goOn = async (
  trx: Db,
  agent: AgentRow,
  { epoch, from, at }: { readonly epoch: string; readonly from: number; readonly at: Date },
): Promise<Decided> => {
  const [missing] = await missingReports(trx, agent.node_id);
  if (!missing) return refuse('conflict', '该节点没有缺少的报告，无需处理');
  if (agent.epoch !== epoch || missing.last + 1 !== from)
    refuse('conflict', '缺少的报告与显示的不一致，请刷新后再核对一次');
  await skipReports(trx, missing);
  await closeAlarms(trx, { nodeId: agent.node_id, kinds: ['gap'] }, at);
  return { givenUp: [missing.first, missing.last] };
};
