import { expect, test } from 'vitest';
import { flows } from './flows.ts';
import { giftFlows, giftPoints } from './gifts.ts';
import { orderPoints, unvisited } from './points.ts';

test('every crash point of orders has a flow that comes by, and one that nobody died at is a failure', () => {
  const strewn = new Set<string>(flows.flatMap(({ points }) => points));
  expect(unvisited(strewn)).toEqual([]);
  expect(orderPoints).toContain('grant.after-ledger');
  expect(orderPoints).toContain('take-back.before-commit');
  expect(unvisited(new Set(orderPoints.filter((point) => point !== 'settle.after-commit')))).toEqual([
    'no process died at the crash point settle.after-commit',
  ]);
});

test('every crash point of transfers, draws and agencies has a flow that comes by', () => {
  expect(unvisited(new Set(giftFlows.flatMap(({ points }) => points)), giftPoints)).toEqual([]);
  expect(giftPoints).toHaveLength(12);
});
