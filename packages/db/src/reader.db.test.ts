import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createFastReader } from './reader.ts';
import { testDatabase } from './testing.ts';
import { until } from '../../../testkit/until.ts';

const database = await testDatabase();
const reader = createFastReader(database.url);
const root = new Client({ connectionString: database.rootUrl });
await root.connect();
afterAll(() => Promise.all([reader.close(), root.end()]));

const version = { name: 'version', text: 'select name, value from versions where name = $1' };
const cut = () =>
  root.query(`select pg_terminate_backend(pid) from pg_stat_activity
               where application_name = 'skyport-reader' and datname = current_database()`);

test('a row, or none', async () => {
  expect(await reader.row(version, ['settings'])).toEqual({ name: 'settings', value: 0 });
  expect(await reader.row(version, ['unknown'])).toBeUndefined();
});

test('many reads at once each get their own row', async () => {
  const echo = { name: 'echo', text: 'select $1::int as n' };
  const rows = await Promise.all(Array.from({ length: 500 }, (_, n) => reader.row<{ n: number }>(echo, [n])));
  expect(rows.map((row) => row?.n)).toEqual(Array.from({ length: 500 }, (_, n) => n));
});

test('a read that fails spoils neither its neighbours nor the connection', async () => {
  const divide = { name: 'divide', text: 'select 10 / $1::int as n' };
  const results = await Promise.allSettled([5, 0, 2].map((n) => reader.row(divide, [n])));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await reader.row(divide, [1])).toEqual({ n: 10 });
});

test('rows that are asked for at the same time are read together, each is its own, and nobody gets an older one', async () => {
  const named = {
    name: 'named',
    // In whole microseconds: two reads one after the other can begin within the same millisecond.
    text: `select name as key, value, (extract(epoch from now()) * 1000000)::text as at
             from versions where name = any($1::text[])`,
  };
  const all = await Promise.all(['settings', 'unknown', 'catalogue', 'settings'].map((key) => reader.find(named, key)));
  const at = expect.any(String);
  const row = (key: string) => ({ key, value: 0, at });
  expect(all).toEqual([row('settings'), undefined, row('catalogue'), row('settings')]);
  expect(new Set(all.flatMap((found) => (found ? [(found as { at: string }).at] : []))).size).toBe(1);
  const later = await reader.find<{ at: string }>(named, 'settings');
  expect(Number(later!.at)).toBeGreaterThan(Number((all[0] as { at: string }).at));
});

test('a shared read that fails fails for all who share it, and for nobody after them', async () => {
  const divide = { name: 'divide each', text: 'select k as key, 10 / k::int as n from unnest($1::text[]) as k' };
  const together = await Promise.allSettled(['5', '0'].map((key) => reader.find(divide, key)));
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await reader.find(divide, '5')).toEqual({ key: '5', n: 2 });
});

test('many more keys than a statement takes', async () => {
  const echo = { name: 'echo each', text: 'select k as key, k::int as n from unnest($1::text[]) as k' };
  const rows = await Promise.all(Array.from({ length: 1000 }, (_, n) => reader.find<{ n: number }>(echo, String(n))));
  expect(rows.map((row) => row?.n)).toEqual(Array.from({ length: 1000 }, (_, n) => n));
});

test('a lost connection is replaced, and reads that were under way are repeated', async () => {
  await cut();
  expect(await reader.row(version, ['settings'])).toEqual({ name: 'settings', value: 0 });
  await root.query('select pg_advisory_lock(1)');
  const slow = reader.row({ name: 'slow', text: 'select pg_advisory_lock(1)::text as s, $1::text as t' }, ['x']);
  const behind = reader.row(version, ['catalogue']);
  const isWaiting = async () => (await root.query('select 1 from pg_locks where not granted')).rowCount === 1;
  await until('the read to wait for the lock', isWaiting, { everyMs: 10 });
  await cut();
  await root.query('select pg_advisory_unlock(1)');
  expect(await slow).toMatchObject({ t: 'x' });
  expect(await behind).toEqual({ name: 'catalogue', value: 0 });
});

test('it cannot write', async () => {
  const write = { name: 'write', text: 'update versions set value = 1 returning value' };
  await expect(reader.row(write, [])).rejects.toThrow('read-only transaction');
});

test('while the database is away a read fails, and a later one works again', async () => {
  const away = createFastReader(database.url.replace(/host=[^&]*/, 'host=%2Fnowhere'));
  await expect(away.row(version, ['settings'])).rejects.toThrow('ENOENT');
  await away.close();
});

test('after closing it refuses', async () => {
  const closing = createFastReader(database.url);
  await closing.row(version, ['settings']);
  await closing.close();
  await expect(closing.row(version, ['settings'])).rejects.toThrow('closed');
});
