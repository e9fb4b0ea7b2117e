import { testDatabase } from '@skyport/db/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { totalOf } from './list-total-store.ts';

const { db } = await testDatabase();

test('counts exactly up to a number of rows, and takes the estimate of the database above it', async () => {
  const five = sql`from generate_series(1, 5) n`;
  expect(await totalOf(db, five, 5)).toEqual({ total: 5 });
  expect(await totalOf(db, five, 4)).toEqual({ total: 5, estimated: true });
  expect(await totalOf(db, sql`from generate_series(1, 5) n where n > ${9}`, 4)).toEqual({ total: 0 });
});

test('gives no estimate below what was counted', async () => {
  // The planner expects 5 of these 1,000 rows.
  expect(await totalOf(db, sql`from generate_series(1, 1000) n where n % ${1}::int = 0`, 100)).toEqual({
    total: 101,
    estimated: true,
  });
});
