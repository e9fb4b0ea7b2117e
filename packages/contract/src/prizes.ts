import { z } from 'zod';
import { access, call } from './call.ts';
import { shownFields } from './changed-fields.ts';
import { mintCaps } from './coupons.ts';
import { field } from './form.ts';
import { ById, ChangeName, Done, Nothing } from './shapes.ts';
import { ByteCount, GIB, Id, Instant, Line, TextOf } from './units.ts';

/** G that a prize gives at most, whoever saves it. */
const MOST_GIGABYTES = 1024 ** 2;

/** Share of a price that the least coupon leaves to be paid, and decimals in which it is said. */
const LEAST_SHARE = 0.1;
const SHARE_DECIMALS = 4;

const hasDecimals = (value: number, decimals: number): boolean =>
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6;

const prizeFields = z.object({
  name: field('名称', Line(32).min(1)),
  /** G of permanent traffic. */
  gainTraffic: field(
    '获得流量',
    z
      .number()
      .min(0)
      .max(MOST_GIGABYTES)
      .refine((n) => hasDecimals(n, 3), '流量最多 3 位小数')
      .default(0),
    { unit: 'G' },
  ),
  /** Days of membership. */
  gainVipTime: field('获得会员天数', z.number().int().min(0).max(36_500).default(0), { unit: '天' }),
  weight: field('权重', z.number().int().min(0).max(1_000_000).default(1), { help: '权重越大越容易抽中，0 为抽不中' }),
  desc: field('描述', Line(200).default('')),
  hasDiscountCoupon: field('赠送折扣券', z.boolean().default(false), { help: '抽中的账号专用，可用一次' }),
  /** Share of the price that is still paid. */
  discountValue: field('折扣', z.number().min(0).max(1).default(0), { help: '0.1 到 1，0.8 即打 8 折' }),
  /** Days. */
  discountDuration: field('折扣券有效期', z.number().int().min(0).max(3650).default(0), { unit: '天' }),
  /** Name of an uploaded image; empty without one. */
  photoUrl: field('图片', TextOf(200).default('')),
});

/**
 * The form of one prize; without `_id` a new one is made, once for each `change`. With `shown` it is saved only while
 * it is still that.
 */
export const PrizeForm = prizeFields
  .extend({ _id: Id.optional(), shown: shownFields(prizeFields).optional(), change: ChangeName.optional() })
  .superRefine((prize, ctx) => {
    const refuse = (path: keyof typeof prizeFields.shape, message: string): void =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    // Also of a coupon that is switched off: more decimals would be lost silently.
    if (!hasDecimals(prize.discountValue, SHARE_DECIMALS)) refuse('discountValue', '折扣最多 4 位小数');
    if (!prize.hasDiscountCoupon) return;
    if (prize.discountValue < LEAST_SHARE) refuse('discountValue', '折扣须在 0.1 到 1 之间');
    if (prize.discountDuration < 1) refuse('discountDuration', '折扣券有效期至少 1 天');
  });
export type PrizeForm = z.output<typeof PrizeForm>;

/**
 * Why only an admin may save a prize, in Chinese; undefined when operations staff may too. Coupons that are drawn have
 * no total, as only coupons of admins may.
 */
export const prizeAboveCaps = (
  prize: Pick<PrizeForm, 'gainTraffic' | 'gainVipTime' | 'hasDiscountCoupon' | 'discountValue'>,
): string | undefined => {
  if (prize.gainTraffic * GIB > mintCaps.traffic) return '流量超过 1 T';
  if (prize.gainVipTime > mintCaps.vipDay) return `会员天数超过 ${mintCaps.vipDay} 天`;
  return prize.hasDiscountCoupon && prize.discountValue < 1 ? '折扣券总数不限' : undefined;
};

/** Days that a draw gives on average at most while operations staff set the prizes; traffic is capped at its cost. */
const DRAW_DAYS = 30;

/** Draws of one account within 24 hours: days of membership that they give stay below a coupon's cap. */
export const DRAWS_A_DAY = 100;

/** What of a prize counts for the average of a draw. */
export type Drawable = Pick<PrizeForm, 'gainTraffic' | 'gainVipTime' | 'weight'>;

/** What a draw gives on average, in G and days; nothing where nothing can be won. */
export const expectedOf = (prizes: readonly Drawable[]): { readonly gigabytes: number; readonly days: number } => {
  const weight = prizes.reduce((sum, prize) => sum + prize.weight, 0);
  if (weight === 0) return { gigabytes: 0, days: 0 };
  return {
    // Summed in whole thousandths of a G, so that an average equal to the cost is not above it.
    gigabytes:
      prizes.reduce((sum, prize) => sum + prize.weight * Math.round(prize.gainTraffic * 1000), 0) / weight / 1000,
    days: prizes.reduce((sum, prize) => sum + prize.weight * prize.gainVipTime, 0) / weight,
  };
};

/** Prizes before and after a change, and G that a draw costs. */
interface WheelChange {
  readonly before: readonly Drawable[];
  readonly after: readonly Drawable[];
  readonly cost: number;
}

