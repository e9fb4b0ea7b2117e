import { allRows } from '@skyport/contract';
import { bareSchema } from '@skyport/contract/form';
import { codes } from '@skyport/contract/codes';
import { hasMalformedId } from '@skyport/contract/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '../platform/clock.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const isId = (schema: z.ZodType): boolean => {
  const { error } = schema.safeParse('x');
  return schema instanceof z.ZodString && error !== undefined && hasMalformedId(error);
};

/** Inputs that hold nothing but a given value where an id belongs: one for every id inside a schema. */
const idPlaces = (schema: z.ZodType): ((value: unknown) => unknown)[] => {
  const bare = bareSchema(schema);
  if (isId(bare)) return [(value) => value];
  if (bare instanceof z.ZodArray) return idPlaces(bare.element as z.ZodType).map((put) => (value) => [put(value)]);
  if (!(bare instanceof z.ZodObject)) return [];
  return Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([key, inner]) =>
    idPlaces(inner).map((put) => (value: unknown) => ({ [key]: put(value) })),
  );
};

const rows = allRows().flatMap(({ row }) => (row.kind === 'call' ? [{ row, places: idPlaces(row.input) }] : []));
const withIds = rows.filter(({ places }) => places.length > 0);

/** None of them is a UUID in its canonical form. */
const MALFORMED = [
  'x',
  '',
  123,
  {},
  ['0199a0a0-0000-7000-8000-000000000000'],
  '0199A0A0-0000-7000-8000-000000000000',
  ' 0199a0a0-0000-7000-8000-000000000000',
  '0199a0a0-0000-7000-8000-000000000000\n',
  "0199a0a0-0000-7000-8000-00000000000'",
  'a'.repeat(8000),
];

let app: TestApp;
let admin: TestSession;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.account({ type: 'admin' });
});
afterAll(() => app.close());

test('many rows name records', () => {
  expect(withIds.length).toBeGreaterThan(25);
});

test.each(withIds.map(({ row, places }) => [row.path, row, places] as const))(
  '%s answers 1104 to an id of another shape',
  async (_path, row, places) => {
    expect(row.fails).toContain('notFound');
    for (const put of places) {
      app.clock.advance(MINUTE_MS);
      for (const malformed of MALFORMED) {
        const { code } = await app.call(row.path, put(malformed), admin);
        expect({ malformed, code }).toEqual({ malformed, code: codes.notFound.code });
      }
    }
  },
);

test('an id that was left out is an incomplete input', async () => {
  expect(await app.call('/api/admin/agents/delete', {}, admin)).toMatchObject({ code: codes.invalidPayload.code });
});
