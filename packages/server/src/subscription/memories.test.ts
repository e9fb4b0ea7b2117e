import { credentialFor, type LineSource } from '@skyport/documents';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyPool } from './body-pool.ts';
import { createCredentialMemory, keepCredentials } from './credential-memory.ts';
import { createKept, createSeen } from './kept.ts';

const lineIds = ['0b8cbd3c-9f2b-4d51-8d7a-0e2f3c4b5a60', '1b8cbd3c-9f2b-4d51-8d7a-0e2f3c4b5a61'];
const protocols = ['reality', 'ss'] as const;
const lines = lineIds.map((id, index) => ({
  id,
  num: index + 1,
  protocol: protocols[index],
})) as unknown as readonly LineSource['line'][];
const mac = (text: string): Buffer => Buffer.alloc(32, text);

test('what is kept never takes more room than it may, and what was asked for last stays', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(4000)), { maxLength: 200 }), (steps) => {
      const kept = createKept<number>(10_000);
      for (const [key, size] of steps) {
        kept.set(String(key), size, size);
        expect(kept.get(String(key))).toBe(size);
        expect(kept.bytes()).toBeLessThanOrEqual(10_000);
      }
    }),
  );
  const kept = createKept<string>(3000);
  kept.set('a', 'A', 400);
  kept.set('b', 'B', 400);
  kept.set('c', 'C', 400);
  expect(kept.get('a')).toBe('A');
  kept.set('d', 'D', 400);
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual(['A', undefined, 'C', 'D']);
  kept.set('huge', 'H', 3000);
  expect(kept.get('huge')).toBeUndefined();
});

test('who comes back within a minute is known again, later or among too many no more', () => {
  const seen = createSeen(100, 60_000);
  expect([seen.again(1, 0), seen.again(1, 30_000), seen.again(2, 30_000)]).toEqual([false, true, false]);
  expect(seen.again(1, 500_000)).toBe(false);
  for (let num = 1000; num < 1300; num++) seen.again(num, 500_000);
  expect(seen.again(1, 500_000)).toBe(false);
});

test('credentials are remembered by key, within their room, and are always those of the asking key', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (asked, rows) => {
      const memory = createCredentialMemory(lines, rows * (32 + 36 + 24));
      for (const number of asked) {
        const key = `key-${number}`;
        const row = memory.recall(key) ?? memory.open(key, mac(key));
        expect(memory.macOf(row)).toEqual(mac(key));
        for (const { id, num, protocol } of lines) {
          const place = memory.layout.get(num)!;
          place.ensure(row, key);
          const at = row.start + place.offset;
          const text = Buffer.from(row.bytes.slice(at, at + place.width)).toString();
          expect(text).toBe(credentialFor(protocol, id, key));
        }
      }
      const known = [...new Set(asked)].filter((number) => memory.recall(`key-${number}`) !== undefined);
      expect(known.length).toBeLessThanOrEqual(rows);
    }),
  );
});

test('the memory outlives a new catalogue, but not another line or protocol', () => {
  const memoryFor = keepCredentials(100_000);
  const catalogue = (some: readonly LineSource['line'][]) => ({ all: some.map((line) => ({ line }) as LineSource) });
  const first = memoryFor(catalogue(lines));
  expect(memoryFor(catalogue(lines.toReversed()))).toBe(first);
  expect(memoryFor(catalogue(lines.slice(1)))).not.toBe(first);
  expect(memoryFor(catalogue(lines.map((line) => ({ ...line, protocol: 'compat' as const }))))).not.toBe(first);
});

test('rooms of bodies are used again one at a time, and never more of them are kept than may be', () => {
  const pool = createBodyPool(16 * 1024);
  const [one, two] = [pool.take(5000), pool.take(5000)];
  expect(one.buffer).not.toBe(two.buffer);
  pool.give(one);
  pool.give(two);
  const [three, four, five] = [pool.take(6000), pool.take(8192), pool.take(5000)];
  expect([three.length, four.length, five.length]).toEqual([6000, 8192, 5000]);
  expect(new Set([three.buffer, four.buffer])).toEqual(new Set([one.buffer, two.buffer]));
  expect([one.buffer, two.buffer]).not.toContain(five.buffer);
  for (const body of [three, four, five]) pool.give(body);
  expect(new Set([pool.take(8000), pool.take(8000), pool.take(8000)].map(({ buffer }) => buffer)).size).toBe(3);
});
