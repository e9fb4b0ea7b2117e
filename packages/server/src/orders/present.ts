import { buyersTradeState } from '@skyport/contract/order-states';
import type { Order, Trade } from '@skyport/contract/orders';
import { UsdtNetwork } from '@skyport/contract/usdt-networks';
import { yuanOf } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { permissionNames } from '../permissions/index.ts';
import { SECOND_MS } from '../platform/clock.ts';
import { shownGift } from './gift.ts';
import { listOffSale, listOrders, type OrderRow } from './order-store.ts';
import { creditedOf } from './payment-store.ts';
import { type OrderTrade, type TradeRow, tradesOfOrders } from './trade-store.ts';

/** What an order is shown with beside its own row. */
interface Beside {
  readonly names: ReadonlyMap<string, string>;
  readonly credited: ReadonlyMap<string, number>;
  readonly trades: ReadonlyMap<string, OrderTrade>;
}

/** Way and time of an order's payment, and the yuan paid after coupon and wallet. */
const presentPayment = (
  { price, discount, wallet_spend, paid_at }: OrderRow,
  { fee, mode }: Partial<OrderTrade> = {},
): Pick<Order, 'fee' | 'pay_mode' | 'paid' | 'paid_time'> => ({
  fee: yuanOf(fee ?? 0),
  pay_mode: mode ?? '',
  paid: paid_at ? yuanOf(price - discount - wallet_spend + (fee ?? 0)) : 0,
  paid_time: paid_at?.toISOString() ?? null,
});

const presentWith = (row: OrderRow, { names, credited, trades }: Beside): Order => {
  return {
    _id: row.id,
    combo_id: row.combo_id,
    desc: row.name,
    order_money: yuanOf(row.price),
    coupon_code: row.coupon_code,
    coupon_name: row.coupon_name,
    couponType: row.coupon_type,
    coupon_discount: yuanOf(row.discount),
    wallet_spend: yuanOf(row.wallet_spend),
    status: row.status,
    create_time: row.created_at.toISOString(),
    expire_time: row.expires_at.toISOString(),
    ...shownGift(row),
    gainPermission: row.permission_ids.flatMap((id) => names.get(id) ?? []),
    permissionDuration: row.permission_days,
    user_feedback: row.feedback,
    frozen: row.fixed_at !== null,
    credited: yuanOf(credited.get(row.id) ?? 0),
    ...presentPayment(row, trades.get(row.id)),
  };
};

/** Orders as their customer and staff see them. */
export const presentOrders = async (db: Db, rows: readonly OrderRow[]): Promise<Order[]> => {
  const ids = rows.map(({ id }) => id);
  const beside = {
    names: await permissionNames(db),
    credited: await creditedOf(db, ids),
    trades: await tradesOfOrders(db, ids),
  };
  return rows.map((row) => presentWith(row, beside));
};

/** The newest orders of an account, as their customer and staff see them. */
export const ordersOf = async (db: Db, userId: string, most: number): Promise<Order[]> =>
  presentOrders(db, await listOrders(db, userId, most));

/** The same for staff, who see which products are not sold any more. */
export const staffOrdersOf = async (
  db: Db,
  userId: string,
  most: number,
): Promise<(Order & { readonly off_sale: boolean })[]> => {
  const orders = await ordersOf(db, userId, most);
  const gone = await listOffSale(
    db,
    orders.map(({ _id }) => _id),
  );
  return orders.map((order) => ({ ...order, off_sale: gone.has(order._id) }));
};

/** One order as its customer and staff see it. */
export const presentOrder = async (db: Db, row: OrderRow): Promise<Order> => {
  const [presented] = await presentOrders(db, [row]);
  return presented!;
};

/** Where an open trade is paid, and what is asked there; nothing of one that is not open. */
const whereToPay = ({ status, answer, usdt_asked, network }: TradeRow) => {
  const { payurl = '', qrcode = '', urlscheme = '', usdtAddress = '' } = (status === 'open' && answer) || {};
  return {
    request_pay_amound_usdt: usdtAddress === '' ? 0 : (usdt_asked ?? 0) / 1000,
    usdtAdress: usdtAddress,
    network: UsdtNetwork.safeParse(network).data ?? ('' as const),
    payurl,
    qrcode,
    urlscheme,
  };
};

/** A trade as its customer sees it at this moment; `platform` is the provider's name for people. */
export const presentTrade = (
  trade: TradeRow,
  order: OrderRow,
  { platform, now }: { readonly platform: string; readonly now: Date },
): Trade => {
  const isOpen = trade.status === 'open';
  // Whoever counts them down ends no earlier than the trade: another one is begun then, and not this one again.
  const seconds = isOpen ? Math.ceil((trade.expires_at.getTime() - now.getTime()) / SECOND_MS) : 0;
  return {
    _id: trade.id,
    status: buyersTradeState(trade.status, order.status),
    ...shownGift(order),
    third_pay_platform: platform,
    request_pay_amound: yuanOf(trade.amount),
    fee: yuanOf(trade.fee),
    ...whereToPay(trade),
    seconds_left: Math.max(0, seconds),
  };
};
