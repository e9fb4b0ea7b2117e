import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Done, KnownEmail, Nothing } from './shapes.ts';
import { FenAmount, Id, Instant, Line, SearchLine } from './units.ts';

/** Rows that each list of the money desk shows at most. */
export const MOST_MONEY_ROWS = 1000;

/** What became of a provider's notification. */
export const deliveryVerdicts = ['stored', 'known', 'copy', 'contradicts', 'ignored', 'refused'] as const;
export const deliveryVerdictNames = {
  stored: '已记录',
  known: '重复通知',
  copy: '同账号副本',
  contradicts: '内容矛盾',
  ignored: '无需处理',
  refused: '已拒绝',
} as const satisfies Record<(typeof deliveryVerdicts)[number], string>;

/** How a claim stands: `doubtful` waits for staff, who settle it or dismiss it. */
export const claimStates = ['waiting', 'doubtful', 'settled', 'dismissed'] as const;
export const claimStateNames = {
  waiting: '等待入账',
  doubtful: '存疑',
  settled: '已入账',
  dismissed: '已作废',
} as const satisfies Record<(typeof claimStates)[number], string>;

/** Where the money of a claim went, or why it is doubtful. */
export const claimVerdicts = [
  '',
  'paid',
  'credited',
  'unclaimed',
  'joined',
  'denied',
  'unconfirmed',
  'known',
  'dismissed',
] as const;
export const claimVerdictNames = {
  '': '',
  paid: '已支付订单',
  credited: '已转入买家钱包',
  unclaimed: '无主款项',
  joined: '与人工登记的收款合并',
  denied: '支付通道否认这笔款项',
  unconfirmed: '支付通道 24 小时内未确认',
  known: '单号已由其他方式入账',
  dismissed: '已忽略，之后支付通道确认了这笔款项',
} as const satisfies Record<(typeof claimVerdicts)[number], string>;

/** Why money is nobody's. */
export const unclaimedReasons = ['agency', 'unknown', 'instance', 'currency'] as const;
export const unclaimedReasonNames = {
  agency: '买家是代理商的客户',
  unknown: '没有对应的交易',
  instance: '交易属于另一个支付通道',
  currency: '币种与交易不同',
} as const satisfies Record<(typeof unclaimedReasons)[number], string>;

/** What staff do with money that is nobody's. */
export const resolutions = ['order', 'wallet', 'returned', 'explained'] as const;
export type Resolution = (typeof resolutions)[number];
export const resolutionNames = {
  order: '归入订单',
  wallet: '转入用户钱包',
  returned: '标记为已退回',
  explained: '标记为已查明',
} as const satisfies Record<Resolution, string>;

/** How a customer's request stands. */
export const requestStates = ['open', 'granted', 'declined'] as const;
export const requestStateNames = {
  open: '待处理',
  granted: '已入账',
  declined: '已驳回',
} as const satisfies Record<(typeof requestStates)[number], string>;

/** What is known of the money that a request names; `unsure` whose it is: of another customer, instance, or several. */
export const requestedMoney = ['none', 'waiting', 'doubtful', 'unclaimed', 'used', 'unsure'] as const;
export const requestedMoneyNames = {
  none: '没有这个单号的款项',
  waiting: '等待入账',
  doubtful: '存疑',
  unclaimed: '无主款项',
  used: '已入账',
  unsure: '有同号款项，是否属于该订单需人工核对',
} as const satisfies Record<(typeof requestedMoney)[number], string>;

const Count = z.number().int().nonnegative();
const Currency = z.enum(['CNY', 'USDT']);
/** An amount of a currency, with at most 3 decimals. */
const Amount = z.number().nonnegative();

/** The trade that money names, with its order and its buyer; empty and null where it names none of ours. */
const namedTrade = {
  tradeno: z.string(),
  order_id: Id.nullable(),
  /** Name of the product. */
  desc: z.string(),
  user_id: Id.nullable(),
  /** Address of the buyer. */
  email: z.string(),
};

/** A notification of a provider, and how often the same came within an hour. */
export const Delivery = z.object({
  _id: Id,
  instance: z.string(),
  platform: z.string(),
  /** Number of the money; empty where none was stored. */
  reference: z.string(),
  /** Null where no money was stored. */
  amount: Amount.nullable(),
  currency: Currency,
  ...namedTrade,
  verdict: z.enum(deliveryVerdicts),
  /** Why it was ignored or refused. */
  why: z.string(),
  times: z.number().int().positive(),
  bytes: z.number().int().nonnegative(),
  first_at: Instant,
  last_at: Instant,
});
export type Delivery = z.output<typeof Delivery>;

/** What a provider said of money. */
export const MoneyClaim = z.object({
  _id: Id,
  platform: z.string(),
  reference: z.string(),
  amount: Amount,
  currency: Currency,
  state: z.enum(claimStates),
  verdict: z.enum(claimVerdicts),
  /** The provider has to confirm it first. */
  must_ask: z.boolean(),
  /** Somebody said something else by the same reference. */
  contradicted: z.boolean(),
  ...namedTrade,
  attempts: z.number().int().nonnegative(),
  received_at: Instant,
});
export type MoneyClaim = z.output<typeof MoneyClaim>;

