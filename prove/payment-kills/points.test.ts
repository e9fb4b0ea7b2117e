import { expect, test } from 'vitest';
import { unvisited } from '../order-kills/points.ts';
import { flows } from './flows.ts';
import { payPoints } from './points.ts';

test('every crash point of payments has a flow that comes by', () => {
  const strewn = new Set<string>(flows.flatMap(({ points }) => points));
  expect(unvisited(strewn, payPoints)).toEqual([]);
  expect(payPoints).toContain('query.said');
  expect(payPoints).toContain('claim.stored');
});
