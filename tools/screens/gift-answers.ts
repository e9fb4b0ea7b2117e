import type { BuiltCall, Output } from '@skyport/contract/call';
import { type PersonalCoupon, couponsCalls } from '@skyport/contract/coupons';
import { type Draw, type Prize, prizesCalls, WheelPrize } from '@skyport/contract/prizes';
import { type Push, pushCalls } from '@skyport/contract/push';
import { GIB } from '@skyport/contract/units';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8090-${String(n).padStart(12, '0')}`;

const pushesOf = (ago: (days: number) => string): Push[] =>
  (
    [
      { pushNumber: 30, receiveNumber: 24, code: 'K7QHX2MZAB4P' },
      { pushNumber: 21, receiveNumber: 16.8, code: 'B5WTRY6NCJ3D', state: 'received', endTime: ago(1.9) },
      { pushNumber: 100, receiveNumber: 80, code: 'X4MPEZ7LQA2V', state: 'returned', endTime: ago(2) },
    ] satisfies Partial<Push>[]
  ).map((push, n) => ({
    _id: id(n + 1),
    createTime: ago(n * 3 + 0.1),
    state: 'created',
    endTime: null,
    returnTime: ago(n * 3 - 6.9),
    ...push,
  }));

const prize = (n: number, change: Partial<Prize>): Prize => ({
  _id: id(20 + n),
  createTime: '2026-10-01T04:00:00.000Z',
  name: '',
  gainTraffic: 0,
  gainVipTime: 0,
  weight: 1,
  desc: '',
  hasDiscountCoupon: false,
  discountValue: 0,
  discountDuration: 0,
  photoUrl: '',
  ...change,
});

/** The prizes of every picture. */
export const prizes: readonly Prize[] = [
  prize(0, { name: '一等奖', gainTraffic: 50, weight: 1, desc: '50G 不限时流量，永不过期' }),
  prize(1, { name: '二等奖', gainTraffic: 5, weight: 8 }),
  prize(2, { name: '会员体验', gainVipTime: 3, weight: 10 }),
  prize(3, { name: '八折券', weight: 15, hasDiscountCoupon: true, discountValue: 0.8, discountDuration: 7 }),
  prize(4, { name: '幸运奖', gainTraffic: 0.5, weight: 30 }),
  prize(5, { name: '谢谢参与', weight: 36 }),
];

const couponOf = (ago: (days: number) => string): PersonalCoupon => ({
  _id: id(60),
  name: '抽奖：八折券',
  code: 'QW8E2RTY5UIO9PAS',
  discount: 0.8,
  expireTime: ago(-6.5),
});

/** Draws of an account, newest first. */
export const drawsOf = (ago: (days: number) => string): Draw[] => {
  const { code, discount, expireTime } = couponOf(ago);
  const won = [{ coupon: { code, discount, expireTime } }, { traffic: GIB / 2 }, {}, { day: 3 }, { traffic: 50 * GIB }];
  return [3, 4, 5, 2, 0].map((place, n) => ({
    _id: id(40 + n),
    prize_id: prizes[place]!._id,
    name: prizes[place]!.name,
    cost: GIB,
    traffic: 0,
    day: 0,
    coupon: null,
    time: ago(n + 0.2),
    ...won[n],
  }));
};

/** What pages of transfers and of the lottery read. */
export const giveGifts = (
  give: Give,
  { ago, empty }: { readonly ago: (days: number) => string; readonly empty: boolean },
): void => {
  const pushList = empty ? [] : pushesOf(ago);
  give(pushCalls.list, { minPushNum: 20, costRate: 0.2, available: empty ? 0 : 126 * GIB, pushList });
  give(prizesCalls.list, {
    cost: GIB,
    available: empty ? 0 : 126 * GIB,
    seats: 8,
    prizes: prizes.map((each) => WheelPrize.parse(each)),
  });
  give(prizesCalls.draws, drawsOf(ago));
  give(couponsCalls.mine, [couponOf(ago)]);
};

/** What staff read of the lottery. */
export const givePrizes = (give: Give, { empty }: { readonly empty: boolean }): void => {
  give(prizesCalls.adminList, [...prizes]);
  const month = empty ? { draws: 0, spent: 0, given: 0 } : { draws: 212, spent: 212 * GIB, given: 198.5 * GIB };
  give(prizesCalls.adminCost, { cost: GIB, ...month });
};
