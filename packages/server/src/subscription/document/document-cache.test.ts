import type { Settings } from '@skyport/contract/settings-table';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OwnDocument } from './answer.ts';
import type { Catalogue } from './catalogue.ts';
import { createDocumentCache, type Facts, type Source } from './document-cache.ts';
import { validatorsOf } from './validators.ts';

const catalogue = { version: 1 } as Catalogue;
const settings = {} as Settings;
const source: Source = { readAt: 1000, catalogue, settings };
const request = (user: number, userAgent = 'mihomo'): Facts => ({
  url: `/api/subscript/${user}`,
  userAgent,
  host: 'h',
  secure: true,
});
const documentOf = (bytes: number, tag = 'a'): OwnDocument => ({
  userNum: 1,
  client: { family: 'mihomo', version: [], singboxTier: 12, plain: false, withoutReality: false },
  headers: { full: [], unchanged: [] },
  validators: validatorsOf(tag),
  makeBody: () => Buffer.alloc(bytes),
  makeGzip: () => Buffer.alloc(10),
});

test('cached bodies never take more than the cache may, counted when they are made, and the newest stay', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(4000)), { maxLength: 200 }), (steps) => {
      const cache = createDocumentCache(10_000);
      for (const [user, bytes] of steps) {
        const { forms } = cache.put(request(user), documentOf(bytes, String(bytes)), source);
        forms.plain();
        expect(cache.get(request(user), 1000, source)?.forms.bytes()).toBe(forms.bytes());
      }
      const users = [...new Set(steps.map(([user]) => user))];
      const kept = users.flatMap((user) => cache.get(request(user), 1000, source) ?? []);
      expect(kept.reduce((sum, { forms }) => sum + forms.bytes(), 0)).toBeLessThanOrEqual(10_000);
    }),
  );
});

test('a document that alone is more than the cache may take is not cached', () => {
  const cache = createDocumentCache(10_000);
  cache.put(request(1), documentOf(20_000), source).forms.plain();
  expect(cache.get(request(1), 1000, source)).toBeUndefined();
});

test('a cached document answers its own request alone, for half a second, until anything it is made from changes', () => {
  const cache = createDocumentCache(10_000);
  const made = cache.put(request(1), documentOf(100), source);
  expect(cache.get(request(1), 1499, source)?.document).toBe(made.document);
  expect(cache.get(request(1), 1500, source)).toBeUndefined();
  expect(cache.get(request(1, 'stash'), 1000, source)).toBeUndefined();
  expect(cache.get(request(2), 1000, source)).toBeUndefined();
  expect(cache.get(request(1), 1000, { ...source, catalogue: { ...catalogue } })).toBeUndefined();
  expect(cache.get(request(1), 1000, { ...source, settings: { ...settings } })).toBeUndefined();
});

test('a body is made once as long as the validators stay the same', () => {
  const cache = createDocumentCache(10_000);
  const first = cache.put(request(1), documentOf(100), source).forms.plain();
  expect(cache.put(request(1), documentOf(100), { ...source, readAt: 2000 }).forms.plain()).toBe(first);
  expect(cache.put(request(1), documentOf(100, 'b'), source).forms.plain()).not.toBe(first);
});
