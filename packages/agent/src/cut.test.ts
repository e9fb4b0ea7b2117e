import { expect, test } from 'vitest';
import { planCut } from './cut.ts';

test('an address that somebody else uses too is never cut', () => {
  const plan = planCut(['192.0.2.1', '192.0.2.2'], new Set(['192.0.2.2', '192.0.2.3']));
  expect(plan).toEqual({ cut: ['192.0.2.1'], shared: ['192.0.2.2'] });
});
