import type { Db } from '@skyport/db';
import { notify, notifyOperators } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { Currency } from '../platform/payment-providers.ts';
import type { ClaimRow } from './claim-store.ts';
import type { OrderRow } from './order-store.ts';
import { texts } from './texts.ts';

const HREF = '#/order';
const STAFF_HREF = '#/admin_tradeList';

/** Where staff see money that waits for them. */
const deskHref = (tab: 'claims' | 'unclaimed'): string => `#/admin_money?tab=${tab}`;

/** Where staff see one order. */
export const staffOrderHref = (id: string): string => `${STAFF_HREF}?order=${id}`;

/** Milli-yuan as people read them. */
export const yuan = (amount: number): string => (amount / 1000).toFixed(2);

/** Thousandths of a currency as people read them. */
export const inCurrency = (amount: number, currency: Currency): string =>
  currency === 'CNY' ? `${yuan(amount)} 元` : `${(amount / 1000).toFixed(3)} ${currency}`;

/** An order that was paid; `surplus` milli-yuan of the money went to the wallet. */
interface Paid {
  readonly order: OrderRow;
  readonly surplus: number;
}

/** Notifies a customer that an order was paid and has given what it sold, and where the rest of the money is. */
export const notifyPaid = (trx: Db, deps: Deps, { order, surplus }: Paid): Promise<void> =>
  notify(trx, deps, {
    userId: order.user_id,
    kind: 'order',
    href: HREF,
    text: surplus > 0 ? texts.paidAndMore(order.name, yuan(surplus)) : texts.paid(order.name),
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

/** Notifies the operators that an order whose time is over could not be cancelled. */
export const notifyNotExpired = (trx: Db, deps: Deps, { id, name }: OrderRow): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: staffOrderHref(id),
    text: texts.notExpired(name),
    name: 'order_not_expired',
  });

/** Money that went to the wallet instead of to an order, in milli-yuan. */
interface Credited {
  readonly order: OrderRow;
  readonly amount: number;
  readonly reason: keyof typeof texts.whyCredited;
}

/** Notifies a customer that money for an order went to the wallet. */
export const notifyWallet = (
  trx: Db,
  deps: Deps,
  { order, amount }: Pick<Credited, 'order' | 'amount'>,
): Promise<void> =>
  notify(trx, deps, {
    userId: order.user_id,
    kind: 'order',
    href: HREF,
    text: texts.credited(order.name, yuan(amount)),
    name: 'order_credited',
  });

/** Notifies a customer, and staff, that money for an order went to the wallet. */
export const notifyCredited = async (trx: Db, deps: Deps, { order, amount, reason }: Credited): Promise<void> => {
  const sum = yuan(amount);
  await notifyWallet(trx, deps, { order, amount });
  const why = texts.whyCredited[reason];
  await notifyOperators(trx, deps, {
    kind: 'shop',
    href: STAFF_HREF,
    text: texts.late(order.name, sum, why),
    name: 'order_credited_staff',
  });
};

/** A receipt and what really came for it, in milli-yuan. */
interface Joined {
  readonly order: OrderRow;
  readonly noted: number;
  readonly came: number;
}

/** Notifies the operators that another sum came than staff have written down. */
export const notifyJoined = (trx: Db, deps: Deps, { order, noted, came }: Joined): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: staffOrderHref(order.id),
    text: texts.joined(order.name, { noted: yuan(noted), came: yuan(came) }),
    name: 'order_joined_staff',
  });

/** Notifies the operators that a customer has a problem with an order. */
export const notifyFeedback = (trx: Db, deps: Deps, { id, name, feedback }: OrderRow): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    isRequest: true,
    href: staffOrderHref(id),
    text: texts.feedback(name, feedback),
    name: 'order_feedback',
  });

/** Money that is nobody's yet, in thousandths of its currency. */
interface Unclaimed {
  readonly amount: number;
  readonly currency: Currency;
  readonly reason: keyof typeof texts.whyUnclaimed;
}

/** Notifies a customer that staff have put money that was nobody's into their wallet, in milli-yuan. */
export const notifyGiven = (
  trx: Db,
  deps: Deps,
  { userId, amount }: { readonly userId: string; readonly amount: number },
): Promise<void> =>
  notify(trx, deps, { userId, kind: 'order', href: HREF, text: texts.given(yuan(amount)), name: 'payment_given' });

/** Notifies staff that money arrived which belongs to no purchase. */
export const notifyUnclaimed = (trx: Db, deps: Deps, { amount, currency, reason }: Unclaimed): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: deskHref('unclaimed'),
    text: texts.unclaimed(inCurrency(amount, currency), texts.whyUnclaimed[reason]),
    name: 'payment_unclaimed',
  });

/** Notifies staff of several payments at once that belong to no purchase. */
export const notifyManyUnclaimed = (
  trx: Db,
  deps: Deps,
  { amount, currency, reason, count }: Unclaimed & { readonly count: number },
): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: deskHref('unclaimed'),
    text: texts.manyUnclaimed(count, inCurrency(amount, currency), texts.whyUnclaimed[reason]),
    name: 'payments_unclaimed',
  });

/** Notifies staff that money of which a provider tells is not settled after some minutes. */
export const notifyWaiting = (trx: Db, deps: Deps, { instance, reference }: ClaimRow): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: deskHref('claims'),
    text: texts.waiting(deps.payments.labelOf(instance), reference),
    name: 'claim_waiting',
  });

/** Notifies staff that what a provider tells of money is in doubt, and that it is settled only when they say so. */
export const notifyDoubtful = (trx: Db, deps: Deps, { instance, reference }: ClaimRow): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: deskHref('claims'),
    text: texts.doubtful(deps.payments.labelOf(instance), reference),
    name: 'claim_doubtful',
  });
