import type { nodeHealthCalls } from '@skyport/contract/node-health';
import { inTransaction } from '@skyport/db';
import { audit } from '../platform/audit.ts';
import type { Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { heldBooks, isClosed, replaceBooks } from './books-store.ts';
import { closeAlarms, lockAgent } from './store.ts';

/**
 * Bills the books that a node's agent began anew. Exactly those that the admin was shown: another copy that answers by
 * now is refused, and so are books that were closed, since their use may be in the newer ones.
 */
export const acceptBooks: Handler<typeof nodeHealthCalls.acceptBooks> = (input, { caller, address }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const { id, epoch, reason } = input;
    const agent = (await lockAgent(trx, id)) ?? refuse('notFound');
    if (agent.epoch === epoch) refuse('conflict', '该账本已经接受，正在计费');
    if (await isClosed(trx, id, epoch))
      refuse('conflict', '该账本已经关闭，不能再次接受：节点会在下一次统计时另起新账本');
    if ((await heldBooks(trx, id)) !== epoch) refuse('conflict', '节点现在用的不是这个账本，请刷新后再核对一次');
    const at = deps.clock.now();
    await replaceBooks(trx, id, { from: agent.epoch, to: epoch, by: caller.id, at });
    await closeAlarms(trx, id, ['epoch'], at);
    const detail = { reason, accepted: epoch, closed: agent.epoch, acknowledged: agent.acked_seq };
    await audit(trx, deps, { actor: caller.id, address, call: 'fleet.acceptBooks', object: id, detail });
    return {};
  });
