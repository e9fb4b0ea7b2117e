import type { Db } from '@skyport/db';
import { notify, notifyOperators } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { OrderRow } from './order-store.ts';
import { texts } from './texts.ts';

const HREF = '#/order';
const STAFF_HREF = '#/admin_tradeList';

/** Milli-yuan as people read them. */
const yuan = (amount: number): string => (amount / 1000).toFixed(2);

/** Notifies a customer that an order was paid and has given what it sold. */
export const notifyPaid = (trx: Db, deps: Deps, order: OrderRow): Promise<void> =>
  notify(trx, deps, {
    userId: order.user_id,
    kind: 'order',
    href: HREF,
    text: texts.paid(order.name),
    name: 'order_paid',
  });

/** Notifies a customer that an order was cancelled because its time was over. */
export const notifyExpired = (trx: Db, deps: Deps, order: OrderRow): Promise<void> =>
  notify(trx, deps, {
    userId: order.user_id,
    kind: 'order',
    href: HREF,
    text: texts.expired(order.name),
    name: 'order_expired',
  });

/** Money that went to the wallet instead of to an order, in milli-yuan. */
interface Credited {
  readonly order: OrderRow;
  readonly amount: number;
  readonly reason: keyof typeof texts.whyCredited;
}

/** Notifies a customer, and staff, that money for an order went to the wallet. */
export const notifyCredited = async (trx: Db, deps: Deps, { order, amount, reason }: Credited): Promise<void> => {
  const sum = yuan(amount);
  await notify(trx, deps, {
    userId: order.user_id,
    kind: 'order',
    href: HREF,
    text: texts.credited(order.name, sum),
    name: 'order_credited',
  });
  const why = texts.whyCredited[reason];
  await notifyOperators(trx, deps, {
    kind: 'order',
    href: STAFF_HREF,
    text: texts.late(order.name, sum, why),
    name: 'order_credited_staff',
  });
};

/** Notifies staff that money arrived which belongs to no purchase. */
export const notifyUnclaimed = (trx: Db, deps: Deps, amount: number): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'order',
    href: STAFF_HREF,
    text: texts.unclaimed(yuan(amount)),
    name: 'payment_unclaimed',
  });
