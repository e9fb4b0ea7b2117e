import { isOpenOrder } from '@skyport/contract/order-states';
import type { Order } from '@skyport/contract/orders';
import { yuanOf } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { dropCoupon, hasDeletedCoupon, withoutCoupon } from './coupon.ts';
import { lockBehindAccount, type LockedOrder } from './lock.ts';
import { notifyJoined } from './messages.ts';
import { findOrder, listOffSale, type OrderRow } from './order-store.ts';
import { presentOrder } from './present.ts';
import { type Claim, owedBy, settleLocked, type Settled } from './settle.ts';
import { insertTrade, listTrades, type TradeRow } from './trade-store.ts';
import { tradeNamedFor } from './claim-store.ts';
import { lockMoney, type PaymentRow } from './payment-store.ts';
import { canBeOf } from './whose.ts';

/** Money that staff have received for an order in another way; milli-yuan. */
export interface Receipt {
  readonly orderId: string;
  readonly amount: number;
  /** Names the money; it counts once. */
  readonly reference: string;
  /** Id of the payment that is meant, where staff have chosen it among what is nobody's. */
  readonly paymentId?: string;
  readonly reason: string;
  /** Id of whoever writes it down. */
  readonly notedBy: string;
}

/** `unsure`: there is money of the receipt's number of which nobody can say that it is this order's. */
type Received = Settled | 'unsure';

/**
 * The money of a receipt as it came before, when it was nobody's; undefined when nothing is known by its number. A
 * number alone is enough where it names one money that can be the order's.
 */
const moneyOf = async (
  trx: Db,
  { reference, paymentId }: Receipt,
  { order, customer }: LockedOrder,
): Promise<PaymentRow | 'known' | 'unsure' | undefined> => {
  const [first, ...others] = await lockMoney(trx, reference);
  if (!first) return undefined;
  const lying = [first, ...others].filter(({ outcome }) => outcome === 'unclaimed');
  // Of an agency's customer it would be nobody's again.
  if (lying.length === 0 || customer.isAgencyUser) return 'known';
  if (paymentId !== undefined) return lying.find(({ id }) => id === paymentId) ?? 'known';
  if (others.length > 0) return 'unsure';
  const instance = first.holder ?? first.instance;
  const tradeId = first.trade_id ?? (await tradeNamedFor(trx, { instance, reference }));
  return (await canBeOf(trx, order, { ...first, instance, tradeId })) ? first : 'unsure';
};

/**
 * Writes money down that staff have received, as a trade of its own that is settled at once. Gives where the money
 * went; `known` or `unsure`, and nothing is changed, when its reference is known; undefined when there is no order.
 * Money of this reference that came when it was nobody's is taken from there, as much as came; of USDT staff say what
 * they are worth.
 */
export const receive = async (trx: Db, deps: Deps, receipt: Receipt): Promise<Received | undefined> => {
  const found = await findOrder(trx, receipt.orderId);
  if (!found) return undefined;
  const behind = await lockBehindAccount(trx, found.id, found.user_id);
  if (!behind) return undefined;
  const isGone = await hasDeletedCoupon(trx, behind.order);
  const locked = isGone ? { ...behind, order: await dropCoupon(trx, behind.order, deps.clock.now()) } : behind;
  const known = await moneyOf(trx, receipt, locked);
  if (typeof known === 'string') return known;
  if (known?.currency === 'CNY' && known.amount !== receipt.amount)
    await notifyJoined(trx, deps, { ...locked, noted: receipt.amount, came: known.amount });
  const fee = await askedFee(trx, locked.order, known?.currency === 'CNY' ? known.amount : receipt.amount);
  const trade = await insertTrade(trx, tradeOf(deps, locked.order, fee));
  return settleLocked(trx, deps, {
    locked: { ...locked, trade },
    claim: claimOf(receipt, trade, known),
  });
};

/** The fee in money for an open order that is exactly what one of its trades asks with it; milli-yuan. */
const askedFee = async (trx: Db, order: OrderRow, amount: number): Promise<number> => {
  if (!isOpenOrder(order.status)) return 0;
  const owed = owedBy(order);
  return (await feesAsked(trx, order)).find((fee) => owed + fee === amount) ?? 0;
};

/** Fees that trades of an open order, ended ones too, ask beside all that it owes; milli-yuan, each once. */
const feesAsked = async (db: Db, order: OrderRow): Promise<number[]> => {
  const trades = await listTrades(db, order.id);
  const owed = owedBy(order);
  return [...new Set(trades.flatMap(({ amount, fee }) => (fee > 0 && amount - fee === owed ? [fee] : [])))];
};

/** The trade of a receipt, which is settled at once. */
const tradeOf = ({ ids, clock }: Deps, order: OrderRow, fee: number): Parameters<typeof insertTrade>[1] => {
  const at = clock.now();
  return {
    id: ids.next(),
    order_id: order.id,
    user_id: order.user_id,
    status: 'open',
    mode: 'manual',
    instance: 'manual',
    device: 'pc',
    amount: isOpenOrder(order.status) ? owedBy(order) + fee : 0,
    fee,
    created_at: at,
    expires_at: at,
  };
};

const claimOf = (receipt: Receipt, trade: TradeRow, known: PaymentRow | undefined): Claim => ({
  reference: known?.reference ?? receipt.reference,
  source: 'receipt',
  instance: 'manual',
  tradeId: trade.id,
  amount: known?.amount ?? receipt.amount,
  ...(known?.currency === 'USDT' && { currency: known.currency, yuan: receipt.amount }),
  paidAt: trade.created_at,
  ...(known && { unclaimed: known }),
  actor: receipt.notedBy,
  notedBy: receipt.notedBy,
  ...(receipt.reason && { reason: receipt.reason }),
});

/** An order as staff see it. */
interface StaffOrder extends Order {
  /** Its buyer. */
  readonly user_id: string;
  /** What it still owes, in yuan. */
  readonly owes: number;
  /** Yuan of each fee that one of its trades asks, or asked before it ended, beside all that it owes. */
  readonly asked_fees: number[];
  /** Whether its product is not sold any more. */
  readonly off_sale: boolean;
}

/** An order as staff see it; undefined when there is none. */
export const staffOrder = async (db: Db, id: string): Promise<StaffOrder | undefined> => {
  const found = await findOrder(db, id);
  if (!found) return undefined;
  const order = (await hasDeletedCoupon(db, found)) ? { ...found, ...withoutCoupon } : found;
  const isOpen = isOpenOrder(order.status);
  const owes = isOpen ? yuanOf(owedBy(order)) : 0;
  const asked_fees = isOpen ? (await feesAsked(db, order)).map(yuanOf) : [];
  const offSale = await listOffSale(db, [id]);
  return { ...(await presentOrder(db, order)), user_id: order.user_id, owes, asked_fees, off_sale: offSale.has(id) };
};
