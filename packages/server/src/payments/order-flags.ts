import type { orderFlagCalls } from '@skyport/contract/order-flags';
import { inTransaction } from '@skyport/db';
import { dismissFlag, flagOrder, presentTaken, previewTakeBack, takeBack, type TakenOfOrder } from '../orders/index.ts';
import type { HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';

/** Orders whose money went back, or may: staff flag them, and end flags. */
export const orderFlagHandlers: HandlersOf<typeof orderFlagCalls> = {
  flagOrder: async ({ order_id, reason, note }, { caller, audited }, deps) => {
    const id = deps.ids.next();
    const flag = { id, orderId: order_id, reason, note, by: caller.id };
    await inTransaction(deps.db, (trx) => audited(trx, { ids: [id] }, () => flagOrder(trx, deps, flag)));
    return { _id: id };
  },
  takeBackPreview: async ({ order_id }, _context, deps) =>
    (await previewTakeBack(deps.db, deps, order_id)) ?? refuse('notFound'),
  takeBack: async ({ flag_id, reason }, { caller, audited }, deps) => {
    const decision = { flagId: flag_id, reason, by: caller.id };
    const note = ({ order }: TakenOfOrder): object => ({ order: order.name, reason });
    const { parts } = await inTransaction(deps.db, async (trx) => {
      const taken = await audited(trx, { ids: [flag_id], note }, () => takeBack(trx, deps, decision));
      deps.crash.at('take-back.before-commit');
      return taken;
    });
    deps.crash.at('take-back.after-commit');
    return presentTaken(deps.db, parts);
  },
  dismissFlag: async ({ flag_id, reason }, { caller, audited }, deps) => {
    const decision = { flagId: flag_id, reason, by: caller.id };
    await inTransaction(deps.db, (trx) =>
      audited(trx, { ids: [flag_id], note: ({ name }) => ({ order: name, reason }) }, () =>
        dismissFlag(trx, deps, decision),
      ),
    );
    return {};
  },
};
