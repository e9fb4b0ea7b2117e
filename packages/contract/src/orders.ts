import { z } from 'zod';
import { access, call } from './call.ts';
import { CaptchaSolution } from './captcha.ts';
import { couponTypeNames } from './coupons.ts';
import { field } from './form.ts';
import { isOpenOrder, orderStates } from './order-states.ts';
import { Done, Nothing, TypedCouponCode } from './shapes.ts';
import { UsdtNetwork } from './usdt-networks.ts';
import { ByteCount, FenAmount, Id, Instant, Line, TextOf, YuanAmount } from './units.ts';

/** Ways to pay. `urlscheme` opens the app of Alipay on a phone. */
export const PayMode = z.enum(['alipay', 'wxpay', 'usdt', 'urlscheme']);
export type PayMode = z.output<typeof PayMode>;

/** How a trade was paid: `balance` by the wallet alone, `manual` in a way that staff have written down. */
export const tradeModes = [...PayMode.options, 'balance', 'manual'] as const;
export type TradeMode = (typeof tradeModes)[number];

/** Chinese names of the ways to pay. */
export const tradeModeNames = {
  alipay: '支付宝',
  wxpay: '微信',
  usdt: 'USDT',
  urlscheme: '支付宝',
  balance: '余额',
  manual: '人工收款',
} as const satisfies Record<TradeMode, string>;

/** Chinese names of an order's states. */
export const orderStateNames = {
  topay: '未支付',
  wallet_spend: '未支付',
  paied: '购买成功',
  cancled: '已取消',
} as const satisfies Record<(typeof orderStates)[number], string>;

/** Coupons that lower the price of an order. */
export const orderCouponTypes = ['cash', 'discount'] as const;
export type OrderCouponType = (typeof orderCouponTypes)[number];

/** Orders that an account may leave unpaid. */
export const MOST_OPEN_ORDERS = 20;

/** Orders of one account that its customer is shown at most. */
export const MOST_ORDERS = 1000;

/** Query of the console's address with which whoever paid at a provider comes back. */
export const PAY_QUERY = 'skyport_pay';

/** Characters of what a customer says about an order. */
export const FEEDBACK_LENGTH = 30;

/** An order as its customer sees it; staff see the same. */
export const Order = z.object({
  _id: Id,
  /** The product, which may have changed since. */
  combo_id: Id,
  /** Name of the product. */
  desc: z.string(),
  /** Price of the product in yuan. */
  order_money: YuanAmount,
  coupon_code: z.string(),
  coupon_name: z.string(),
  /** Empty without a coupon. */
  couponType: z.enum(['', ...orderCouponTypes]),
  /** Yuan that the coupon takes off. */
  coupon_discount: YuanAmount,
  /** Yuan that the wallet pays. */
  wallet_spend: YuanAmount,
  status: z.enum(orderStates),
  create_time: Instant,
  /** When the order is cancelled unless it is paid. */
  expire_time: Instant,
  /** Bytes, the bonus included. */
  add_traffic: ByteCount,
  /** Days of membership, the bonus included; the bonus is whole hours. */
  add_vip_duration: z.number().nonnegative(),
  /** Names of the permissions. */
  gainPermission: z.array(z.string()),
  /** Days. */
  permissionDuration: z.number().int().nonnegative(),
  user_feedback: z.string(),
  /** Whether a payment has begun: coupon and amounts stay as they are. */
  frozen: z.boolean(),
  /** Yuan of payments for this order that went to the wallet: of those that could not pay it, and what was too much. */
  credited: YuanAmount,
  /** Yuan that its payment costs beside the rest: of the trade that has paid it, or of the newest that can. */
  fee: YuanAmount,
  /** Way of that trade; empty without one. */
  pay_mode: z.enum(['', ...tradeModes]),
  /** Yuan paid after coupon and wallet, with the fee; 0 until the order is paid. */
  paid: YuanAmount,
  /** When it was paid; null until then. */
  paid_time: Instant.nullable(),
});
export type Order = z.output<typeof Order>;

/** Whether an unpaid order has a payment that can still be made. */
export const isUnderWay = ({ status, pay_mode }: Pick<Order, 'status' | 'pay_mode'>): boolean =>
  isOpenOrder(status) && pay_mode !== '';

/** What an order costs, and how it can be paid. */
export const WalletCheck = z.object({
  order: Order,
  /** Yuan that the wallet would pay, or pays. */
  wallet_spend: YuanAmount,
  /** Yuan that are left to pay. */
  payable: YuanAmount,
  /** Ways to pay it; empty when none is left to pay, or none is open. */
  modes: z.array(PayMode),
  /** Chains on which it can be paid in USDT, the usual one first; empty where none is chosen. */
  networks: z.array(UsdtNetwork),
  /** Yuan that each of these ways costs beside what is left to pay. */
  fees: z.array(z.object({ mode: PayMode, fee: YuanAmount })),
  /** Whether a coupon that was deleted meanwhile has just been taken off the order. */
  coupon_gone: z.boolean(),
});
export type WalletCheck = z.output<typeof WalletCheck>;

/** One try to pay an order. */
export const Trade = z.object({
  _id: Id,
  status: z.enum(orderStates),
  add_traffic: ByteCount,
  add_vip_duration: z.number().nonnegative(),
  /** Name of the provider's instance. */
  third_pay_platform: z.string(),
  /** Yuan that are asked. */
  request_pay_amound: YuanAmount,
  /** Yuan of these that are the fee of this way to pay. */
  fee: YuanAmount,
  /** USDT that are asked; 0 for other ways. */
  request_pay_amound_usdt: z.number().nonnegative(),
  usdtAdress: z.string(),
  /** Chain on which the USDT have to come; empty for other ways. */
  network: z.union([z.literal(''), UsdtNetwork]),
  /** One of these three says where the customer pays; all are empty once it is paid. */
  payurl: z.string(),
  /** Text of a code to draw, or the picture of a code as a data URL (`isCodePicture`). */
  qrcode: z.string(),
  urlscheme: z.string(),
  /** Seconds for which it can still be paid; 0 once it is paid or over. */
  seconds_left: z.number().int().nonnegative(),
});
export type Trade = z.output<typeof Trade>;

