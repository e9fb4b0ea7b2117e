import { mintCaps } from '@skyport/contract/coupons';
import { z } from 'zod';
import { amount } from '../notices/index.ts';
import { isCheaper, type Offer } from '../shop/index.ts';
import type { AuditEntry } from '../platform/audit-rules.ts';

/** What the digest tells of a product: that it was made, or sells more or for less than before. */
export type ComboLine =
  | { readonly what: 'comboMade'; readonly to: Offer }
  | { readonly what: 'comboCheaper'; readonly from: Offer; readonly to: Offer };

/** Products that were made or made cheaper: how many, and the lowest price in milli-yuan. */
export interface ComboSums {
  readonly count: number;
  readonly lowest: number;
}

/** As the audit holds it. */
const Offered = z.object({
  name: z.string(),
  price: z.number().int(),
  traffic: z.number().int(),
  vip_days: z.number().int(),
  bonus_percent: z.number().int(),
  permission_ids: z.array(z.string()),
  permission_days: z.number().int(),
});

/** Entries of an earlier version do not hold the whole offer of an edit. */
const Edited = z.object({ offer: Offered.optional() });

/** The line of an entry about a product; undefined where nothing is sold for less: a deletion, another description. */
export const comboLine = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ComboLine | undefined => {
  if (after === null) return undefined;
  if (before === null) return { what: 'comboMade', to: Offered.parse(after) };
  const [from, to] = [Edited.parse(before).offer, Edited.parse(after).offer];
  return from && to && isCheaper(from, to) ? { what: 'comboCheaper', from, to } : undefined;
};

const MILLI = 1000;
const WHOLE_PERCENT = 100;

/** How much one yuan buys, as so many uses of coupons at their caps: compares bytes with days. */
export const boughtPerYuan = ({ price, traffic, vip_days, bonus_percent }: Offer): number => {
  const given = traffic / mintCaps.traffic + vip_days / mintCaps.vipDay;
  return (given * (1 + bonus_percent / WHOLE_PERCENT)) / (Math.max(price, 1) / MILLI);
};

const offerText = (offer: Offer): string => {
  const { price, traffic, vip_days, bonus_percent, permission_ids, permission_days } = offer;
  const parts = [
    ...(traffic > 0 ? [`流量 ${amount(traffic)}`] : []),
    ...(vip_days > 0 ? [`会员 ${vip_days} 天`] : []),
    ...(bonus_percent > 0 ? [`赠送 ${bonus_percent}%`] : []),
    ...(permission_ids.length > 0 ? [`权限 ${permission_ids.length} 项 ${permission_days} 天`] : []),
  ];
  return `${price / MILLI} 元（${parts.join('、')}）`;
};

/** What a line says of its product; the name is cut where it would hide what is sold. */
export const comboText = (line: ComboLine, shortName: (name: string) => string): string => {
  const { what, to } = line;
  if (what === 'comboMade') return `新建商品“${shortName(to.name)}”：${offerText(to)}`;
  return `修改商品“${shortName(to.name)}”：${offerText(line.from)} → ${offerText(to)}`;
};

/** What is said when not every product is named. */
export const comboSumText = ({ count, lowest }: ComboSums): string =>
  `新建或降价商品 ${count} 次，最低 ${lowest / MILLI} 元`;
