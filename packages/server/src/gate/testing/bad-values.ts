import { bareSchema } from '@skyport/contract/form';
import { z } from 'zod';

const NUMBERS: readonly unknown[] = [-1, 0.123456789, 1e308, 2 ** 53, '1', true, {}, []];
const TEXTS: readonly unknown[] = [7, true, {}, [], 'x'.repeat(100_000)];
const FLAGS: readonly unknown[] = [1, 'true', {}, []];
const LISTS: readonly unknown[] = [7, 'x', {}, Array.from({ length: 100_001 }, () => 'x')];
const OBJECTS: readonly unknown[] = [7, 'x', []];

/** What no field of a kind of input takes: other kinds, and what is negative, huge or a fraction of everything. */
const byKind: readonly (readonly [kind: new (...parts: never[]) => z.ZodType, values: readonly unknown[]])[] = [
  [z.ZodNumber, NUMBERS],
  [z.ZodString, TEXTS],
  [z.ZodEnum, [7, 'no such', {}, []]],
  [z.ZodBoolean, FLAGS],
  [z.ZodArray, LISTS],
  [z.ZodObject, OBJECTS],
];

/** Values that a field refuses, whatever its bounds are; nothing is one where something is needed. */
export const badValuesOf = (schema: z.ZodType): readonly unknown[] => {
  const bare = bareSchema(schema);
  const values = byKind.find(([kind]) => bare instanceof kind)?.[1];
  if (!values) throw new Error(`no bad values for ${bare.def.type}`);
  return schema.safeParse(null).success ? values : [...values, null];
};
