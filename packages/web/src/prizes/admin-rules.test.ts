import { type Prize, PrizeForm } from '@skyport/contract/prizes';
import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { fieldsOf } from '../ui/schema-form/field-spec.ts';
import { prizeFields } from './admin-parts.tsx';
import { listedPrizes, newPrize, sumsOf } from './admin-rules.ts';

const prize = (change: Partial<Prize>): Prize =>
  ({ ...newPrize, _id: '', createTime: '2026-11-20T00:00:00.000Z', ...change }) as Prize;

test('a discount moves in tenths from 0 to 1, and its coupon holds for a day at least', () => {
  const bounds = fieldsOf(PrizeForm, prizeFields).flatMap(({ name, bounds: own }) =>
    name.startsWith('discount') ? [[name, own]] : [],
  );
  expect(Object.fromEntries(bounds)).toMatchObject({
    discountValue: { min: 0, max: 1, step: 0.1 },
    discountDuration: { min: 1, step: 1 },
  });
});

test('a new prize has the defaults of the specification', () => {
  expect(newPrize).toMatchObject({
    name: '一等奖',
    gainTraffic: 10,
    gainVipTime: 0,
    weight: 1,
    desc: '',
    hasDiscountCoupon: false,
    discountValue: 0,
    discountDuration: 0,
  });
});

test('total weight, weighted traffic and win rate, and beside them what a draw gives for its cost', () => {
  const prizes = [prize({ weight: 1, gainTraffic: 10 }), prize({ weight: 9, gainTraffic: 0.5 })];
  expect(sumsOf(prizes, 2 * GIB)).toEqual({
    weight: 10,
    weighted: 14.5,
    rate: 1.45,
    expected: 1.45,
    cost: 2,
    returned: 0.725,
  });
  expect(sumsOf(prizes, 0).returned).toBeUndefined();
  expect(sumsOf([], GIB)).toMatchObject({ weight: 0, rate: 0, returned: 0 });
});

test('each prize has its chance', () => {
  expect(
    listedPrizes([prize({ weight: 1 }), prize({ weight: 3 })]).map(({ number, chance }) => [number, chance]),
  ).toEqual([
    [1, 0.25],
    [2, 0.75],
  ]);
  expect(listedPrizes([prize({ weight: 0 })])[0]!.chance).toBe(0);
});