/** Money that is nobody's. */
export const UnclaimedMoney = z.object({
  _id: Id,
  platform: z.string(),
  reference: z.string(),
  amount: Amount,
  currency: Currency,
  reason: z.enum(unclaimedReasons),
  ...namedTrade,
  paid_at: Instant,
});
export type UnclaimedMoney = z.output<typeof UnclaimedMoney>;

/** A customer says that money arrived and paid nothing. */
export const MoneyRequest = z.object({
  _id: Id,
  email: z.string(),
  user_id: Id,
  order_id: Id,
  desc: z.string(),
  reference: z.string(),
  state: z.enum(requestStates),
  answer: z.string(),
  money: z.enum(requestedMoney),
  /** The money itself while it is nobody's. */
  unclaimed: UnclaimedMoney.nullable(),
  created_at: Instant,
});
export type MoneyRequest = z.output<typeof MoneyRequest>;

/** Whose money, and which: an instance by its name, a currency, and a text of its numbers; all of it without them. */
export const MoneyFilter = z.object({
  instance: Line(40).default(''),
  currency: Currency.optional(),
  /** Part of its reference or its buyer's address; of a claim also of its trade's or its order's number. */
  filterStr: SearchLine(254).default(''),
});
export type MoneyFilter = z.input<typeof MoneyFilter>;

const Reason = Line(200).min(1, '请填写说明');

export const moneyCalls = {
  deliveryList: call({
    path: '/api/admin/money/delivery_list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'What payment providers notified and what became of it, newest first; at most 1,000.',
    input: z.object({
      instance: Line(40).default(''),
      verdict: z.enum(deliveryVerdicts).optional(),
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    output: z.array(Delivery),
    fails: [],
  }),
  counts: call({
    path: '/api/admin/money/counts',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'How much waits for staff: undecided claims, unclaimed money, and open requests of customers.',
    input: Nothing,
    output: z.object({ claims: Count, unclaimed: Count, requests: Count }),
    fails: [],
  }),
  claimList: call({
    path: '/api/admin/money/claim_list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'What providers said of money, newest first, by state, instance, currency and a text; at most 1,000.',
    input: MoneyFilter.extend({ state: z.enum(claimStates).optional() }),
    output: z.array(MoneyClaim),
    fails: [],
  }),
  settleClaim: call({
    path: '/api/admin/money/settle_claim',
    access: access.admin,
    rate: 'change',
    audit: 'claim',
    stepUp: 'always',
    summary:
      'Settles a claim that waits or is doubtful, as if its provider had confirmed it; it is other money than a receipt of its number for another buyer. 1109 when it is settled or dismissed, or its money was settled in another way.',
    input: z.object({ claim_id: Id }),
    output: z.object({ outcome: z.enum(['paid', 'credited', 'unclaimed', 'joined']) }),
    fails: ['notFound', 'conflict'],
  }),
  dismissClaim: call({
    path: '/api/admin/money/dismiss_claim',
    access: access.admin,
    rate: 'change',
    audit: 'claim',
    stepUp: 'always',
    summary: 'Ends a doubtful claim that tells of no money. 1109 when it is not doubtful.',
    input: z.object({ claim_id: Id, reason: field('说明', Reason) }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
  unclaimedList: call({
    path: '/api/admin/money/unclaimed_list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Money that is nobody’s, newest first, by instance, currency and a text; at most 1,000.',
    input: MoneyFilter,
    output: z.array(UnclaimedMoney),
    fails: [],
  }),
  resolveUnclaimed: call({
    path: '/api/admin/money/resolve_unclaimed',
    access: access.admin,
    rate: 'change',
    audit: 'unclaimed',
    stepUp: 'always',
    summary:
      'Gives money that is nobody’s to an order or a wallet, or notes that it was sent back or explained. 1109 when somebody else has done so, or it cannot go there.',
    input: z.object({
      payment_id: Id,
      to: field('处理方式', z.enum(resolutions), { choices: resolutionNames }),
      order_id: field('订单号', z.union([Id, z.literal('')]).default('')),
      email: field('用户邮箱', z.union([KnownEmail, z.literal('')]).default('')),
      yuan: field('折合人民币', FenAmount.max(1_000_000).default(0), { unit: '元', help: '仅外币款项需要填写' }),
      reason: field('说明', Reason),
    }),
    output: z.object({ outcome: z.enum(['paid', 'credited', 'returned', 'explained']) }),
    fails: ['notFound', 'conflict'],
  }),
  requestList: call({
    path: '/api/admin/money/request_list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary:
      'Customers who say that money of theirs paid nothing, or those of them whose address, number or order contains a text: open requests first, the longest wait first; then the newest of the others; at most 1,000.',
    input: z.object({ filterStr: SearchLine(254).default('') }),
    output: z.array(MoneyRequest),
    fails: [],
  }),
  declineRequest: call({
    path: '/api/admin/money/decline_request',
    access: access.admin,
    rate: 'change',
    audit: 'moneyRequest',
    summary: 'Declines such a request with a reason, of which its customer is told. 1109 when it is decided.',
    input: z.object({ request_id: Id, answer: field('驳回原因', Line(200).min(1, '请填写原因')) }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
