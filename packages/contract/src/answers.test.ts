import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { BuiltCall } from './call.ts';
import { codes } from './codes.ts';
import { encodeEnvelope } from './envelope.ts';
import { allRows } from './index.ts';
import { readAnswer } from './client.ts';

/** Rows of a staff list without a limit of its own. */
const LIST_ROWS = 1000;
/** Rows of a list inside a row. */
const INNER_ROWS = 2;

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly maximum?: number;
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema => z.toJSONSchema(schema, { io }) as Schema;

/** A value of the schema with every optional field, and `rows` rows in its outer lists. */
const sampleOf = (schema: Schema, rows: number, root = schema): unknown => {
  if (schema.$ref) return sampleOf(root.$defs![schema.$ref.slice('#/$defs/'.length)]!, rows, root);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, rows, root);
  if (schema.prefixItems) return schema.prefixItems.map((item) => sampleOf(item, rows, root));
  if (schema.items) {
    const { items } = schema;
    return Array.from({ length: rows }, () => sampleOf(items, Math.min(rows, INNER_ROWS), root));
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, rows, root)]));
  }
  if (schema.type === 'string') return '文本 🇯🇵';
  return schema.type === 'boolean' ? true : schema.type === 'null' ? null : 1;
};

/** Rows of a call's longest answer: what its input allows, else what staff lists have. */
const rowsOf = (row: BuiltCall): number => jsonSchema(row.input, 'input').properties?.['limit']?.maximum ?? LIST_ROWS;

const fieldsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + 1 + fieldsOf(inner), 0)
    : 0;

const lists = allRows().flatMap(({ row }) =>
  row.kind === 'call' && row.audit === 'none' ? [{ path: row.path, row }] : [],
);

describe('the console decodes the longest answer of', () => {
  test.each(lists)('$path', ({ row }) => {
    const data = sampleOf(jsonSchema(row.output, 'output'), rowsOf(row));
    expect(readAnswer({ data: encodeEnvelope({ ...codes.ok, data }) })).toEqual({ ...codes.ok, data });
  });
});

test('the longest answers of users, trades and traffic records have more fields than a request may have', () => {
  const paths = [
    '/api/admin/users/userlist',
    '/api/admin/trades/tradelist',
    '/api/admin/traffic_spend/traffic_records',
  ];
  for (const path of paths) {
    const { row } = lists.find((list) => list.path === path)!;
    expect(fieldsOf(sampleOf(jsonSchema(row.output, 'output'), rowsOf(row))), path).toBeGreaterThan(20_000);
  }
});
