import { z } from 'zod';
import { access, call } from './call.ts';
import { CaptchaSolution } from './captcha.ts';
import { shownFields } from './changed-fields.ts';
import { couponUseTitles } from './coupon-use-columns.ts';
import { field } from './form.ts';
import { exportedColumns, ExportTicket } from './list-export.ts';
import { CouponCode, Done, Nothing, TypedCode } from './shapes.ts';
import { ByteCount, FenAmount, Id, Instant, Line, YuanAmount } from './units.ts';

/** Types of coupon: the first two are trial coupons, redeemed without an order; the others belong to purchases. */
export const CouponType = z.enum(['freeUse', 'freeTime', 'cash', 'discount']);
export type CouponType = z.infer<typeof CouponType>;

/** Chinese names of the coupon types. */
export const couponTypeNames = {
  freeUse: '流量体验券',
  freeTime: '时间体验券',
  cash: '现金券',
  discount: '折扣券',
} as const satisfies Record<CouponType, string>;

const couponFields = z.object({
  name: field('名称', Line(64).min(1)),
  type: field('类型', CouponType, { choices: couponTypeNames }),
  taobao: field('用于淘宝', z.boolean().default(false)),
  code: field('优惠码', CouponCode),
  /** Bytes (freeUse). */
  traffic: field('流量', ByteCount.max(1024 ** 5).default(0), { help: '流量体验券增加的流量' }),
  traffixHaveLimitTime: field('限时', z.boolean().default(false), { help: '到时后收回未用完的流量' }),
  traffixLimitTime: field('流量自动过期', z.number().int().min(0).max(87_600).default(0), { unit: '小时' }),
  vipDay: field('会员天数', z.number().int().min(0).max(36_500).default(0), { unit: '天' }),
  forMoney: field('抵扣现金', FenAmount.max(1_000_000).default(0), { unit: '元' }),
  /** Share of the price that is still paid. */
  discount: field('折扣', z.number().min(0.1).max(1).default(1), { help: '0.1 到 1，0.8 即打 8 折' }),
  useNumPerUser: field('每人可用次数', z.number().int().min(0).max(1_000_000).default(1), {
    help: '0 为不限，只有管理员可以保存',
  }),
  NumberOfAuthorizations: field('总次数', z.number().int().min(0).max(100_000_000).default(0), {
    help: '0 为不限，只有管理员可以保存',
  }),
  expireTime: field('过期时间', Instant),
  /** Days that prefill the expiry date. */
  vipExpireTime: field('默认有效期', z.number().int().min(0).max(3650).default(7), { unit: '天' }),
});

/**
 * The form of one coupon; without `_id` a new one is made. A type's own amount must be above zero. With `shown` it is
 * saved only while it is still that.
 */
export const CouponForm = couponFields
  .extend({ _id: Id.optional(), shown: shownFields(couponFields).optional() })
  .superRefine((c, ctx) => {
    const refuse = (path: keyof typeof couponFields.shape, message: string): void =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if (c.type === 'freeUse' && c.traffic === 0) refuse('traffic', '流量体验券的流量必须大于 0');
    if (c.type === 'freeUse' && c.traffixHaveLimitTime && c.traffixLimitTime === 0)
      refuse('traffixLimitTime', '限时流量券需要填写过期小时数');
    if (c.type === 'freeTime' && c.vipDay === 0) refuse('vipDay', '时间体验券的天数必须大于 0');
    if (c.type === 'cash' && c.forMoney === 0) refuse('forMoney', '现金券的金额必须大于 0');
    if (Math.abs(c.discount * 1e4 - Math.round(c.discount * 1e4)) > 1e-6) refuse('discount', '折扣最多 4 位小数');
  });
export type CouponForm = z.output<typeof CouponForm>;

/** What one use of a coupon may give unless an admin saves it: bytes, days of membership, yuan, whole orders. */
export const mintCaps = { traffic: 1024 ** 4, vipDay: 3650, forMoney: 500, orders: 1 } as const;

/** All uses of a coupon together may give at most this many times the cap of one use. */
export const MINT_USES = 100;

/** Parts of a whole order in which a discount is counted. */
const ORDER_PARTS = 10_000;

/** What one use gives and may give, in bytes, days, fen or ten-thousandths of a whole order. */
const mintOf = (c: Pick<CouponForm, 'type' | 'traffic' | 'vipDay' | 'forMoney' | 'discount'>) => {
  switch (c.type) {
    case 'freeUse':
      return { amount: c.traffic, cap: mintCaps.traffic, one: '流量超过 1 T', all: '流量总额超过 100 T' };
    case 'freeTime':
      return { amount: c.vipDay, cap: mintCaps.vipDay, one: '会员天数超过 3650 天', all: '会员总天数超过 365000 天' };
    case 'cash':
      return {
        amount: Math.round(c.forMoney * 100),
        cap: mintCaps.forMoney * 100,
        one: '抵扣现金超过 500 元',
        all: '抵扣现金总额超过 50000 元',
      };
    case 'discount':
      return {
        amount: Math.round((1 - c.discount) * ORDER_PARTS),
        cap: mintCaps.orders * ORDER_PARTS,
        one: '折扣超过一单全价',
        all: '折扣总额超过 100 单全价',
      };
  }
};

