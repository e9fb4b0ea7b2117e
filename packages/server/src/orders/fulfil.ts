import { openOrderStates } from '@skyport/contract/order-states';
import { bytes } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import type { LedgerEntry, Posting } from '@skyport/db/ledger-rules';
import { postMany } from '@skyport/db/ledger';
import { markPaid, type Customer } from '../accounts/index.ts';
import { rebateFor } from '../invite/index.ts';
import { extendPermissions } from '../permissions/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { applyPurchase, trafficEntries } from '../traffic/index.ts';
import { endTrades } from './close-trades.ts';
import { giftOf } from './gift.ts';
import { insertGrant } from './grant-store.ts';
import { notifyPaid } from './messages.ts';
import { moveOrder, type OrderRow } from './order-store.ts';

/** How an order is paid. Milli-yuan. */
export interface Paying {
  readonly order: OrderRow;
  readonly customer: Customer;
  /** The trade that pays it. */
  readonly tradeId: string;
  /** Where the wallet's share comes from: the hold, or the wallet itself. */
  readonly walletEntries: readonly LedgerEntry[];
  /** Money from outside that pays the order. */
  readonly cash: number;
  /** Money from outside above that, which a posting of the caller's puts into the wallet. */
  readonly surplus?: number;
  /** Postings of the caller's, made together with those of the order. */
  readonly postings: readonly Posting[];
  /** Who caused it: a user's id, or the name of a job. */
  readonly actor: string;
}

/** Milli-yuan of rebate that an order earned. */
export interface Fulfilled {
  readonly order: OrderRow;
  readonly reward: number;
}

const spending = (order: OrderRow, walletEntries: readonly LedgerEntry[]): readonly LedgerEntry[] =>
  order.wallet_spend === 0
    ? []
    : [...walletEntries, { account: { owner: null, kind: 'revenue' }, unit: 'CNY_MILLI', amount: order.wallet_spend }];

/**
 * Marks a locked, open order as paid and gives what it sold, all by one call of the ledger. Refuses nothing: throws
 * when the ledger does not take a posting, which undoes the transaction.
 */
export const fulfil = async (trx: Db, deps: Deps, paying: Paying): Promise<Fulfilled> => {
  const { order, customer, actor } = paying;
  const at = deps.clock.now();
  const paid = await moveOrder(trx, order.id, {
    from: openOrderStates,
    to: 'paied',
    change: {
      paid_at: at,
      fixed_at: order.fixed_at ?? at,
      wallet_spend: order.wallet_spend,
      rebate_spend: order.rebate_spend,
    },
  });
  if (!paid) throw new Error(`order ${order.id} is not open any more`);
  await endTrades(trx, deps, { orderId: order.id, but: paying.tradeId });
  const gift = giftOf(order);
  const rebate = await rebateFor(trx, deps, { customer, cash: paying.cash });
  const membership = await applyPurchase(trx, {
    userNum: order.user_num,
    traffic: bytes(gift.traffic),
    hours: gift.hours,
    at,
    day: dayOf(at, deps.settings.current().timezone),
    description: order.name,
  });
  const event = { ref: order.id, actor, at };
  const postings: Posting[] = [
    ...paying.postings,
    { ...event, key: `spend:${order.id}`, kind: 'order_spend', entries: spending(order, paying.walletEntries) },
    {
      ...event,
      key: `buy:${order.id}`,
      kind: 'buy',
      entries: trafficEntries(order.user_num, gift.traffic, 'traffic_issued'),
    },
    ...(rebate ? [{ ...event, key: `rebate:${order.id}`, kind: 'rebate', entries: rebate.entries }] : []),
  ].filter(({ entries }) => entries.some(({ amount }) => amount !== 0));
  deps.crash.at('grant.before-ledger');
  const outcomes = await postMany(trx, postings);
  const refused = postings.find((_, at) => outcomes[at] !== 'posted');
  if (refused) throw new LedgerRefused(refused.key);
  const permissions = await extendPermissions(trx, {
    userId: order.user_id,
    ids: order.permission_ids,
    days: order.permission_days,
    now: at,
  });
  await insertGrant(trx, { order, gift, membership, permissions, at });
  deps.crash.at('grant.after-ledger');
  if (order.wallet_spend > 0 || paying.cash > 0) await markPaid(trx, order.user_id);
  await usersChanged(trx, deps, [order.user_num]);
  await notifyPaid(trx, deps, { order: paid, surplus: paying.surplus ?? 0 });
  return { order: paid, reward: rebate?.amount ?? 0 };
};

/** The ledger did not take a posting: there is less money than somebody read a moment ago. */
export class LedgerRefused extends Error {
  override readonly name = 'LedgerRefused';
}
