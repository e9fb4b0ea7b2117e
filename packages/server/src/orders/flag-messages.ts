import { exactYuan } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { notify, notifyOperators } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { flagTexts as texts } from './flag-texts.ts';
import { inCurrency, staffOrderHref } from './messages.ts';
import type { OrderRow } from './order-store.ts';
import type { TakenBackAt } from './taken-back.ts';

const saidOf = ({ payments }: Deps, { instance, takenBack }: TakenBackAt) => ({
  platform: payments.labelOf(instance),
  sum: inCurrency(takenBack.amount, takenBack.currency),
  reason: takenBack.reason,
});

/** Notifies the operators that an order is flagged because its money went back, or may. */
export const notifyFlagged = (
  trx: Db,
  deps: Deps,
  { order, ...said }: TakenBackAt & { order: OrderRow },
): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: staffOrderHref(order.id),
    text: texts.flagged(order.name, saidOf(deps, said)),
    name: 'order_flagged',
  });

/** Notifies them that money went back which belongs to no trade. */
export const notifyStrayRefund = (trx: Db, deps: Deps, said: TakenBackAt): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: '#/admin_tradeList',
    text: texts.stray(saidOf(deps, said), said.takenBack.tradeNumber),
    name: 'refund_stray',
  });

/** Notifies them that money went back which staff have put into a wallet. */
export const notifyWalletRefund = (
  trx: Db,
  deps: Deps,
  { userId, email, ...said }: TakenBackAt & { readonly userId: string; readonly email: string },
): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: `#/admin_charge?wallet=${userId}`,
    text: texts.inWallet(saidOf(deps, said), email),
    name: 'refund_of_wallet',
  });

/** Notifies a customer that what an order gave was taken back. */
export const notifyTakenBack = (trx: Db, deps: Deps, order: OrderRow): Promise<void> =>
  notify(trx, deps, {
    userId: order.user_id,
    kind: 'order',
    href: '#/order',
    text: texts.taken(order.name),
    name: 'order_taken_back',
  });

/** Notifies an inviter that a rebate was taken back, in milli-yuan. */
export const notifyRebateTaken = (
  trx: Db,
  deps: Deps,
  { userId, amount }: { readonly userId: string; readonly amount: number },
): Promise<void> =>
  notify(trx, deps, {
    userId,
    kind: 'order',
    href: '#/wallet',
    text: texts.rebateTaken(exactYuan(amount)),
    name: 'rebate_taken_back',
  });
