import { z } from 'zod';
import { access, call } from './call.ts';
import { CouponRecord } from './coupons.ts';
import { Order } from './orders.ts';
import { SessionInfo } from './sessions.ts';
import { Done } from './shapes.ts';
import { TrafficRecord } from './traffic-types.ts';
import { ByteCount, Id, Instant, YuanAmount } from './units.ts';

/** Days of traffic records that the page of an account goes back. */
export const USER_RECORD_DAYS = 30;

const OneUser = z.object({ uid: Id });

/** What an account has, as it stands in the books now. */
export const UserBalances = z.object({
  /** Permanent traffic that is left, trials included; what trials have left of it; use that waits to be charged. */
  traffic_left: ByteCount,
  trial_left: ByteCount,
  pending: ByteCount,
  /** Use that came with nothing left and was never charged. */
  overrun: ByteCount,
  /** Trials that have something left, the first to end first. */
  trials: z.array(z.object({ _id: Id, left: ByteCount, expireTime: Instant })),
  /** The day's quota and its use; 0 without membership and without a special one. */
  day_limit: ByteCount,
  day_used: ByteCount,
  member: z.boolean(),
  /** Until then the lines are closed, because too much was used within an hour; null while they are not. */
  paused_until: Instant.nullable(),
  wallet: YuanAmount,
  /** Of it, what came from rebates. */
  wallet_rebate: YuanAmount,
  /** Set aside for orders that are not paid, and for open withdrawals. */
  wallet_hold: YuanAmount,
  withdrawing: YuanAmount,
  /** Traffic of transfers that nobody has taken yet. */
  in_transfer: ByteCount,
});
export type UserBalances = z.infer<typeof UserBalances>;

/** Orders that the page of an account shows. */
export const USER_ORDERS = 100;

/** What has to hold for an account to be served on a line. */
export const servingConditions = [
  'account',
  'confirmed',
  'balance',
  'pause',
  'node',
  'joined',
  'online',
  'valid',
  'agency',
  'entry',
  'permission',
] as const;
export type ServingCondition = (typeof servingConditions)[number];

/** A line, and why an account is served on it or is not. */
export const LineAccess = z.object({
  _id: Id,
  name: z.string(),
  node: z.string(),
  public: z.boolean(),
  /** Name of the permission that it asks for; empty without one. */
  permission: z.string(),
  served: z.boolean(),
  /** Why the line cannot be in the account's document; empty when it can. */
  problem: z.string(),
  /** Every condition, and whether it holds now. */
  conditions: z.record(z.enum(servingConditions), z.boolean()),
});
export type LineAccess = z.infer<typeof LineAccess>;

/** A notification as staff see it. */
export const SentNotice = z.object({
  _id: Id,
  desc: z.string(),
  time: Instant,
  /** Null while nobody has clicked it. */
  clicked: Instant.nullable(),
});
export type SentNotice = z.infer<typeof SentNotice>;

const list = { access: access.admin, rate: 'read', audit: 'none', input: OneUser, fails: ['notFound'] } as const;

/** Part of the calls of users: what the page of one account shows. */
export const userPageCalls = {
  balances: call({
    ...list,
    path: '/api/admin/users/balances',
    summary: 'What an account has: traffic, trials, the quota of today, and money.',
    output: UserBalances,
  }),
  records: call({
    ...list,
    path: '/api/admin/users/records',
    summary: 'Traffic records of an account of the last 30 days, of every type, newest first.',
    output: z.array(TrafficRecord),
  }),
  couponUses: call({
    ...list,
    path: '/api/admin/users/coupon_uses',
    summary: 'The newest 200 uses of coupons by an account.',
    output: z.array(CouponRecord),
  }),
  orders: call({
    ...list,
    path: '/api/admin/users/orders',
    summary: 'The newest 100 orders of an account, and whether their product is still sold.',
    output: z.array(Order.extend({ off_sale: z.boolean() })),
  }),
  sessions: call({
    ...list,
    path: '/api/admin/users/sessions',
    summary: 'Where an account is logged in.',
    output: z.array(SessionInfo),
  }),
  endSession: call({
    path: '/api/admin/users/end_session',
    access: access.admin,
    rate: 'change',
    audit: 'account',
    summary: 'Ends one session of an account, which its owner hears of.',
    input: z.object({ uid: Id, id: Id }),
    output: Done,
    fails: ['notFound'],
  }),
  endSessions: call({
    path: '/api/admin/users/end_sessions',
    access: access.admin,
    rate: 'change',
    audit: 'account',
    summary: 'Ends every session of an account, which its owner hears of.',
    input: OneUser,
    output: z.object({ ended: z.number().int().nonnegative() }),
    fails: ['notFound'],
  }),
  notices: call({
    ...list,
    path: '/api/admin/users/notices',
    summary: 'The newest 100 notifications of an account, clicked ones too.',
    output: z.array(SentNotice),
  }),
  lineAccess: call({
    ...list,
    path: '/api/admin/users/line_access',
    summary: 'Every line, and by the rules of nodes and documents why it is available to an account now or is not.',
    output: z.array(LineAccess),
  }),
} as const;
