import { isLivingTrade, livingTradeStates, openOrderStates } from '@skyport/contract/order-states';
import type { ordersCalls, Trade } from '@skyport/contract/orders';
import { yuanOf } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
import type { ParsedInput } from '@skyport/contract/call';
import { HOUR_MS } from '../platform/clock.ts';
import type { Account, Deps, Handler } from '../platform/deps.ts';
import type { PaymentProvider, Reservation } from '../platform/payment-providers.ts';
import { refuse } from '../platform/refuse.ts';
import { outOfWallet, sumOf } from '../wallet/index.ts';
import { amountsOf, type Amounts } from './amounts.ts';
import { ASK_MS, askProvider } from './ask-provider.ts';
import { closeTrade } from './close-trades.ts';
import { dropCoupon, hasDeletedCoupon } from './coupon.ts';
import { fulfil, LedgerRefused } from './fulfil.ts';
import { returnHold, takeHold } from './hold.ts';
import { lockOwnOrder, lockOwnOrderToCount, refuseUnlessOpen, type LockedOrder } from './lock.ts';
import { findOrder, moveOrder, type OrderRow } from './order-store.ts';
import { presentTrade } from './present.ts';
import { feeOn } from './pricing.ts';
import { beginQueries } from './queries.ts';
import { reserve } from './reserve.ts';
import { texts } from './texts.ts';
import { deviceOf, insertTrade, isForDevice, isLivingAt, lockTrades, opensAt, type TradeRow } from './trade-store.ts';

type DoBuy = (typeof ordersCalls)['doBuy'];

/** How long a trade can be paid where its provider does not say. */
const TRADE_MS = 2 * HOUR_MS;

interface Buying {
  readonly input: ParsedInput<DoBuy>;
  readonly caller: Account;
  /** Where the customer asks from. */
  readonly address: string;
}

/** What the first half of a purchase has led to. */
type Begun =
  | { readonly kind: 'coupon-gone' }
  | { readonly kind: 'done'; readonly order: OrderRow; readonly trade: TradeRow }
  | { readonly kind: 'ask'; readonly order: OrderRow; readonly trade: TradeRow; readonly provider: PaymentProvider };

/** Fixes the amounts of a locked order, and sets the wallet's share aside. */
const fix = async (trx: Db, deps: Deps, { order, amounts, actor }: Fixing): Promise<OrderRow> => {
  if (!amounts.isNew) return order;
  const at = deps.clock.now();
  await returnHold(trx, order, { actor, at });
  const share = sumOf(amounts.share);
  const fixed = await moveOrder(trx, order.id, {
    from: openOrderStates,
    to: share > 0 ? 'wallet_spend' : 'topay',
    change: {
      fixed_at: order.fixed_at ?? at,
      wallet_spend: share,
      rebate_spend: amounts.share.rebate,
      hold_no: order.hold_no + 1,
      hold_is_stale: false,
    },
  });
  if (!fixed) throw new Error(`order ${order.id} is not open any more`);
  await takeHold(trx, fixed, { actor, at });
  return fixed;
};

interface Fixing {
  readonly order: OrderRow;
  readonly amounts: Amounts;
  readonly actor: string;
}

/** A trade of an order as its buyer asked for it. */
const draftTrade = (
  deps: Deps,
  { order, input, windowMs = TRADE_MS }: { order: OrderRow; input: ParsedInput<DoBuy>; windowMs?: number | undefined },
) => {
  const at = deps.clock.now();
  return {
    id: deps.ids.next(),
    order_id: order.id,
    user_id: order.user_id,
    device: deviceOf(input.isMobile),
    created_at: at,
    expires_at: new Date(at.getTime() + windowMs),
  };
};

