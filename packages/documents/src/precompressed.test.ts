import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from './compiled.ts';
import { precompress } from './precompressed.ts';
import { base64, personal, slot, template, type Part } from './template.ts';
import { credentials, layout, LINES, parts, rowLength, rowWith } from './testing/template-parts.ts';

/** Text that every document has enough of to be worth compressing. */
const PADDING = 'proxies: a line of its own, '.repeat(1200);
const some = (...more: Part[]): Part[] => [PADDING, ...more, PADDING];
const precompressedOf = async (of: readonly Part[]) => {
  const compiled = compile(template(of), layout);
  return { compiled, precompressed: await precompress(compiled) };
};

test('what is decompressed is byte for byte the plain document, whoever it is for', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.array(credentials, { minLength: 1, maxLength: 3 }), async (of, users) => {
      // The padding between the parts lies further back than deflate looks, or just within its reach.
      const { compiled, precompressed } = await precompressedOf(
        some(...of.flatMap((part, index) => [part, `\n${index}: ${PADDING}`])),
      );
      for (const texts of users) {
        const args = [rowWith(texts), (which: string) => `${which} 订阅`, Buffer.alloc] as const;
        const small = precompressed!.fill(...args);
        const plain = compiled.fill(...args);
        expect(gunzipSync(small).equals(plain)).toBe(true);
        expect(small.length).toBeLessThan(plain.length / 2);
      }
    }),
    { numRuns: 200 },
  );
});

test('nothing of one user is in the document of another', async () => {
  const { precompressed } = await precompressedOf(
    some(slot(0), ' and again ', slot(0), base64(['id:', slot(1), ', and more'])),
  );
  const rowOf = (letter: string) => Buffer.alloc(rowLength, letter);
  const fill = (letter: string): Buffer => precompressed!.fill(rowOf(letter), String, Buffer.alloc);
  const first = fill('x');
  expect(gunzipSync(fill('y')).toString()).not.toContain('x'.repeat(24));
  expect(fill('x').equals(first)).toBe(true);
});

test('a credential takes the same room whatever it is: the length of a document tells nothing of it', async () => {
  const { precompressed } = await precompressedOf(some('key: aaaaaaaaaaaaaaaaaaaaaaaa, ', slot(0)));
  const lengthFor = (text: string): number =>
    precompressed!.fill(rowWith(Array(LINES).fill(text)), String, Buffer.alloc).length;
  expect(lengthFor('a'.repeat(24))).toBe(lengthFor('Zq3+/xW9pLm2vB7nRt5yKc0d'));
});

test('a text of the person may be longer than a stored block', async () => {
  const { compiled, precompressed } = await precompressedOf([PADDING.repeat(8), personal('link'), ' end']);
  const args = [rowWith([]), () => 'x'.repeat(70_000), Buffer.alloc] as const;
  expect(gunzipSync(precompressed!.fill(...args)).equals(compiled.fill(...args))).toBe(true);
});

test('a list in base64 is not precompressed: it is a text of each user', async () => {
  const { precompressed } = await precompressedOf([base64([PADDING, slot(0, 'uri'), PADDING])]);
  expect(precompressed).toBeUndefined();
});

test('a text with zeros, which no document has, is left alone', async () => {
  expect((await precompressedOf(some('\0', slot(0)))).precompressed).toBeUndefined();
});

test('a text of the person that would need quoting is refused', async () => {
  const { precompressed } = await precompressedOf(some(personal('link')));
  expect(() => precompressed!.fill(rowWith([]), () => 'a"b', Buffer.alloc)).toThrow(RangeError);
});
