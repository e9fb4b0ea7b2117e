import { endOfShopDay, shopDate } from '../ui/shop-time.ts';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { inGigabytes } from '../ui/schema-form/in-gigabytes.ts';
import { randomCodeBeside } from '../ui/schema-form/random-code.tsx';
import { type CouponValues, SAMPLE_CODE } from './admin-rules.ts';
import { texts } from './admin-texts.ts';

const isNew = ({ _id }: CouponValues): boolean => _id === undefined;

/** The fields of the coupon editor. */
export const couponFields: readonly FieldSpec<CouponValues>[] = [
  { name: 'name' },
  {
    name: 'type',
    effect: ({ type }) => (type === 'freeUse' ? {} : { traffixHaveLimitTime: false }),
  },
  {
    name: 'traffic',
    when: ({ type }) => type === 'freeUse',
    ...inGigabytes,
  },
  { name: 'traffixHaveLimitTime', when: ({ type }) => type === 'freeUse' },
  {
    name: 'traffixLimitTime',
    when: ({ type, traffixHaveLimitTime }) => type === 'freeUse' && traffixHaveLimitTime === true,
  },
  { name: 'vipDay', when: ({ type }) => type === 'freeTime' },
  { name: 'forMoney', when: ({ type }) => type === 'cash' },
  { name: 'discount', when: ({ type }) => type === 'discount', step: 0.01 },
  { name: 'taobao' },
  {
    name: 'code',
    when: ({ taobao }) => taobao !== true,
    placeholder: SAMPLE_CODE,
    beside: randomCodeBeside,
  },
  { name: 'count', when: (values) => values.taobao === true && isNew(values) },
  { name: 'useNumPerUser' },
  { name: 'NumberOfAuthorizations' },
  {
    name: 'expireTime',
    label: texts.expireDate,
    as: 'day',
    show: (instant) => shopDate(instant),
    take: endOfShopDay,
  },
];
