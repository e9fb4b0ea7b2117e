import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HIGHEST_BILLED } from './billing-rules.ts';
import { fractionOf, partsOf, readRemainders, remainderOf, withRemainder } from './remainders.ts';
import { scalerOf } from './scaling.ts';

const PPM = 1_000_000n;
const WHOLE = PPM ** 4n;
const sold = fc.constantFrom(0, 1_000_000, 1_500_000, 1_300_000, 333_333, 500_000);
const ppm = fc.oneof(sold, fc.integer({ min: 0, max: 1_000_000_000 }));
const bytes = fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.maxSafeNat());
const uses = fc.array(fc.record({ up: bytes, down: bytes }), { maxLength: 20 });

test('scaling loses nothing over any number of reports, at scales that change', () => {
  const scales = fc.record({ upload: ppm, line: ppm, user: ppm, global: ppm });
  fc.assert(
    fc.property(fc.array(fc.tuple(scales, uses), { maxLength: 3 }), (parts) => {
      let [billed, exact, fraction] = [0n, 0n, ''];
      for (const [{ upload, line, user, global }, list] of parts) {
        const scale = scalerOf({ upload, line, user, global });
        for (const one of list) {
          const before = exact;
          exact +=
            (BigInt(one.down) * PPM + BigInt(one.up) * BigInt(upload)) * BigInt(line) * BigInt(user) * BigInt(global);
          const next = scale(one, fraction);
          // What a number cannot hold is not believed, and the whole report is left alone.
          if (exact / WHOLE - before / WHOLE > Number.MAX_SAFE_INTEGER) {
            expect(next.billed).toBeGreaterThan(HIGHEST_BILLED);
            exact = before;
            continue;
          }
          billed += BigInt(next.billed);
          fraction = next.fraction;
          expect(fraction).toMatch(/^(?:|\d{0,23}[1-9])$/);
        }
      }
      expect(billed * WHOLE + partsOf(fraction)).toBe(exact);
    }),
    { numRuns: 2000 },
  );
});

test('with every scale at one, billed bytes are the raw bytes', () => {
  const scale = scalerOf({ upload: 1_000_000, line: 1_000_000, user: 1_000_000, global: 1_000_000 });
  expect(scale({ up: 3, down: 1000 }, '')).toEqual({ billed: 1003, fraction: '' });
});

test('half a byte and half a byte are one', () => {
  const scale = scalerOf({ upload: 1_000_000, line: 1_500_000, user: 1_000_000, global: 1_000_000 });
  expect(scale({ up: 0, down: 1 }, '')).toEqual({ billed: 1, fraction: '5' });
  expect(scale({ up: 0, down: 1 }, '5')).toEqual({ billed: 2, fraction: '' });
});

test('remainders are digits without zeros at the end', () => {
  expect([fractionOf(0n), fractionOf(1n), fractionOf(5n * 10n ** 23n)]).toEqual(['', `${'0'.repeat(23)}1`, '5']);
  fc.assert(fc.property(fc.bigInt(0n, WHOLE - 1n), (parts) => partsOf(fractionOf(parts)) === parts));
});

test('the remainders of a user are one text, in which each line has its newest', () => {
  const line = fc.oneof(fc.integer({ min: 1, max: 130 }), fc.integer({ min: 1, max: 2 ** 31 - 1 }));
  const fraction = fc.oneof(
    fc.constant(''),
    fc.bigInt(1n, WHOLE - 1n).map(fractionOf),
    fc.constantFrom('5', '25', '1'),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ line, fraction }), { maxLength: 30 }), (list) => {
      const wanted = new Map<number, string>();
      let text: string | null = null;
      for (const one of list) {
        text = withRemainder(text, one);
        wanted.set(one.line, one.fraction);
        expect(remainderOf(text, one.line)).toBe(one.fraction);
      }
      const left = [...wanted].filter(([, kept]) => kept !== '');
      expect(new Map(readRemainders(text).map(({ line, fraction }) => [line, fraction]))).toEqual(new Map(left));
      expect(readRemainders(text)).toHaveLength(left.length);
    }),
    { numRuns: 1000 },
  );
});

test('a newer remainder takes the place of the older one, and none takes it as well', () => {
  const older = '1.5+3.0025+13.4';
  expect(withRemainder(older, { line: 3, fraction: '7' })).toBe('1.5+3.7+13.4');
  expect(withRemainder(older, { line: 1, fraction: '' })).toBe('3.0025+13.4');
  expect(withRemainder(older, { line: 13, fraction: '' })).toBe('1.5+3.0025');
  expect(withRemainder(older, { line: 2, fraction: '1' })).toBe('1.5+3.0025+13.4+2.1');
  expect([withRemainder(null, { line: 2, fraction: '' }), withRemainder('2.1', { line: 2, fraction: '' })]).toEqual([
    null,
    null,
  ]);
  expect([remainderOf(older, 3), remainderOf(older, 31), remainderOf(null, 3)]).toEqual(['0025', '', '']);
});

test('a text that is no list of remainders is refused', () => {
  for (const wrong of ['', '1', '.5', '1.', '1.5+', '1.5,2.5', '1.-5', 'x.5', `1.${'1'.repeat(25)}`])
    expect(() => readRemainders(wrong)).toThrow('not a list');
  for (const wrong of ['1.', '1.5,2.5', '1.-5', `1.${'1'.repeat(25)}`])
    expect(() => remainderOf(wrong, 1), wrong).toThrow('not a list');
});