/** Yuan that came for a trade and went to the wallet: what could not pay the order, or was too much for it. */
const credited = YuanAmount;

const ByOrder = z.object({ order_id: Id });

export const ordersCalls = {
  createOrder: call({
    path: '/api/shop/create_order',
    access: access.customer,
    rate: 'change',
    summary:
      'Makes an order for one product, or answers the one that the account left untouched if the shop still sells the same. 1109 beyond 20 unpaid orders.',
    input: z.object({ combo_id: Id }),
    output: Order,
    fails: ['notFound', 'conflict'],
  }),
  useCoupon: call({
    path: '/api/coupon/orderUseCoupon',
    access: access.customer,
    rate: 'guess',
    summary: 'Applies a discount or cash coupon to an order; 1109 once a payment has begun.',
    input: z.object({
      order_id: Id,
      code: TypedCouponCode,
      captcha: CaptchaSolution.optional(),
    }),
    output: Order,
    fails: [
      'notFound',
      'conflict',
      'captchaNeeded',
      'couponMissing',
      'couponTooManyTries',
      'couponExpired',
      'couponIsTrial',
      'orderHasCoupon',
      'couponUsedUp',
      'couponExhausted',
    ],
  }),
  cancelCoupon: call({
    path: '/api/coupon/orderCancleCoupon',
    access: access.customer,
    rate: 'change',
    summary: 'Takes the coupon off an order again; 1109 once a payment has begun.',
    input: ByOrder,
    output: Order,
    fails: ['notFound', 'conflict'],
  }),
  walletCheck: call({
    path: '/api/shop/wallet_check',
    access: access.customer,
    rate: 'read',
    summary:
      'Computes what the wallet would cover of an order, and by which ways the rest can be paid. A coupon that was deleted before the first payment began is taken off the order.',
    input: ByOrder,
    output: WalletCheck,
    fails: ['notFound', 'conflict'],
  }),
  doBuy: call({
    path: '/api/shop/dobuy',
    access: access.customerStrict,
    rate: 'change',
    summary:
      'Pays an order from the wallet and starts a trade for the rest. 1109, and nothing is changed, when the rest or the fee is not the one that was `shown`; 1017 when its coupon is gone; 1114 when the provider does not answer, or no amount in USDT is free.',
    input: z.object({
      order_id: Id,
      pay_mode: PayMode,
      /** Class of the device: a link or code that is still open is answered again to its own class alone. */
      isMobile: z.boolean().default(false),
      /** Where the page was; the server decides by itself where a provider sends the customer back to. */
      return_url: TextOf(2000).optional(),
      /** Chain of a payment in USDT; without it the usual one. */
      network: Line(16).optional(),
      /** Yuan left to pay that the customer was shown. */
      shown: FenAmount.optional(),
      /** Yuan beside it for this way to pay, as the customer was shown. */
      shown_fee: FenAmount.optional(),
    }),
    output: Trade,
    fails: ['notFound', 'conflict', 'couponUsedUp', 'paymentUnavailable'],
  }),
  tradeStatus: call({
    path: '/api/shop/trade_status',
    access: access.customer,
    rate: 'read',
    summary: 'Whether a trade is paid, what it granted, and what came for it and went to the wallet.',
    input: z.object({ trade_id: Id }),
    output: Trade.pick({ status: true, add_traffic: true, add_vip_duration: true }).extend({ credited }),
    fails: ['notFound'],
  }),
  newestTrade: call({
    path: '/api/order/newest_trade',
    access: access.customer,
    rate: 'read',
    summary:
      'The newest trade of the account, or of one order with those first that can still be paid; null without one. For customers who come back from a provider. With `isMobile`, a trade whose link or code is for other devices or no longer opens comes without it and with no seconds left.',
    input: z.object({
      order_id: Id.optional(),
      /** Class of the device that goes on with the payment. */
      isMobile: z.boolean().optional(),
    }),
    output: z.object({
      trade: Trade.extend({ order_id: Id, pay_mode: z.enum(tradeModes), credited }).nullable(),
    }),
    fails: ['notFound'],
  }),
  orderList: call({
    path: '/api/order/order_list',
    access: access.customer,
    rate: 'read',
    summary: 'Orders of the account, newest first; at most 1,000.',
    input: Nothing,
    output: z.array(Order),
    fails: [],
  }),
  cancelOrder: call({
    path: '/api/order/cancel_order',
    access: access.customer,
    rate: 'change',
    summary: 'Cancels an unpaid order; coupon and wallet money come back. 1026 when it is paid or cancelled already.',
    input: ByOrder,
    output: Order,
    fails: ['notFound', 'orderNotCancellable'],
  }),
  feedback: call({
    path: '/api/order/feedback',
    access: access.customer,
    rate: 'change',
    summary: 'Reports a problem with an order in at most 30 characters; the operators are notified.',
    input: ByOrder.extend({ msg: field('问题描述', Line(FEEDBACK_LENGTH).min(1)) }),
    output: Done,
    fails: ['notFound'],
  }),
} as const;

/** Name of an order's coupon type. */
export const orderCouponNames: Record<OrderCouponType, string> = {
  cash: couponTypeNames.cash,
  discount: couponTypeNames.discount,
};
