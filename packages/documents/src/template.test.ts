import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64, base64Url, fill, personal, personalTextsOf, slot, template } from './template.ts';
import type { Fields, PersonalText, Part } from './template.ts';

const credential = (num: number): string => `key/${num}+==`;
const texts: Record<PersonalText, string> = {
  link: 'https://e.com/密',
  usage: '🚀 1GB',
  used: '1',
  left: '2',
  quota: '2',
};
const fields: Fields = { credential, personal: (which) => texts[which] };
/** The plain meaning of parts, without any preparation. */
const plainly = (parts: readonly Part[]): string =>
  parts
    .map((p) => {
      if (typeof p === 'string') return p;
      if ('slot' in p) return p.as === 'uri' ? encodeURIComponent(credential(p.slot)) : credential(p.slot);
      if ('personal' in p) return texts[p.personal];
      return Buffer.from(plainly(p.base64), 'utf8').toString(p.url ? 'base64url' : 'base64');
    })
    .join('');

const leaf: fc.Arbitrary<Part> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.record({ slot: fc.nat(99), as: fc.constantFrom('raw', 'uri') }),
  fc.record({ personal: fc.constantFrom('link', 'usage', 'used', 'left', 'quota') }),
);
const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ base64: fc.array(tie('part'), { maxLength: 5 }), url: fc.boolean() }),
  ),
}));

test('a prepared template filled says what its parts say, whatever is nested in whatever', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      expect(fill(template(parts), fields)).toBe(plainly(parts));
    }),
  );
});

test('what holds no credential is joined and encoded once, when the template is made', () => {
  expect(template(['a', base64(['香', '港']), 'b', base64Url(['?>'])]).parts).toEqual(['a6aaZ5rivbPz4']);
});

test.each(['', 'a b', 'a"b', 'a\nb', 'a,b', 'a:b', '密'])(
  'a credential with unsafe characters is refused: %j',
  (text) => {
    expect(() => fill(template(['x', slot(1)]), { ...fields, credential: () => text })).toThrow(RangeError);
  },
);

test.each(['a"b', 'a\nb', 'a\\b', '\u0085'])(
  'a text of the person that would break out of its line is refused: %j',
  (text) => {
    expect(() => fill(template(['x', personal('link')]), { ...fields, personal: () => text })).toThrow(RangeError);
  },
);

test('a template says which texts of the person it needs, those inside of encoded pieces included', () => {
  expect(
    personalTextsOf(
      template(['a', slot(1), personal('link'), base64([personal('usage'), base64Url([personal('link')])])]),
    ),
  ).toEqual(['link', 'usage']);
});
