import { expect, test } from 'vitest';
import { buyersTradeState, shownTradeState } from './order-states.ts';

test.each([
  // A trade is closed while its order waits, after it was paid by another one, or with it.
  ['closed', 'topay', 'cancled', 'cancled'],
  ['closed', 'wallet_spend', 'cancled', 'cancled'],
  ['closed', 'paied', 'paied', 'cancled'],
  ['closed', 'cancled', 'cancled', 'cancled'],
  ['paied', 'paied', 'paied', 'paied'],
  ['credited', 'paied', 'paied', 'paied'],
  ['credited', 'topay', 'topay', 'topay'],
  ['open', 'wallet_spend', 'wallet_spend', 'wallet_spend'],
] as const)(
  'a trade that is %s of an order that is %s: its buyer is told %s, staff %s',
  (trade, order, buyer, staff) => {
    expect([buyersTradeState(trade, order), shownTradeState(trade, order)]).toEqual([buyer, staff]);
  },
);
