import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { typesAreFresh } from '../../../tools/gen-db-types.ts';
import { inTransaction } from './transaction.ts';
import { testDatabase } from './testing.ts';

const database = await testDatabase();
const { db } = database;
beforeEach(() => database.reset());

test('the generated table types are those of the migrations', () => {
  expect(typesAreFresh(database.ownerUrl)).toBe(true);
});

test('columns arrive as the types say: bigint as number, date as text, timestamptz as Date', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select 9007199254740991::bigint as big, '2026-02-03'::date as day, '2026-02-03 04:05:06Z'::timestamptz as at,
           array[1, null]::bigint[] as bigs, array['2026-02-03']::date[] as days`.execute(db);
  expect(rows[0]).toEqual({
    big: 9_007_199_254_740_991,
    day: '2026-02-03',
    at: new Date('2026-02-03T04:05:06Z'),
    bigs: [1, null],
    days: ['2026-02-03'],
  });
});

test('a bigint that no number holds exactly is refused, not rounded', async () => {
  await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow('not a safe whole number');
});

test('reset brings back what the migrations left, and nothing else', async () => {
  await db.updateTable('versions').set({ value: 7 }).execute();
  await db.insertInto('versions').values({ name: 'other' }).execute();
  await database.reset();
  expect(await db.selectFrom('versions').selectAll().orderBy('name').execute()).toEqual([
    { name: 'catalogue', value: 0 },
    { name: 'pay_instances', value: 0 },
    { name: 'settings', value: 0 },
  ]);
});

test('a transaction that loses a deadlock runs again and both end', async () => {
  const bothHold = Promise.withResolvers<void>();
  let holders = 0;
  const bump = (first: string, second: string) => {
    return inTransaction(db, async (trx) => {
      await trx
        .updateTable('versions')
        .set((e) => ({ value: e('value', '+', 1) }))
        .where('name', '=', first)
        .execute();
      if ((holders += 1) === 2) bothHold.resolve();
      await bothHold.promise;
      await trx
        .updateTable('versions')
        .set((e) => ({ value: e('value', '+', 1) }))
        .where('name', '=', second)
        .execute();
    });
  };
  await Promise.all([bump('catalogue', 'settings'), bump('settings', 'catalogue')]);
  const moved = db.selectFrom('versions').select('value').where('name', 'in', ['catalogue', 'settings']);
  expect((await moved.execute()).map(({ value }) => value)).toEqual([2, 2]);
});

test('a transaction is given up after five tries', async () => {
  let tries = 0;
  const work = inTransaction(db, async (trx) => {
    tries += 1;
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(trx);
  });
  await expect(work).rejects.toThrow('again');
  expect(tries).toBe(5);
});
