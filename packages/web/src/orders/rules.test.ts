import type { Order } from '@skyport/contract/orders';
import { stateText } from '@skyport/contract/trades-columns';
import { expect, test } from 'vitest';
import { creditedText, isShown, leftText, restOf, stateOf } from './rules.ts';
import { sampleOrder } from '../testing/samples.ts';
import { texts } from './texts.ts';

test('unpaid orders are those that can still be paid; cancelled ones stand among all only', () => {
  const shown = (filter: 'all' | 'unpaid' | 'paid') =>
    (['topay', 'wallet_spend', 'paied', 'cancled'] as const).filter((status) => isShown({ status }, filter));
  expect(shown('all')).toEqual(['topay', 'wallet_spend', 'paied', 'cancled']);
  expect(shown('unpaid')).toEqual(['topay', 'wallet_spend']);
  expect(shown('paid')).toEqual(['paied']);
});

test('what is left to pay is exact to the fen', () => {
  expect(restOf({ ...sampleOrder, order_money: 30.3, coupon_discount: 10.1, wallet_spend: 0.1 })).toBe(20.1);
});

test('an order whose time is over is about to be cancelled', () => {
  expect([leftText(90_000), leftText(0), leftText(-1)]).toEqual(['1 分钟 30 秒', texts.over, texts.over]);
});

test('money in the wallet is all of what came for an unpaid order, and a part of what came for a paid one', () => {
  const stated = (status: Order['status'], credited: number) =>
    stateText(stateOf({ ...sampleOrder, status, credited }));
  expect(stated('paied', 0)).toBe('购买成功');
  expect(stated('paied', 1.5)).toBe('购买成功 · 部分金额已入钱包');
  expect(stated('topay', 18)).toBe('未支付 · 金额已入钱包');
  expect(stated('cancled', 30)).toBe('已取消 · 金额已入钱包');
});

test.each([
  ['paied', 0, texts.creditedHint('20.00')],
  ['paied', 20, texts.creditedAndSpent('20.00', '20.00')],
  ['topay', 20, texts.creditedHint('20.00')],
  ['cancled', 20, texts.creditedHint('20.00')],
] as const)('money in the wallet of an order that is %s and took %d from it', (status, wallet_spend, said) => {
  expect(creditedText({ ...sampleOrder, status, wallet_spend, credited: 20 })).toBe(said);
});
