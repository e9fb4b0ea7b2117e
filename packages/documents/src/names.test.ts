import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName } from '@skyport/contract/names';
import { nameAllocator } from './names.ts';
import { reserved as groupNames } from './testing/samples.ts';

test.each([
  ['  香港\r\n01  ', '香港 01'],
  ['a,b="c"', 'abc'],
  ['# 备注', '备注'],
  ['// [x] y', 'x] y'],
  [';;#[香港', '香港'],
  ['\u202e反\u0000向\ufeff', '反 向'],
  ['🇭🇰 香港 | 高速', '🇭🇰 香港 | 高速'],
  ['\ud800', '\ufffd'],
])('%j is shown as %j', (name, clean) => expect(cleanName(name)).toBe(clean));

test('a name is cut to 60 code points and never through an emoji', () => {
  expect(Array.from(cleanName('😀'.repeat(80)))).toHaveLength(60);
});

test('names stay different, even when cleaning or cutting makes them equal, and are never a group or a builtin', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.constantFrom('香港', '香,港', '香港 2', 'DIRECT', 'proxy', '节点选择', 'auto', '', '"', 'a'.repeat(90)),
  );
  fc.assert(
    fc.property(fc.array(anyName, { maxLength: 12 }), (wanted) => {
      const unique = nameAllocator(groupNames);
      const names = wanted.map((name) => unique(name, '线路'));
      const folded = names.map((n) => n.toLowerCase());
      expect(new Set(folded).size).toBe(names.length);
      for (const [i, name] of names.entries()) {
        expect(Array.from(name).length).toBeLessThanOrEqual(60);
        expect(name).toMatch(/^[^,="\p{Cc}]+$/u);
        expect(['direct', 'reject', 'global', 'pass', 'compatible', 'proxy']).not.toContain(folded[i]);
        expect(groupNames.map((n) => n.toLowerCase())).not.toContain(folded[i]);
      }
    }),
  );
});
