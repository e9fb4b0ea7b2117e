import { z } from 'zod';
import { access, call, raw } from './call.ts';
import { field } from './form.ts';
import { exportedColumns, ExportTicket } from './list-export.ts';
import { flagReasons, OrderFlag } from './order-flags.ts';
import { Order, tradeModes } from './orders.ts';
import { orderStates, tradeStates } from './order-states.ts';
import { tradeColumnTitles } from './trades-columns.ts';
import { ByteCount, FenAmount, Id, Instant, Line, SearchLine, YuanAmount } from './units.ts';

/** Trades that the list shows unless it is asked for more, and at most. */
export const TRADES_SHOWN = 100;
export const MOST_TRADES = 1000;

/** A trade as staff see it. */
export const StaffTrade = z.object({
  _id: Id,
  /** E-mail address of the buyer. */
  username: z.string(),
  user_id: Id,
  desc: z.string(),
  /** The trade's id without hyphens, as providers know it. */
  tradeno: z.string(),
  /** Code of the inviter by whom the buyer came. */
  fromChannel: z.string(),
  request_pay_amound: YuanAmount,
  /** Yuan of these that are the fee of the way to pay. */
  fee: YuanAmount,
  /** Yuan that arrived; 0 while none has. */
  received: YuanAmount,
  /** Yuan that the inviter got. */
  rewardMoney: YuanAmount,
  pay_mode: z.enum(tradeModes),
  device: z.enum(['pc', 'mobile']),
  third_pay_platform: z.string(),
  /** State of the trade, or of its order while it can be paid. */
  status: z.enum(orderStates),
  /** State of its order. */
  order_status: z.enum(orderStates),
  /** State of the trade itself; `credited`: its money paid nothing, and is in the wallet unless it is unclaimed. */
  state: z.enum(tradeStates),
  /** Yuan of what arrived that is nobody's yet: its buyer has no wallet. */
  unclaimed: YuanAmount,
  /** Why its order is flagged and waits for staff; empty when it does not. */
  flag: z.enum(['', ...flagReasons]),
  create_time: Instant,
  add_traffic: ByteCount,
  add_vip_duration: z.number().nonnegative(),
  order_id: Id,
  /** Whether its product is not sold any more. */
  off_sale: z.boolean(),
});
export type StaffTrade = z.output<typeof StaffTrade>;

/** Names money that came in another way: the number of a transfer, or of a transaction. It is never used twice. */
const Reference = SearchLine(128).min(4, '至少 4 个字符');

/** Which trades: by e-mail, trade number or order number. */
export const TradeFilter = z.object({
  filterStr: SearchLine(254).default(''),
  /** Only those of orders with an open flag. */
  flagged: z.boolean().default(false),
});
export type TradeFilter = z.output<typeof TradeFilter>;

export const paymentsCalls = {
  tradeList: call({
    path: '/api/admin/trades/tradelist',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'The newest trades by e-mail, trade number or order number, or only those of flagged orders.',
    input: TradeFilter.extend({ requestNumber: z.number().int().min(1).max(MOST_TRADES).default(TRADES_SHOWN) }),
    output: z.array(StaffTrade),
    fails: [],
  }),
  exportList: call({
    path: '/api/admin/trades/export',
    access: access.admin,
    rate: 'change',
    audit: 'export',
    summary: 'Asks for all trades that match as a file, newest first. 1109 while another export of the caller runs.',
    input: TradeFilter.extend({ columns: exportedColumns(tradeColumnTitles) }),
    output: ExportTicket,
    fails: ['conflict'],
  }),
  getOrderForTrade: call({
    path: '/api/admin/trades/get_order_for_trade',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'The order behind a trade.',
    input: z.object({ order_id: Id }),
    output: Order.extend({
      user_id: Id,
      email: z.string(),
      /** Customers of agencies have no wallet: money that comes for one of them belongs to nobody yet. */
      is_agency_user: z.boolean(),
      owes: YuanAmount,
      /** Yuan of each fee that one of its trades asks, or asked before it ended, beside all that it owes. */
      asked_fees: z.array(YuanAmount),
      /** Whether its product is not sold any more. */
      off_sale: z.boolean(),
      /** Newest first; an open one is the first. */
      flags: z.array(OrderFlag),
      /** Whether it can be flagged by hand: money came for it, and it is not flagged. */
      can_flag: z.boolean(),
    }),
    fails: ['notFound'],
  }),
  receipt: call({
    path: '/api/admin/trades/receipt',
    access: access.admin,
    rate: 'change',
    audit: 'order',
    stepUp: 'always',
    summary:
      'Writes down money that came for an order in another way. It pays the order, or goes to the wallet of its buyer when the order cannot be paid by it. 1109 when the reference is known, or names unclaimed money of which it is not certain that it is this order’s.',
    input: z.object({
      order_id: Id,
      amount: field('收到金额', FenAmount.positive('必须大于 0').max(1_000_000), { unit: '元' }),
      reference: field('转账单号', Reference, { help: '银行或支付平台给出的单号，同一单号只能入账一次' }),
      reason: field('说明', Line(200).default('')),
    }),
    output: z.object({ outcome: z.enum(['paid', 'credited', 'unclaimed']) }),
    fails: ['notFound', 'conflict'],
  }),
} as const;

/** What belongs to payments outside the envelope. */
export const paymentsRaw = {
  payNotify: raw({
    method: 'POST',
    path: '/api/pay/notify/:instance/:opaque',
    access: access.anyone,
    rate: 'read',
    summary: 'Where a payment provider notifies one of its instances, by GET too; answers as that provider wants it.',
    built: true,
  }),
  payReturn: raw({
    method: 'GET',
    path: '/pay/return',
    access: access.anyone,
    rate: 'read',
    summary: 'Where payment providers send customers back to: leads to their orders.',
    built: true,
  }),
} as const;
