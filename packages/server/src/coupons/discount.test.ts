import { expect, test } from 'vitest';
import { discountOf } from './discount.ts';

const off = (discountBp: number, price: number) => discountOf({ type: 'discount', money: 0, discountBp }, price);

test('a discount is rounded down to the fen', () => {
  expect([off(8333, 9990), off(8000, 30_000), off(10_000, 30_000), off(1000, 10)]).toEqual([1660, 6000, 0, 0]);
});

test('cash takes off no more than the price', () => {
  const cash = (money: number) => discountOf({ type: 'cash', money, discountBp: 10_000 }, 30_000);
  expect([cash(5000), cash(30_000), cash(99_990)]).toEqual([5000, 30_000, 30_000]);
});