/** Pays a locked order from the wallet alone. */
const payByWallet = async (
  trx: Db,
  deps: Deps,
  { order, customer, input, amounts }: LockedOrder & { input: ParsedInput<DoBuy>; amounts: Amounts },
): Promise<Begun> => {
  const { share } = amounts;
  const at = deps.clock.now();
  await returnHold(trx, order, { actor: customer.id, at });
  const trade = await insertTrade(trx, {
    ...draftTrade(deps, { order, input }),
    status: 'paied',
    mode: 'balance',
    instance: 'balance',
    amount: 0,
    settled_at: at,
  });
  const paid = await fulfil(trx, deps, {
    order: { ...order, wallet_spend: sumOf(share), rebate_spend: share.rebate },
    customer,
    tradeId: trade.id,
    walletEntries: outOfWallet(order.user_num, share),
    cash: 0,
    postings: [],
    actor: customer.id,
  });
  return { kind: 'done', order: paid.order, trade };
};

/** Locks the trades of a locked order that can still be paid; those whose time is over are closed. */
const lockLivingTrades = async (trx: Db, deps: Deps, orderId: string): Promise<TradeRow[]> => {
  const now = deps.clock.now();
  const trades = await lockTrades(trx, orderId);
  const over = trades.filter((trade) => isLivingTrade(trade.status) && !isLivingAt(trade, now));
  for (const { id } of over) await closeTrade(trx, deps, { id, from: livingTradeStates });
  return trades.filter((trade) => isLivingAt(trade, now));
};

/** Whether a trade is paid in the wanted way on the wanted class of device. */
const isSameWay = (trade: TradeRow, { pay_mode, network, isMobile }: ParsedInput<DoBuy>): boolean =>
  trade.mode === pay_mode &&
  (network === undefined || network === '' || trade.network === network) &&
  isForDevice(trade, isMobile);

/**
 * The living trade of this way to pay. One with a silent provider, a link that no longer opens, or another fee than was
 * shown is closed.
 */
const livingAnswer = async (
  trx: Db,
  deps: Deps,
  { trades, input }: { trades: readonly TradeRow[]; input: ParsedInput<DoBuy> },
): Promise<TradeRow | undefined> => {
  const now = deps.clock.now();
  const living = trades.find((each) => isSameWay(each, input));
  if (!living) return undefined;
  if (living.status === 'open' && opensAt(living, now) && isShownFee(input, living.fee)) return living;
  const isAsked = living.status === 'asking' && now.getTime() - living.created_at.getTime() < ASK_MS;
  if (isAsked) return refuse('conflict', texts.asking);
  await closeTrade(trx, deps, { id: living.id, from: livingTradeStates });
  return undefined;
};

/** What is said where no provider is left, and so no other way can be chosen. */
const whyNoWay = ({ payments }: Pick<Deps, 'payments'>): string | undefined =>
  payments.modes().length === 0 ? texts.noWay : undefined;

/** Who serves the wanted way to pay, and what it costs beside; refuses one that is closed, or dearer than was shown. */
const chooseWay = (deps: Deps, input: ParsedInput<DoBuy>, { payable }: Pick<Amounts, 'payable'>) => {
  const { pay_mode, network = '' } = input;
  const provider = deps.payments.serving(pay_mode, network) ?? refuse('paymentUnavailable', whyNoWay(deps));
  if (pay_mode === 'urlscheme' && !input.isMobile) refuse('paymentUnavailable', texts.phoneOnly);
  const fee = feeOn(payable, provider.terms);
  if (!isShownFee(input, fee)) refuse('conflict', texts.changed);
  return { provider, fee };
};

/** Whether a fee (milli-yuan) is the one that the customer was shown, if any was. */
const isShownFee = ({ shown_fee }: ParsedInput<DoBuy>, fee: number): boolean =>
  shown_fee === undefined || shown_fee === yuanOf(fee);