/**
 * Why only an admin may change prizes so, in Chinese: a draw would give more traffic on average than it costs, or more
 * days than the cap, and more than before. Undefined when operations staff may too.
 */
export const drawAboveCaps = ({ before, after, cost }: WheelChange): string | undefined => {
  const [from, to] = [expectedOf(before), expectedOf(after)];
  if (to.gigabytes > cost && to.gigabytes > from.gigabytes) return `平均每次抽奖获得的流量超过抽奖消耗 ${cost} G`;
  return to.days > DRAW_DAYS && to.days > from.days ? `平均每次抽奖获得的会员超过 ${DRAW_DAYS} 天` : undefined;
};

/** A prize as staff see it. */
export const Prize = z.object({ ...prizeFields.shape, _id: Id, createTime: Instant });
export type Prize = z.output<typeof Prize>;

/** A prize as customers see it: how likely it is, is not told. */
export const WheelPrize = Prize.omit({ weight: true, createTime: true });
export type WheelPrize = z.output<typeof WheelPrize>;

/** Draws of one account that are shown at most. */
export const MOST_DRAWS = 50;

/** A discount coupon that was won. */
const DrawnCoupon = z.object({ code: z.string(), discount: z.number(), expireTime: Instant });

/** One draw of an account, and what it gave. Bytes and days. */
export const Draw = z.object({
  _id: Id,
  prize_id: Id,
  name: z.string(),
  cost: ByteCount,
  traffic: ByteCount,
  day: z.number().int().nonnegative(),
  coupon: DrawnCoupon.nullable(),
  time: Instant,
});
export type Draw = z.infer<typeof Draw>;

/**
 * What stands on each seat of the wheel: fewer prizes than seats repeat round the wheel, more get one seat each. None
 * without prizes.
 */
export const seatsOf = <T>(prizes: readonly T[], seats: number): T[] =>
  prizes.length === 0
    ? []
    : Array.from({ length: Math.max(seats, prizes.length) }, (_, seat) => prizes[seat % prizes.length]!);

export const prizesCalls = {
  list: call({
    path: '/api/prize/list',
    access: access.customer,
    rate: 'read',
    summary: 'What a draw costs and what there is to win, without weights. 1104 where there is nothing.',
    input: Nothing,
    output: z.object({
      /** Bytes of a draw, and bytes that the account can spend on draws now. */
      cost: ByteCount,
      available: ByteCount,
      /** Seats of the wheel. */
      seats: z.number().int().positive(),
      prizes: z.array(WheelPrize),
    }),
    fails: ['notFound'],
  }),
  draw: call({
    path: '/api/prize/draw',
    access: access.customerStrict,
    rate: 'change',
    summary:
      'Draws once for permanent traffic; the same click is answered by the same draw. 1039 after ten draws within ten seconds, or a hundred within 24 hours.',
    input: z.object({ click: ChangeName.optional() }),
    output: Draw,
    fails: ['roleForbidden', 'notFound', 'notEnoughTraffic', 'tooFrequent', 'conflict'],
  }),
  draws: call({
    path: '/api/prize/draws',
    access: access.customer,
    rate: 'read',
    summary: 'The newest 50 draws of the account.',
    input: Nothing,
    output: z.array(Draw),
    fails: [],
  }),
  adminList: call({
    path: '/api/yunying/prize/list',
    access: access.yunying,
    rate: 'read',
    audit: 'none',
    summary: 'All prizes with their weights.',
    input: Nothing,
    output: z.array(Prize),
    fails: [],
  }),
  adminCost: call({
    path: '/api/yunying/prize/cost',
    access: access.yunying,
    rate: 'read',
    audit: 'none',
    summary: 'What a draw costs (bytes), and the draws of the last 30 days with what they cost and gave.',
    input: Nothing,
    output: z.object({
      cost: ByteCount,
      draws: z.number().int().nonnegative(),
      spent: ByteCount,
      given: ByteCount,
    }),
    fails: [],
  }),
  update: call({
    path: '/api/yunying/prize/update',
    access: access.yunying,
    rate: 'change',
    audit: 'prize',
    stepUp: 'sometimes',
    summary:
      'Creates a prize (without _id) or saves one; answers the saved prize. Above the caps for admins only, as with a coupon, or where a draw gives more than it costs. 1109, with the prize as it is now, when it is no longer the one that was shown. The same `change` creates once, and answers with what it made again; 1109 with another form.',
    input: PrizeForm,
    output: Prize,
    fails: ['notFound', 'conflict'],
  }),
  delete: call({
    path: '/api/yunying/prize/delete',
    access: access.yunying,
    rate: 'change',
    audit: 'prize',
    stepUp: 'sometimes',
    summary:
      'Deletes a prize; draws that gave it stay. For admins only where the prize is above the caps, or draws would be.',
    input: ById,
    output: Done,
    fails: ['notFound'],
  }),
} as const;
