import type { BuiltCall, Output } from '@skyport/contract/call';
import { type Order, ordersCalls } from '@skyport/contract/orders';
import type { OrderFlag, TakeBackPreview } from '@skyport/contract/order-flags';
import { paymentsCalls, type StaffTrade } from '@skyport/contract/payments';
import { gigabytes } from '@skyport/contract/units';
import { sampleOrder } from '@skyport/web/testing/samples';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8060-${String(n).padStart(12, '0')}`;

/** Orders of an account, newest first; `ago` gives the instant so many days ago. */
export const ordersOf = (ago: (days: number) => string): Order[] =>
  (
    [
      { desc: '会员年卡（含流媒体）', order_money: 188, ...member(438), ...spring, wallet_spend: 36.5, frozen: true },
      { desc: '50G 流量包', order_money: 15, add_traffic: gigabytes(50) },
      { desc: '会员月卡', order_money: 19.9, status: 'paied', ...member(36), ...paidBy('alipay', 20.1, 0.2) },
      {
        desc: '1T 流量包',
        order_money: 198,
        add_traffic: gigabytes(1024),
        status: 'cancled',
        credited: 198,
        user_feedback: '已付款，订单却显示取消',
      },
      {
        desc: '旅行组合',
        order_money: 25.5,
        status: 'paied',
        add_vip_duration: 7,
        ...spring,
        ...paidBy('wxpay', 15.5, 0),
      },
    ] satisfies Partial<Order>[]
  ).map((order, n) => ({
    ...sampleOrder,
    _id: id(n + 1),
    create_time: ago(n * 4 + 0.1),
    expire_time: ago(n * 4 - 0.9),
    ...(n === 1 && { create_time: ago(0.3), expire_time: ago(-0.7) }),
    ...(n === 0 && { gainPermission: ['流媒体解锁'], permissionDuration: 365, status: 'wallet_spend' as const }),
    ...order,
    ...('paid' in order && { paid_time: ago(n * 4 + 0.09) }),
  }));

const paidBy = (pay_mode: Order['pay_mode'], paid: number, fee: number): Partial<Order> => ({
  frozen: true,
  pay_mode,
  paid,
  fee,
});
const member = (days: number): Partial<Order> => ({ add_traffic: 0, add_vip_duration: days });
const spring: Partial<Order> = {
  coupon_code: 'SPRING26',
  coupon_name: '春季立减',
  couponType: 'cash',
  coupon_discount: 10,
};

/** What the page of a customer's orders reads. */
export const giveOrders = (give: Give, ago: (days: number) => string): void =>
  give(ordersCalls.orderList, ordersOf(ago));

/** Trades of those orders, by one customer each. */
const tradesOf = (ago: (days: number) => string): StaffTrade[] =>
  ordersOf(ago).map((order, n) => ({
    _id: id(20 + n),
    username: `${['linxiaoyu', 'chenwei', 'wangfang', 'zhaomin', 'sunli'][n]}@example.com`,
    user_id: '01970000-0000-7000-8008-000000000001',
    desc: order.desc,
    tradeno: id(20 + n).replaceAll('-', ''),
    fromChannel: n % 2 ? 'skyport' : 'SPRING',
    request_pay_amound:
      Math.round((order.order_money - order.coupon_discount - order.wallet_spend + order.fee) * 100) / 100,
    fee: order.fee,
    received: order.status === 'paied' || order.credited > 0 ? order.order_money - order.coupon_discount : 0,
    unclaimed: 0,
    flag: n === 1 ? 'refund' : '',
    rewardMoney: order.status === 'paied' ? 3.98 : 0,
    pay_mode: (['alipay', 'wxpay', 'usdt', 'manual', 'balance'] as const)[n]!,
    device: n % 2 ? 'pc' : 'mobile',
    third_pay_platform: ['支付宝当面付', '微信支付', 'USDT 收款', '人工收款', '余额'][n]!,
    status: order.status,
    order_status: order.status,
    state: order.credited > 0 ? 'credited' : order.status === 'paied' ? 'paied' : 'open',
    create_time: order.create_time,
    add_traffic: order.add_traffic,
    add_vip_duration: order.add_vip_duration,
    order_id: order._id,
    off_sale: n === 3,
  }));

/** What staff see of orders and trades. */
export const giveTrades = (give: Give, ago: (days: number) => string): void => {
  give(paymentsCalls.tradeList, tradesOf(ago));
  const [first] = ordersOf(ago);
  const whose = { user_id: '01970000-0000-7000-8008-000000000001', email: 'linxiaoyu@example.com' };
  give(paymentsCalls.getOrderForTrade, {
    ...first!,
    ...whose,
    is_agency_user: false,
    owes: 141.5,
    off_sale: false,
    flags: [],
    asked_fees: [],
    can_flag: false,
  });
};

const AT = '2026-11-21T06:00:00.000Z';
const openFlag: OrderFlag = {
  _id: id(80),
  reason: 'refund',
  state: 'open',
  opened_by: '',
  note: '',
  opened_at: AT,
  closed_by: '',
  closed_at: null,
  closed_why: '',
  events: [{ platform: '主通道', reason: 'refund', reference: 'R-20261121', amount: 18, currency: 'CNY', said_at: AT }],
  taken: null,
};
const endedFlag: OrderFlag = {
  ...openFlag,
  _id: id(81),
  reason: 'dispute',
  state: 'dismissed',
  opened_by: 'admin@example.com',
  note: '银行来函',
  events: [],
  closed_by: 'admin@example.com',
  closed_at: AT,
  closed_why: '客户已撤回争议',
};

/** A paid order whose money went back. */
export const flaggedOrder = {
  ...sampleOrder,
  status: 'paied' as const,
  pay_mode: 'alipay' as const,
  wallet_spend: 12,
  paid: 18,
  add_vip_duration: 30,
  gainPermission: ['流媒体解锁'],
  permissionDuration: 365,
  create_time: '2026-11-13T18:24:00.000Z',
  paid_time: '2026-11-13T18:30:00.000Z',
  user_id: '01970000-0000-7000-8008-000000000001',
  email: 'linxiaoyu@example.com',
  is_agency_user: false,
  owes: 0,
  off_sale: false,
  flags: [openFlag, endedFlag],
  asked_fees: [],
  can_flag: false,
};

/** What is left of it. */
export const takeBackPreview: TakeBackPreview = {
  traffic: { given: 107_374_182_400, left: 64_424_509_440 },
  pending: 1_288_490_189,
  vip_hours: { given: 720, left: 540.5 },
  permissions: [{ name: '流媒体解锁', given: 8760, left: 8580 }],
  rebate: { given: 3.6, left: 1.2, email: 'chenwei@example.com' },
  credited: { given: 5, left: 0 },
  wallet_spend: 12,
};
