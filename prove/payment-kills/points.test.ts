import { expect, test } from 'vitest';
import { unvisited } from '../order-kills/points.ts';
import { payPoints } from './points.ts';
import { shops } from './providers.ts';

test('every crash point of payments has a flow that comes by', () => {
  const flows = shops.flat().flatMap((provider) => provider.flows);
  const strewn = new Set<string>(flows.flatMap(({ points }) => points));
  expect(unvisited(strewn, payPoints)).toEqual([]);
  for (const point of ['query.said', 'claim.stored', 'watch.read', 'deposit.noted']) expect(payPoints).toContain(point);
});
