import type { Delivery, MoneyClaim, MoneyRequest, UnclaimedMoney } from '@skyport/contract/money';
import { claimVerdicts } from '@skyport/contract/money';
import { type ListedClaim, type NamedTrade, tradeNumberOf, type UnclaimedRow } from '../orders/index.ts';
import type { ListedDelivery } from '../payments/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { RequestedMoney } from './money-of-requests.ts';
import type { ListedRequest } from './request-store.ts';

type Named = Pick<Deps, 'payments'>;

/** The trade that money names, as staff see it. */
const presentNamed = ({ trade_id, order_id, order_name, user_id, email }: NamedTrade) => ({
  tradeno: trade_id === null ? '' : tradeNumberOf(trade_id),
  order_id,
  desc: order_name ?? '',
  user_id,
  email: email ?? '',
});

/** A notification as staff see it. */
export const presentDelivery = (row: ListedDelivery, { payments }: Named): Delivery => ({
  _id: row.id,
  instance: row.instance,
  platform: payments.labelOf(row.instance),
  reference: row.reference ?? '',
  amount: row.amount === null ? null : row.amount / 1000,
  currency: row.currency ?? 'CNY',
  ...presentNamed(row),
  verdict: row.verdict as Delivery['verdict'],
  why: row.why,
  times: row.times,
  bytes: row.bytes,
  first_at: row.first_at.toISOString(),
  last_at: row.last_at.toISOString(),
});

/** What money is named by, how much it is, and who has it. */
const presentMoney = (row: ListedClaim | UnclaimedRow, { payments }: Named) => ({
  _id: row.id,
  platform: payments.labelOf(row.instance),
  reference: row.reference,
  amount: row.amount / 1000,
  currency: row.currency,
});

/** A claim as staff see it. */
export const presentClaim = (row: ListedClaim, deps: Named): MoneyClaim => ({
  ...presentMoney(row, deps),
  state: row.state,
  verdict: claimVerdicts.find((each) => each === row.verdict) ?? '',
  must_ask: row.must_ask,
  contradicted: row.contradicted_at !== null,
  ...presentNamed(row),
  tradeno: row.trade_number,
  attempts: row.attempts,
  received_at: row.received_at.toISOString(),
});

/** Money that is nobody's, as staff see it. */
export const presentUnclaimed = (row: UnclaimedRow, deps: Named): UnclaimedMoney => ({
  ...presentMoney(row, deps),
  reason: row.reason,
  ...presentNamed(row),
  paid_at: row.paid_at.toISOString(),
});

/** A customer's request as staff see it, with what is known of its money. */
export const presentRequest = (row: ListedRequest, known: RequestedMoney, deps: Named): MoneyRequest => ({
  _id: row.id,
  email: row.email,
  user_id: row.user_id,
  order_id: row.order_id,
  desc: row.name,
  reference: row.reference,
  state: row.state,
  answer: row.answer,
  money: known.state,
  unclaimed: known.unclaimed ? presentUnclaimed(known.unclaimed, deps) : null,
  created_at: row.created_at.toISOString(),
});
