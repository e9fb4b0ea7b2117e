import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from './compiled.ts';
import { base64, fill, slot, template } from './template.ts';
import { credentials, layout, LINES, parts, rowLength, rowWith } from './testing/template-parts.ts';

test('a compiled template gives byte for byte what filling it part by part gives', () => {
  fc.assert(
    fc.property(parts, credentials, (some, texts) => {
      const made = template(some);
      const personalTexts = (which: string): string => `${which} 订阅`;
      const filled = compile(made, layout).fill(rowWith(texts), personalTexts, Buffer.alloc);
      const expected = fill(made, { credential: (num) => texts[num]!, personal: personalTexts });
      expect(filled.toString('hex')).toBe(Buffer.from(expected).toString('hex'));
    }),
    { numRuns: 2000 },
  );
});

test('two users never share bytes', () => {
  const made = compile(template(['a', slot(0), base64(['id:', slot(1), ', and more'])]), layout);
  const rowOf = (letter: string) => Buffer.alloc(rowLength, letter);
  const [one, two] = [made.fill(rowOf('x'), String, Buffer.alloc), made.fill(rowOf('y'), String, Buffer.alloc)];
  expect(one.toString()).not.toContain('y');
  expect(two.toString()).toContain('y'.repeat(24));
  expect(made.fill(rowOf('x'), String, Buffer.alloc).equals(one)).toBe(true);
});

test('a line that the layout does not know is an error', () => {
  expect(() => compile(template([slot(LINES)]), layout)).toThrow(RangeError);
});
