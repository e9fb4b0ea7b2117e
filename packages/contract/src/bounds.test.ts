import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MAX_REQUEST_TEXT } from './envelope.ts';
import * as fleet from './fleet.ts';
import { allRows } from './index.ts';
import { KitManifest } from './node-kit.ts';
import { slowness } from './testing/linear.ts';
import { walk, type TextPlace } from './testing/places.ts';
import { TextOf } from './units.ts';
import { WarpKeys } from './warp-keys.ts';

/** What a node and the panel say to each other, and what is read from a file that somebody brings. */
const wire = Object.entries({ ...fleet, KitManifest, WarpKeys }).flatMap(([name, value]) =>
  value instanceof z.ZodType ? [[name, value] as const] : [],
);
/** One function a row of use, which takes four numbers and nothing else. */
const byHand = new Set<z.ZodType>([fleet.UsageRow]);

const inputs = allRows().flatMap(({ feature, name, row }) =>
  row.kind === 'call' ? [[`${feature}.${name}`, row.input] as const] : [],
);

const textsOf = (schemas: readonly (readonly [string, z.ZodType])[]): TextPlace[] =>
  schemas.flatMap(([name, schema]) => walk(schema, name, byHand).texts);

/** Each pattern once, with the longest text that it may meet. */
const patternsOf = (texts: readonly TextPlace[]): Map<string, { pattern: RegExp; max: number; at: string }> => {
  const found = new Map<string, { pattern: RegExp; max: number; at: string }>();
  for (const { patterns, max = 0, at } of texts) {
    for (const pattern of patterns) {
      const known = found.get(String(pattern));
      if (!known || known.max < max) found.set(String(pattern), { pattern, max, at });
    }
  }
  return found;
};

test('the walk meets the inputs of the product', () => {
  const places = textsOf(inputs).map(({ at }) => at);
  expect(places).toEqual(
    expect.arrayContaining([
      'accounts.login.email',
      'coupons.delete.id_list[]',
      'rules.save.rules.lists[].suffixes[]',
      'rules.preview.rules.groups[].members[].countries[]',
      'nodes.update.country.flag',
    ]),
  );
});

test.each([...inputs, ...wire])('%s takes nothing without end', (name, schema) => {
  expect(walk(schema, name, byHand).problems).toEqual([]);
});

test('no text of a call is longer than what the gate lets through', () => {
  for (const { at, max } of textsOf(inputs)) expect(max, at).toBeLessThanOrEqual(MAX_REQUEST_TEXT);
});

test('every pattern takes time in proportion to its text, 10 and 100 times longer than its bound', () => {
  const patterns = patternsOf(textsOf([...inputs, ...wire]));
  expect(patterns.size).toBeGreaterThan(15);
  for (const { pattern, max, at } of patterns.values()) {
    expect(
      slowness((text) => pattern.test(text), max),
      `${at} ${pattern}`,
    ).toBeUndefined();
  }
});

test('every text is refused in time in proportion, whatever its schema does with it', () => {
  const schemas = new Map(textsOf(inputs).map((place) => [place.schema, place]));
  const byLength = [...schemas.values()].toSorted((one, other) => (one.max ?? 0) - (other.max ?? 0));
  for (const { at, schema, max = 0 } of byLength) {
    expect(
      slowness((text) => schema.safeParse(text), max),
      at,
    ).toBeUndefined();
  }
});

describe('the walk goes red at', () => {
  /** As the address was before: the point between two repeats may stand in either of them. */
  const squared = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
  const list = (element: z.ZodType) => z.object({ a: z.array(z.union([z.number(), z.object({ b: element })])).max(3) });
  test.each([
    ['a text without a bound', z.string()],
    ['a bound that goes on to the pattern', z.string().max(254).regex(squared)],
    ['a bound behind the pattern', z.string().regex(squared).max(254, { abort: true })],
    ['a format that is a pattern itself', z.uuid().max(36, { abort: true })],
    ['a text deep in lists and choices', list(z.string())],
    ['a text behind a transformation', TextOf(5).transform(String).pipe(z.string())],
    ['a text with a default', z.string().optional().default('')],
    ['a list without a largest length', z.array(TextOf(5))],
    ['a record with keys of anybody', z.record(TextOf(5), z.number())],
    ['an unbounded text in a record', z.partialRecord(z.enum(['a']), z.string())],
    ['anything', z.object({ a: z.unknown() })],
  ])('%s', (_what, schema) => {
    expect(walk(schema, 'planted').problems).toHaveLength(1);
  });

  test('a pattern that takes the square of the length', () => {
    expect(slowness((text) => squared.test(text), 254)).toContain('times those of');
  });

  test('a schema that takes the square of the length behind its bound', () => {
    const schema = z.string().max(254).regex(squared);
    expect(slowness((text) => schema.safeParse(text), 254)).toContain('times those of');
  });
});
