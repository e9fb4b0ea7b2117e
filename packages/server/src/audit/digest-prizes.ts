import { mintCaps } from '@skyport/contract/coupons';
import { z } from 'zod';
import { amount } from '../notices/index.ts';
import type { AuditEntry } from '../platform/audit-rules.ts';
import { isBetter, type PrizeOffer } from '../prizes/index.ts';

/** What the digest tells of a prize: that it was made, or gives more, or with another chance, than before. */
export type PrizeLine =
  | { readonly what: 'prizeMade'; readonly to: PrizeOffer }
  | { readonly what: 'prizeBetter'; readonly from: PrizeOffer; readonly to: PrizeOffer };

/** As the audit holds it. */
const Offered = z.object({
  name: z.string(),
  traffic: z.number().int(),
  vip_days: z.number().int(),
  weight: z.number().int(),
  has_coupon: z.boolean(),
  discount_bp: z.number().int(),
  discount_days: z.number().int(),
});

const Edited = z.object({ offer: Offered });

/** The line of an entry about a prize; undefined where nothing more is given: a deletion, another description. */
export const prizeLine = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): PrizeLine | undefined => {
  if (after === null) return undefined;
  if (before === null) return { what: 'prizeMade', to: Offered.parse(after) };
  const [from, to] = [Edited.safeParse(before).data?.offer, Edited.safeParse(after).data?.offer];
  return from && to && isBetter(from, to) ? { what: 'prizeBetter', from, to } : undefined;
};

/** What a prize gives, as so many uses of coupons at their caps: compares bytes with days. */
export const worthOfPrize = ({ traffic, vip_days }: PrizeOffer): number =>
  traffic / mintCaps.traffic + vip_days / mintCaps.vipDay;

const WHOLE_BP = 10_000;

const offerText = ({ traffic, vip_days, weight, ...coupon }: PrizeOffer): string => {
  const { has_coupon, discount_bp, discount_days } = coupon;
  const parts = [
    ...(traffic > 0 ? [`流量 ${amount(traffic)}`] : []),
    ...(vip_days > 0 ? [`会员 ${vip_days} 天`] : []),
    ...(has_coupon ? [`折扣 ${discount_bp / WHOLE_BP}（${discount_days} 天）`] : []),
  ];
  return `${parts.length > 0 ? parts.join('、') : '无'}，权重 ${weight}`;
};

/** What a line says of its prize; the name is cut where it would hide what can be won. */
export const prizeText = (line: PrizeLine, shortName: (name: string) => string): string => {
  const name = shortName(line.to.name);
  if (line.what === 'prizeMade') return `新建奖品“${name}”：${offerText(line.to)}`;
  return `修改奖品“${name}”：${offerText(line.from)} → ${offerText(line.to)}`;
};
