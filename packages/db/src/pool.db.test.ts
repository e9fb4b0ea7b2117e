import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDb, type Database } from './pool.ts';
import { testDatabase } from './testing.ts';
import { inTransaction } from './transaction.ts';
import { until } from '../../../testkit/until.ts';

const database = await testDatabase();
const other = createDb(database.url, { max: 1 });
afterAll(() => other.close());

const backend = async (db: Database['db']): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;
const end = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(other.db);

test('a connection that is lost in the middle of a transaction fails that transaction and nothing else', async () => {
  const lost: string[] = [];
  const used = createDb(database.url, { max: 1, onError: (fault) => lost.push(fault.message) });
  const heard: number[] = [];
  const broken = used.db.transaction().execute(async (trx) => {
    await end(await backend(trx));
    // No query runs when the loss is heard of: only the pool can hear it.
    await until('the loss', () => lost.length > 0);
    heard.push(lost.length);
    await backend(trx);
  });
  await expect(broken).rejects.toThrow('connection error');
  expect(heard).toEqual([1]);
  expect(await backend(used.db)).toBeGreaterThan(0);
  expect(lost).toHaveLength(1);
  await used.close();
});

test('a connection that is lost at rest is heard of once, and replaced', async () => {
  const lost: string[] = [];
  const used = createDb(database.url, { max: 1, onError: (fault) => lost.push(fault.message) });
  const before = await backend(used.db);
  await end(before);
  await expect.poll(() => lost.length).toBe(1);
  expect(await backend(used.db)).not.toBe(before);
  expect(lost).toHaveLength(1);
  await used.close();
});

test('a transaction inside of another one is refused: with as many as the pool has, all would wait for ever', async () => {
  const twice = inTransaction(other.db, () => inTransaction(other.db, async () => 'inner'));
  await expect(twice).rejects.toThrow('inside of another one');
  let later: Promise<string> = Promise.resolve('');
  const opened = Promise.withResolvers<void>();
  await inTransaction(other.db, async () => {
    later = opened.promise.then(() => inTransaction(other.db, async () => 'afterwards'));
  });
  opened.resolve();
  expect(await later).toBe('afterwards');
});
