import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, type CredentialPlace } from './compiled.ts';
import { base64, base64Url, fill, own, slot, template, type Part } from './template.ts';

/** Lengths that credentials have: a key of 2022 ciphers, a password, a UUID. */
const WIDTHS = [24, 32, 36];
const LINES = 12;

const layout = new Map<number, CredentialPlace>();
let rowLength = 5;
for (let num = 0; num < LINES; num++) {
  const width = WIDTHS[num % WIDTHS.length]!;
  layout.set(num, { offset: rowLength, width });
  rowLength += width;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-';
const credentials = fc.tuple(
  ...[...layout.values()].map(({ width }) =>
    fc.string({ unit: fc.constantFrom(...ALPHABET.split('')), minLength: width, maxLength: width }),
  ),
);

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const leaf: fc.Arbitrary<Part> = fc.oneof(
  text,
  fc
    .record({ num: fc.nat(LINES - 1), as: fc.constantFrom('raw' as const, 'uri' as const) })
    .map((s) => slot(s.num, s.as)),
  fc.constantFrom('link' as const, 'used' as const).map(own),
);
const nested = fc.array(leaf, { maxLength: 4 });
const parts = fc.array(
  fc.oneof(
    leaf,
    nested.map(base64),
    nested.map(base64Url),
    // What lists of links are made of: base64 with one credential between texts, in base64 again.
    fc.tuple(text, fc.nat(LINES - 1), text).map(([before, num, after]) => base64([before, slot(num), after])),
    fc.array(fc.oneof(leaf, nested.map(base64Url)), { maxLength: 6 }).map(base64),
  ),
  { maxLength: 12 },
);

test('a compiled template gives byte for byte what filling it part by part gives', () => {
  fc.assert(
    fc.property(parts, credentials, fc.nat(40), (some, texts, start) => {
      const made = template(some);
      const bytes = Buffer.alloc(start + rowLength);
      for (const [num, { offset }] of layout) bytes.write(texts[num]!, start + offset, 'latin1');
      const ownTexts = (which: string): string => `${which} 订阅`;
      const filled = compile(made, layout).fill({ bytes, start }, ownTexts, Buffer.alloc);
      const expected = fill(made, { credential: (num) => texts[num]!, own: ownTexts });
      expect(filled.toString('hex')).toBe(Buffer.from(expected).toString('hex'));
    }),
    { numRuns: 2000 },
  );
});

test('two users never share bytes', () => {
  const made = compile(template(['a', slot(0), base64(['id:', slot(1), ', and more'])]), layout);
  const rowOf = (letter: string) => ({ bytes: Buffer.alloc(rowLength, letter), start: 0 });
  const [one, two] = [made.fill(rowOf('x'), String, Buffer.alloc), made.fill(rowOf('y'), String, Buffer.alloc)];
  expect(one.toString()).not.toContain('y');
  expect(two.toString()).toContain('y'.repeat(24));
  expect(made.fill(rowOf('x'), String, Buffer.alloc).equals(one)).toBe(true);
});

test('a line that the layout does not know is an error', () => {
  expect(() => compile(template([slot(LINES)]), layout)).toThrow(RangeError);
});