/** The first half of a purchase: decides, fixes the amounts, takes the wallet's share and makes the trade. */
const begin = async (trx: Db, deps: Deps, buying: Buying): Promise<Begun> => {
  const { input, caller } = buying;
  const now = deps.clock.now();
  const lock = input.pay_mode === 'usdt' ? lockOwnOrderToCount : lockOwnOrder;
  const { order, customer } = await lock(trx, input.order_id, caller.id);
  if (customer.isAgencyUser) refuse('roleForbidden');
  refuseUnlessOpen(order, now);
  if (await hasDeletedCoupon(trx, order)) {
    await dropCoupon(trx, order, now);
    return { kind: 'coupon-gone' };
  }
  const trades = await lockLivingTrades(trx, deps, order.id);
  const amounts = await amountsOf(trx, order, trades.length > 0);
  if (input.shown !== undefined && input.shown !== yuanOf(amounts.payable)) refuse('conflict', texts.changed);
  if (amounts.payable === 0) return payByWallet(trx, deps, { order, customer, input, amounts });
  // What was fixed stays so while a trade lives: this one is answered again though its provider was switched off.
  const again = await livingAnswer(trx, deps, { trades, input });
  if (again) return { kind: 'done', order, trade: again };
  const { pay_mode, network = '' } = input;
  const { provider, fee } = chooseWay(deps, input, amounts);
  const draft = draftTrade(deps, { order, input, windowMs: provider.terms?.windowMs });
  const reserved = await reserve(trx, provider, {
    tradeId: draft.id,
    orderId: order.id,
    userId: caller.id,
    clientAddress: buying.address,
    network,
    amount: amounts.payable + fee,
  });
  const fixed = await fix(trx, deps, { order, amounts, actor: caller.id });
  const trade = await insertTrade(trx, {
    ...draft,
    status: 'asking',
    mode: pay_mode,
    network,
    instance: provider.instance,
    amount: amounts.payable + fee,
    fee,
    ...quotedTrade(provider, amounts.payable + fee),
    ...(reserved && reservedTrade(reserved)),
  });
  await beginQueries(trx, deps, trade);
  return reserved ? { kind: 'done', order: fixed, trade } : { kind: 'ask', order: fixed, trade, provider };
};

/** What a trade is whose provider has nothing more to say. */
const reservedTrade = ({ network, address, asked, price, rate, expiresAt }: Reservation) => ({
  status: 'open' as const,
  network,
  answer: JSON.stringify({ usdtAddress: address }),
  usdt_asked: asked,
  usdt_price: price,
  usdt_rate: rate,
  expires_at: expiresAt,
});

/** What a trade is that its provider asks in another currency. */
const quotedTrade = (provider: PaymentProvider, amount: number) => {
  const quote = provider.quote?.(amount);
  return quote && { charge_currency: quote.currency, charge_minor: quote.minor, charge_rate: quote.rate };
};

/** A purchase met a wallet that has less than it had a moment ago. */
const walletChanged = (fault: unknown): never => {
  if (fault instanceof LedgerRefused) return refuse('conflict', texts.walletChanged);
  throw fault;
};

/**
 * Buys: the wallet's share moves in the transaction that makes the trade; the provider is asked outside of any lock,
 * and its answer is written only onto a trade that still waits for it.
 */
export const doBuy: Handler<DoBuy> = async (input, { caller, address, host }, deps): Promise<Trade> => {
  const begun = await inTransaction(deps.db, async (trx) => {
    const made = await begin(trx, deps, { input, caller, address });
    deps.crash.at('buy.before-commit');
    return made;
  }).catch(walletChanged);
  deps.crash.at('buy.after-commit');
  if (begun.kind === 'coupon-gone') return refuse('couponUsedUp', texts.couponUsedUp);
  const trade = begun.kind === 'ask' ? await askProvider(deps, { ...begun, address, host }) : begun.trade;
  // Money that was faster than the provider's answer has moved the order, or somebody has cancelled it.
  const order = trade.status === 'open' ? begun.order : ((await findOrder(deps.db, begun.order.id)) ?? begun.order);
  const beside = { platform: deps.payments.labelOf(trade.instance), now: deps.clock.now() };
  return presentTrade(trade, order, beside);
};
