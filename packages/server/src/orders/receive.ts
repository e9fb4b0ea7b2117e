import { isOpenOrder } from '@skyport/contract/order-states';
import type { Order } from '@skyport/contract/orders';
import { yuanOf } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { dropCoupon, hasDeletedCoupon, withoutCoupon } from './coupon.ts';
import { lockBehindAccount } from './lock.ts';
import { notifyJoined } from './messages.ts';
import { findOrder, listOffSale, type OrderRow } from './order-store.ts';
import { presentOrder } from './present.ts';
import { type Claim, owedBy, settleLocked, type Settled } from './settle.ts';
import { insertTrade, type TradeRow } from './trade-store.ts';
import { lockPayment, type PaymentRow } from './payment-store.ts';

/** Money that staff have received for an order in another way; milli-yuan. */
export interface Receipt {
  readonly orderId: string;
  readonly amount: number;
  /** Names the money; it counts once. */
  readonly reference: string;
  readonly reason: string;
  /** Id of whoever writes it down. */
  readonly notedBy: string;
}

/**
 * Writes money down that staff have received, as a trade of its own that is settled at once. Gives where the money
 * went; `known`, and nothing is changed, when its reference is known; undefined when there is no such order. Money of
 * this reference that came when it was nobody's is taken from there, as much as came; of USDT staff say what they are
 * worth.
 */
export const receive = async (trx: Db, deps: Deps, receipt: Receipt): Promise<Settled | undefined> => {
  const found = await findOrder(trx, receipt.orderId);
  if (!found) return undefined;
  const behind = await lockBehindAccount(trx, found.id, found.user_id);
  if (!behind) return undefined;
  const isGone = await hasDeletedCoupon(trx, behind.order);
  const locked = isGone ? { ...behind, order: await dropCoupon(trx, behind.order, deps.clock.now()) } : behind;
  const known = await lockPayment(trx, receipt.reference);
  // Of an agency's customer it would be nobody's again.
  const isFree = known?.outcome === 'unclaimed' && !locked.customer.isAgencyUser;
  if (known && !isFree) return 'known';
  if (known?.currency === 'CNY' && known.amount !== receipt.amount)
    await notifyJoined(trx, deps, { ...locked, noted: receipt.amount, came: known.amount });
  const trade = await insertTrade(trx, tradeOf(deps, locked.order));
  return settleLocked(trx, deps, {
    locked: { ...locked, trade },
    claim: claimOf(receipt, trade, known),
  });
};

/** The trade of a receipt, which is settled at once. */
const tradeOf = ({ ids, clock }: Deps, order: OrderRow): Parameters<typeof insertTrade>[1] => {
  const at = clock.now();
  return {
    id: ids.next(),
    order_id: order.id,
    user_id: order.user_id,
    status: 'open',
    mode: 'manual',
    instance: 'manual',
    device: 'pc',
    amount: isOpenOrder(order.status) ? owedBy(order) : 0,
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
  /** Whether its product is not sold any more. */
  readonly off_sale: boolean;
}

/** An order as staff see it; undefined when there is none. */
export const staffOrder = async (db: Db, id: string): Promise<StaffOrder | undefined> => {
  const found = await findOrder(db, id);
  if (!found) return undefined;
  const order = (await hasDeletedCoupon(db, found)) ? { ...found, ...withoutCoupon } : found;
  const owes = isOpenOrder(order.status) ? yuanOf(owedBy(order)) : 0;
  const offSale = await listOffSale(db, [id]);
  return { ...(await presentOrder(db, order)), user_id: order.user_id, owes, off_sale: offSale.has(id) };
};
