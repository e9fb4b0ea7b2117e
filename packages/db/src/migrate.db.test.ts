import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkMigrations, migrate, migrateInside, readMigrations } from './migrate.ts';
import { assertSafeServer, createDb } from './pool.ts';
import { testDatabase } from './testing.ts';

const database = await testDatabase();
const dir = mkdtempSync(join(tmpdir(), 'skyport-migrations-'));
const owner = new Client({ connectionString: database.ownerUrl });
const app = new Client({ connectionString: database.url });
await Promise.all([owner.connect(), app.connect()]);
afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  rmSync(dir, { recursive: true });
});

const file = (name: string, text: string): void => writeFileSync(join(dir, name), text);
const run = (): Promise<string[]> => migrate(database.ownerUrl, { appUrl: database.url, dir });

beforeEach(async () => {
  await owner.query('drop schema public cascade; create schema public');
  rmSync(dir, { recursive: true });
  mkdirSync(dir);
  file('0001_one.sql', 'create table one (n int)');
  file('0002_two.sql', `create table two (n int); comment on table two is 'app: select, insert'`);
});

test('files run in order, once', async () => {
  expect(await run()).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(await run()).toEqual([]);
  file('0003_three.sql', 'create table three (n int)');
  expect(await run()).toEqual(['0003_three.sql']);
});

test('two processes that start at once run each file once', async () => {
  const done = await Promise.all([run(), run(), run()]);
  expect(done.flat()).toEqual(['0001_one.sql', '0002_two.sql']);
});

test('an applied file that was edited is refused', async () => {
  await run();
  file('0001_one.sql', 'create table one (n bigint)');
  await expect(run()).rejects.toThrow('0001_one.sql was changed after the database had had it');
});

test('a database that is newer than the program is refused', async () => {
  file('0003_three.sql', 'create table three (n int)');
  await run();
  rmSync(join(dir, '0003_three.sql'));
  await expect(run()).rejects.toThrow('newer than this program: it has had 0003_three.sql');
});

test('a new file with an old number is refused', async () => {
  file('0004_four.sql', 'create table four (n int)');
  await run();
  file('0003_three.sql', 'create table three (n int)');
  await expect(run()).rejects.toThrow('0003_three.sql comes before 0004_four.sql');
});

test('a file that fails leaves nothing of itself and all of its forerunners', async () => {
  file('0003_three.sql', 'create table three (n int); select 1 / 0');
  await expect(run()).rejects.toThrow('0003_three.sql failed: division by zero');
  const { rows } = await owner.query('select to_regclass($1) as three, to_regclass($2) as two', ['three', 'two']);
  expect(rows).toEqual([{ three: null, two: 'two' }]);
});

test('wrong names and equal numbers are refused', () => {
  file('3_three.sql', '');
  expect(() => readMigrations(dir)).toThrow('not named like');
  rmSync(join(dir, '3_three.sql'));
  file('0002_again.sql', '');
  expect(() => readMigrations(dir)).toThrow('Two migrations have the number 0002');
});

test('the product may do with rows what the comment of their table allows, and nothing with tables', async () => {
  await run();
  await app.query('insert into one values (1); update one set n = 2; delete from one');
  await app.query('insert into two values (1)');
  await expect(app.query('update two set n = 2')).rejects.toThrow('permission denied');
  await expect(app.query('delete from two')).rejects.toThrow('permission denied');
  await expect(app.query('truncate one')).rejects.toThrow('permission denied');
  await expect(app.query('drop table one')).rejects.toThrow('must be owner');
});

test('migrating as the product itself, where there is no other role, works', async () => {
  expect(await migrate(database.ownerUrl, { appUrl: database.ownerUrl, dir })).toHaveLength(2);
  expect(await migrate(database.ownerUrl, { appUrl: database.ownerUrl, dir })).toHaveLength(0);
});

test('a server that may lose what it answered, or a superuser, is refused by name', async () => {
  const superuser = createDb(database.rootUrl);
  await expect(assertSafeServer(superuser.db)).rejects.toThrow(/fsync is off.*full_page_writes is off.*superuser/);
  await superuser.close();
});

test('a start that finds a newer database is refused before it reads anything else', async () => {
  await expect(checkMigrations(database.ownerUrl, dir)).resolves.toBeUndefined();
  file('0003_three.sql', 'create table three (n int)');
  await run();
  rmSync(join(dir, '0003_three.sql'));
  await expect(checkMigrations(database.ownerUrl, dir)).rejects.toThrow('newer than this program');
});

describe('a table that others use', () => {
  const patience = { lockMs: 20, tries: 2, pauseMs: 1 };
  const more = (options: object): Promise<string[]> =>
    migrate(database.ownerUrl, { appUrl: database.url, dir, ...patience, ...options });
  /** A transaction of the product that holds its lock on a table. */
  const hold = async (): Promise<Client> => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; select * from one');
    return holder;
  };
  beforeEach(async () => {
    await run();
    file('0003_three.sql', 'alter table one add column m int');
  });

  test('is left alone after a short wait; the sentence names who holds it', async () => {
    const holder = await hold();
    const said: string[] = [];
    await expect(more({ onBusy: (name: string) => said.push(name) })).rejects.toThrow(
      new RegExp(
        `0003_three\\.sql got no lock on its tables, and nothing of it was done.* \\d+ \\(${holder.user}\\)\\.`,
      ),
    );
    expect(said).toEqual(['0003_three.sql', '0003_three.sql']);
    const { rows } = await owner.query('select count(*)::int as n from schema_migrations');
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('is changed once it is free; between two tries others go on', async () => {
    const holder = await hold();
    const onBusy = async (): Promise<void> => {
      await app.query('select * from one');
      await holder.query('commit');
    };
    let others: Promise<void> | undefined;
    expect(await more({ tries: 1000, onBusy: () => (others ??= onBusy()) })).toEqual(['0003_three.sql']);
    await others;
  });
});

describe('indexes that are built concurrently', () => {
  const valid = async (): Promise<unknown> =>
    (await owner.query(`select indisvalid from pg_index where indexrelid = to_regclass('one_n')`)).rows;
  beforeEach(run);

  test('are built outside of a transaction, also when two processes start', async () => {
    file('0003_index.sql', '-- For lists.\ncreate index concurrently one_n on one (n);');
    expect((await Promise.all([run(), run(), run()])).flat()).toEqual(['0003_index.sql']);
    expect(await valid()).toEqual([{ indisvalid: true }]);
  });

  test('are built again when an attempt was broken off', async () => {
    await app.query('insert into one values (1), (1)');
    file('0003_index.sql', 'create unique index concurrently one_n on one (n)');
    await expect(run()).rejects.toThrow('0003_index.sql failed: could not create unique index');
    expect(await valid()).toEqual([{ indisvalid: false }]);
    await app.query('delete from one');
    expect(await run()).toEqual(['0003_index.sql']);
    expect(await valid()).toEqual([{ indisvalid: true }]);
  });

  test('have a file of their own', async () => {
    file('0003_index.sql', 'create index concurrently one_n on one (n); create table three (n int)');
    await expect(run()).rejects.toThrow('a file with CONCURRENTLY may only have');
    expect(await valid()).toEqual([]);
  });

  test('are built as usual indexes inside of a restore', async () => {
    file('0003_index.sql', 'create index concurrently one_n on one (n)');
    await owner.query('begin');
    await migrateInside(owner, { dir });
    await owner.query('commit');
    expect(await valid()).toEqual([{ indisvalid: true }]);
  });
});
