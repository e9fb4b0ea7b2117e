import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Done } from './shapes.ts';
import { ByteCount, Id, Instant, Line, YuanAmount } from './units.ts';

/** Why money of an order goes back, or may: a refund at the provider, or a dispute at the customer's bank. */
export const flagReasons = ['refund', 'dispute'] as const;
export type FlagReason = (typeof flagReasons)[number];
export const flagReasonNames = { refund: '退款', dispute: '拒付' } as const satisfies Record<FlagReason, string>;

/** How a flag stands: staff end an open one once, by taking back what the order gave or by dismissing it. */
export const flagStates = ['open', 'taken_back', 'dismissed'] as const;
export type FlagState = (typeof flagStates)[number];
export const flagStateNames = {
  open: '待处理',
  taken_back: '已收回',
  dismissed: '已解除',
} as const satisfies Record<FlagState, string>;

/** What a provider said of money that went back. */
const TakenBackEvent = z.object({
  platform: z.string(),
  reason: z.enum(flagReasons),
  reference: z.string(),
  /** Of the currency, with at most 3 decimals. */
  amount: z.number().nonnegative(),
  currency: z.string(),
  said_at: Instant,
});
export type TakenBackEvent = z.output<typeof TakenBackEvent>;

/** What was taken back of an order. */
const TakenParts = z.object({
  traffic: ByteCount,
  /** Hours, to the hundredth. */
  vip_hours: z.number().nonnegative(),
  /** Names of permissions that were shortened. */
  permissions: z.array(z.string()),
  rebate: YuanAmount,
  credited: YuanAmount,
});

/** A flag of an order as staff see it. */
export const OrderFlag = z.object({
  _id: Id,
  reason: z.enum(flagReasons),
  state: z.enum(flagStates),
  /** Of staff who set it by hand; the address is empty where a provider said so. */
  opened_by: z.string(),
  note: z.string(),
  opened_at: Instant,
  closed_by: z.string(),
  closed_at: Instant.nullable(),
  closed_why: z.string(),
  events: z.array(TakenBackEvent),
  /** Null unless the flag was ended by a take-back. */
  taken: TakenParts.nullable(),
});
export type OrderFlag = z.output<typeof OrderFlag>;

/** A part of what an order gave: how much, and how much of it is there to be taken back. */
const part = <T extends z.ZodType>(amount: T) => z.object({ given: amount, left: amount });

const Hours = z.number().nonnegative();

/** What taking back would do to each part; what was used stays. */
export const TakeBackPreview = z.object({
  traffic: part(ByteCount),
  /** Use of the buyer that waits to be charged: it is charged first, and none of what is left. */
  pending: ByteCount,
  /** Hours, to the hundredth. */
  vip_hours: part(Hours),
  permissions: z.array(part(Hours).extend({ name: z.string() })),
  /** Of the inviter, whose address is empty where there was no rebate. */
  rebate: part(YuanAmount).extend({ email: z.string() }),
  /** Payments for this order that went to the buyer's wallet. */
  credited: part(YuanAmount),
  /** Yuan that the wallet paid: they come back only by an adjustment of staff. */
  wallet_spend: YuanAmount,
});
export type TakeBackPreview = z.output<typeof TakeBackPreview>;

const Reason = Line(200).min(1, '请填写说明');

export const orderFlagCalls = {
  flagOrder: call({
    path: '/api/admin/trades/flag_order',
    access: access.admin,
    rate: 'change',
    audit: 'orderFlag',
    summary:
      'Flags an order by hand whose money was refunded or is disputed; nothing moves. 1109 when it is flagged, or no money came for it.',
    input: z.object({
      order_id: Id,
      reason: field('类型', z.enum(flagReasons), { choices: flagReasonNames }),
      note: field('说明', Reason),
    }),
    output: z.object({ _id: Id }),
    fails: ['notFound', 'conflict'],
  }),
  takeBackPreview: call({
    path: '/api/admin/trades/take_back_preview',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'What an order gave, and what of it is left to be taken back now.',
    input: z.object({ order_id: Id }),
    output: TakeBackPreview,
    fails: ['notFound'],
  }),
  takeBack: call({
    path: '/api/admin/trades/take_back',
    access: access.admin,
    rate: 'change',
    audit: 'orderFlag',
    stepUp: 'always',
    summary:
      'Ends an open flag by taking back what the order gave, its rebate and what went to the wallet, up to what is left of each. 1109 when the flag is ended, the order was taken back before, its rebate may be in a withdrawal that waits, or a balance moves at this moment.',
    input: z.object({ flag_id: Id, reason: field('说明', Reason) }),
    output: TakenParts,
    fails: ['notFound', 'conflict'],
  }),
  dismissFlag: call({
    path: '/api/admin/trades/dismiss_flag',
    access: access.admin,
    rate: 'change',
    audit: 'orderFlag',
    summary: 'Ends an open flag and takes nothing back. 1109 when it is ended.',
    input: z.object({ flag_id: Id, reason: field('说明', Reason) }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
