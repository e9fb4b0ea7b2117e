import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

const ROWS = 3;

/** Texts of the kinds that the contract has, from the plainest on; `n` counts rows. */
const texts = (n: number): readonly string[] => [
  `示例 ${n + 1}`,
  `SAMPLE${n + 1}`,
  `01970000-0000-7000-8000-00000000000${n + 1}`,
  `2026-11-2${n}T06:30:00.000Z`,
  `2026-11-2${n}`,
  `customer${n + 1}@example.com`,
  `203.0.113.${n + 1}`,
  'https://skyport.example/',
  '',
];

const textOf = ({ pattern = '', minLength = 0, maxLength = Infinity }: Schema, n: number): string | undefined =>
  texts(n).find((text) => text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text));

/** How a value is made up: for which row of a list, and whether lists are empty. */
interface Wanted {
  readonly n: number;
  readonly empty: boolean;
}

const listOf = (items: Schema, { empty }: Wanted): readonly unknown[] =>
  empty ? [] : Array.from({ length: ROWS }, (_, n) => valueOf(items, { n, empty }));

const recordOf = ({ properties = {}, required = [] }: Schema, wanted: Wanted): unknown =>
  Object.fromEntries(required.map((name) => [name, valueOf(properties[name] as Schema, wanted)]));

const valueOf = (schema: Schema, wanted: Wanted): unknown => {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return valueOf(first as Schema, wanted);
  return schema.const ?? schema.enum?.[0] ?? plainOf(schema, wanted);
};

const plainOf = (schema: Schema, wanted: Wanted): unknown => {
  if (schema.type === 'object') return recordOf(schema, wanted);
  if (schema.type === 'array') return listOf(schema.items as Schema, wanted);
  if (schema.type === 'string') return textOf(schema, wanted.n);
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 1;
  return schema.type === 'boolean' ? true : null;
};

/**
 * A made-up answer that fits a call's output; undefined where none can be made up, because a text has a form of its own
 * for example. With `empty` its lists have no rows.
 */
export const exampleOf = (output: z.ZodType, empty: boolean): unknown => {
  const made = valueOf(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }), { n: 0, empty });
  return output.safeParse(made).data;
};
