import type { nodeHealthCalls } from '@skyport/contract/node-health';
import { inTransaction } from '@skyport/db';
import { dayOf } from '../platform/clock.ts';
import type { Handler } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { refuse } from '../platform/refuse.ts';
import { listCharges, returnCharges } from '../traffic/index.ts';
import { hasNode, lockAgent, lockNode } from './store.ts';
import { leaveOut, undoneDays } from './trust-store.ts';

type Calls = typeof nodeHealthCalls;

/** Shows what undoing a node's reports would return, by business day: also of a node whose agent is gone. */
export const undoPreview: Handler<Calls['undoPreview']> = async ({ id }, _context, { db }) => {
  if (!(await hasNode(db, id))) refuse('notFound');
  const [days, undone] = [await listCharges(db, id), await undoneDays(db, id)];
  return days.map((each) => ({ ...each, undone: undone.get(each.day) ?? 0 }));
};

/**
 * Undoes a node's reports of some business days: what they took from accounts returns, once. What they are worth for
 * the judgement of the node goes too.
 */
export const undoReports: Handler<Calls['undoReports']> = ({ id, days, reason }, { caller, audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    // Nothing of the node is billed until this is done; one whose agent was removed reports nothing.
    await lockAgent(trx, id);
    if (!(await lockNode(trx, id))) refuse('notFound');
    const at = deps.clock.now();
    const { timezone } = await deps.settings.fresh(trx);
    const today = dayOf(at, timezone);
    const key = deps.ids.next();
    const note = (done: { users: number; returned: number }) => ({ reason, days, ...done });
    return audited(trx, { ids: [id], note }, async () => {
      const { users, returned } = await returnCharges(
        trx,
        { nodeId: id, days, today, key, actor: caller.id, at },
        deps.ids,
      );
      if (users.length === 0) refuse('conflict', '这些天没有可以退回的流量，请刷新后再核对一次');
      await leaveOut(trx, id, { days, timezone, at });
      await usersChanged(trx, deps, users);
      return { users: users.length, returned };
    });
  });
