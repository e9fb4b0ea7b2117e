import { expect, test } from 'vitest';
import { chargeOf, thousandthsOf } from './charges.ts';

test.each([
  ['USD', 417, 4170],
  ['JPY', 417, 417_000],
  ['KWD', 417, 417],
])('a charge in %s is told in thousandths, and back', (currency, minor, thousandths) => {
  expect(thousandthsOf({ currency, minor })).toBe(thousandths);
  expect(chargeOf(thousandths, currency)).toEqual({ currency, minor });
});

test('what cannot be a currency has no unit', () => {
  expect(() => thousandthsOf({ currency: 'dollars', minor: 1 })).toThrow(RangeError);
});