/** Why only an admin may save a coupon, in Chinese; undefined when operations staff may too. */
export const aboveMintCaps = (
  c: Pick<
    CouponForm,
    'type' | 'traffic' | 'vipDay' | 'forMoney' | 'discount' | 'useNumPerUser' | 'NumberOfAuthorizations'
  >,
): string | undefined => {
  const mint = mintOf(c);
  if (mint.amount > mint.cap) return mint.one;
  if (c.NumberOfAuthorizations === 0) return '总次数不限';
  if (mint.amount * c.NumberOfAuthorizations > mint.cap * MINT_USES) return mint.all;
  return c.useNumPerUser === 0 ? '每人可用次数不限' : undefined;
};

/** A coupon as staff see it. */
export const Coupon = z.object({
  ...couponFields.shape,
  _id: Id,
  /** Only this very spelling of the code counts: another stored code differs from it in case alone. */
  exactCode: z.boolean(),
  /** Uses so far. */
  authTimes: z.number().int().nonnegative(),
  createTime: Instant,
  /** E-mail address of whoever made it; empty where nobody remembers, or it was drawn. */
  maker: z.string(),
  /** E-mail address of the only account that may use it; empty for one that is for everybody. */
  owner: z.string(),
});
export type Coupon = z.output<typeof Coupon>;

/** A discount coupon of one account alone, as its owner sees it. */
export const PersonalCoupon = z.object({
  _id: Id,
  name: z.string(),
  code: z.string(),
  /** Share of the price that is still paid. */
  discount: z.number(),
  expireTime: Instant,
});
export type PersonalCoupon = z.infer<typeof PersonalCoupon>;

/** One use of a coupon. `is_delete`: released by a cancelled order. */
export const CouponRecord = z.object({
  _id: Id,
  email: z.string(),
  code: z.string(),
  type: CouponType,
  add_traffic: ByteCount,
  add_day: z.number().nonnegative(),
  add_money: YuanAmount,
  discount: z.number(),
  time: Instant,
  is_delete: z.boolean(),
});
export type CouponRecord = z.infer<typeof CouponRecord>;

export const couponsCalls = {
  redeem: call({
    path: '/api/coupon/redeem_coupon',
    access: access.account,
    rate: 'guess',
    summary:
      'Redeems a trial coupon for traffic or membership days. 1109 where the account would have more traffic than one can.',
    /** Any text: a code of another shape is simply one that does not exist. */
    input: z.object({
      code: field('体验券', TypedCode),
      captcha: CaptchaSolution.optional(),
    }),
    output: z.object({
      name: z.string(),
      traffic: ByteCount,
      day: z.number().int().nonnegative(),
      type: z.enum(['freeUse', 'freeTime']),
    }),
    fails: [
      'couponTooManyTries',
      'captchaNeeded',
      'couponMissing',
      'couponExpired',
      'couponWrongType',
      'couponUsedUp',
      'couponExhausted',
      'conflict',
    ],
  }),
  mine: call({
    path: '/api/coupon/mine',
    access: access.customer,
    rate: 'read',
    summary: 'Discount coupons of the account alone that it can use now, the one that ends first in front.',
    input: Nothing,
    output: z.array(PersonalCoupon),
    fails: [],
  }),
  list: call({
    path: '/api/yunying/coupon/coupon_list',
    access: access.yunying,
    rate: 'read',
    audit: 'none',
    summary: 'All coupons, newest first.',
    input: Nothing,
    output: z.array(Coupon),
    fails: [],
  }),
  update: call({
    path: '/api/yunying/coupon/update_coupon',
    access: access.yunying,
    rate: 'change',
    audit: 'coupon',
    stepUp: 'sometimes',
    summary:
      'Creates a coupon (without _id) or saves one; answers the saved coupon. Above the caps, or without a total, for admins only. 1109, with the coupon as it is now, when it is no longer the one that was shown.',
    input: CouponForm,
    output: Coupon,
    fails: ['notFound', 'conflict'],
  }),
  delete: call({
    path: '/api/yunying/coupon/delete_coupon',
    access: access.yunying,
    rate: 'change',
    audit: 'coupon',
    summary: 'Deletes the coupons named; ids that are gone already are passed over.',
    input: z.object({ id_list: z.array(Id).min(1).max(10_000) }),
    output: Done,
    fails: ['notFound'],
  }),
  recordList: call({
    path: '/api/yunying/coupon/coupon_record_list',
    access: access.yunying,
    rate: 'read',
    audit: 'none',
    summary: 'The most recent uses of coupons.',
    input: z.object({ limit: field('最近使用的数量', z.number().int().min(1).max(1000).default(100)) }),
    output: z.array(CouponRecord),
    fails: [],
  }),
  exportUses: call({
    path: '/api/yunying/coupon/export_records',
    access: access.yunying,
    rate: 'change',
    audit: 'export',
    summary: 'Asks for all uses of coupons as a file, newest first. 1109 while another export of the caller runs.',
    input: z.object({ columns: exportedColumns(couponUseTitles) }),
    output: ExportTicket,
    fails: ['conflict'],
  }),
} as const;
