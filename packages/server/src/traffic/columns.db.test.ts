import { testDatabase } from '@skyport/db/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numbers, texts } from './columns.ts';

const database = await testDatabase();
const db = new Client({ connectionString: database.url });
beforeAll(() => db.connect());
afterAll(() => db.end());

test('texts of every sort, none and nothing at all are columns', async () => {
  const wanted = ['spend', null, '', 'a,b', '"', '\\', 'NULL', '1.5+3.25', '流量'];
  const { rows } = await db.query<{ it: unknown }>('select $1::text[] as it', [texts(wanted)]);
  expect(rows).toEqual([{ it: wanted }]);
  expect((await db.query('select $1::text[] as it', [texts([])])).rows).toEqual([{ it: [] }]);
});

test('numbers of every size are what the database reads', async () => {
  const wanted = [1, -2, 0, 2 ** 53 - 1, -(2 ** 53 - 1)];
  const { rows } = await db.query<{ it: string[] }>('select $1::bigint[]::text[] as it', [numbers(wanted)]);
  expect(rows[0]?.it.map(Number)).toEqual(wanted);
  expect((await db.query('select $1::bigint[] as it', [numbers([])])).rows).toEqual([{ it: [] }]);
});
