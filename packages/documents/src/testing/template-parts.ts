import fc from 'fast-check';
import type { CredentialPlace } from '../compiled.ts';
import { base64, base64Url, personal, slot, type Part } from '../template.ts';

/** Lengths that credentials have: a key of 2022 ciphers, a password, a UUID. */
const WIDTHS = [24, 32, 36];
/** Lines of the layout, numbered from 0. */
export const LINES = 12;

/** Where each line's credential stands in a row. */
export const layout = new Map<number, CredentialPlace>();
let length = 5;
for (let num = 0; num < LINES; num++) {
  const width = WIDTHS[num % WIDTHS.length]!;
  layout.set(num, { offset: length, width });
  length += width;
}

/** Bytes of a row. */
export const rowLength = length;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-';
/** A credential of each line. */
export const credentials = fc.tuple(
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
  fc.constantFrom('link' as const, 'used' as const).map(personal),
);
const nested = fc.array(leaf, { maxLength: 4 });
/** Parts of a template with places for credentials and texts of all sorts. */
export const parts = fc.array(
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

/** A row with these credentials. */
export const rowWith = (texts: readonly string[]) => {
  const row = Buffer.alloc(rowLength);
  for (const [num, { offset }] of layout) row.write(texts[num] ?? '', offset, 'latin1');
  return row;
};
