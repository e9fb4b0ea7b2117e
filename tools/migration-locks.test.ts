import { readMigrations } from '@skyport/db/migrate';
import { describe, expect, test } from 'vitest';
import { FIRST_CHECKED, longLocks } from './migration-locks.ts';

test('no migration from 0178 on locks a table of customers for long', () => {
  const checked = readMigrations().filter(({ name }) => name >= FIRST_CHECKED);
  const found = checked.flatMap(({ name, sql }) => longLocks(sql).map((problem) => `${name}: ${problem}`));
  expect(found).toEqual([]);
});

test('the rule finds long locks in old migrations', () => {
  const old = readMigrations().filter(({ sql }) => longLocks(sql).length > 0);
  expect(old.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['0153_large_lists.sql', '0177_records_by_day.sql']),
  );
});

describe('refused', () => {
  test.each([
    ['create index users_x on users (email)', 'users'],
    ['create unique index if not exists users_x on public.users using btree (email)', 'users'],
    ['alter table orders alter column name type text', 'orders'],
    ['alter table only orders alter name set data type varchar(40)', 'orders'],
    ['alter table orders alter column name set not null', 'orders'],
    ['alter table orders add column a int, add constraint positive check (price > 0)', 'orders'],
    ['alter table orders add check (price > 0)', 'orders'],
    ['alter table trades add foreign key (order_id) references orders', 'trades'],
    ['alter table users add constraint one unique (email)', 'users'],
    ['alter table users add primary key (id)', 'users'],
    ['alter table users add column n int check (n > 0)', 'users'],
    ['alter table users add column n bigserial', 'users'],
    ['alter table users add column id2 uuid default gen_random_uuid()', 'users'],
    ['alter table users add column low text generated always as (lower(email)) stored', 'users'],
    ['update users set email = lower(email)', 'users'],
    ['update users u set email = lower(email) from orders', 'users'],
    ['with gone as (select 1) delete from sessions', 'sessions'],
    ['lock table users in exclusive mode', 'users'],
    ['truncate sessions', 'sessions'],
    ['vacuum full users', 'users'],
    ['cluster orders using orders_pkey', 'orders'],
    ['do $$ begin alter table users alter column email type text; end $$', 'users'],
    ["select 'a;b'; create index x on claims (id)", 'claims'],
    [
      'alter table orders add constraint c check (price > 0) not valid; alter table orders validate constraint c',
      'orders',
    ],
    ['-- lock: \ncreate index x on users (email)', 'users'],
  ])('%s', (sql, table) => {
    const found = longLocks(sql);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${table}: `));
  });
});

describe('allowed', () => {
  test.each([
    'create index concurrently users_x on users (email)',
    'create table a (n int); create index a_n on a (n); alter table a alter column n set not null; insert into a select 1',
    'alter table users add column n int',
    "alter table users add column n int not null default 5, add column m text not null default ''",
    'alter table users add column order_id uuid references orders',
    'alter table orders add constraint positive check (price > 0) not valid',
    'alter table orders validate constraint positive',
    'alter table users add constraint one unique using index users_email_one',
    'alter table settings alter column value type jsonb using value::jsonb',
    'insert into users (id) values (1) on conflict (id) do update set id = 2',
    'create function f() returns void language sql as $$ update users set email = 1 $$',
    'create trigger t before update on users for each row execute function f()',
    '-- lock: a table of staff with a few hundred rows\ncreate index x on coupons (name)',
    "comment on table users is 'create index x on users (email)'",
    'drop index users_x; alter table users drop column n',
  ])('%s', (sql) => {
    expect(longLocks(sql)).toEqual([]);
  });

  test('a reason allows one statement, not the next', () => {
    const sql = '-- lock: few rows, measured 20 ms\ncreate index x on users (email);\ncreate index y on users (id);';
    expect(longLocks(sql)).toHaveLength(1);
  });
});
