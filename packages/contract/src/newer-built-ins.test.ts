import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName } from './names.ts';
import { isWellFormed, parseUrl, toWellFormed } from './newer-built-ins.ts';

/** Texts of any UTF-16 units; every second one is half of a surrogate pair. */
const unit = fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.integer({ min: 0, max: 0xffff }));
const units = fc.array(unit).map((codes) => String.fromCharCode(...codes));

test('texts are well formed exactly where the newest browsers say so', () => {
  fc.assert(
    fc.property(units, (text) => {
      expect(isWellFormed(text)).toBe(text.isWellFormed());
      expect(toWellFormed(text)).toBe(text.toWellFormed());
    }),
  );
});

test('an address is parsed as by the newest browsers', () => {
  const part = fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom('/pay?n=1', '//host', 'https://[', ''));
  fc.assert(
    fc.property(part, fc.option(fc.webUrl(), { nil: undefined }), (text, base) => {
      expect(parseUrl(text, base)?.href).toBe(URL.parse(text, base)?.href);
    }),
  );
});

test('each slash of a run of slashes in a name becomes its lookalike, and one slash stays', () => {
  expect(cleanName('a//b///c/d')).toBe('a／／b／／／c/d');
});
