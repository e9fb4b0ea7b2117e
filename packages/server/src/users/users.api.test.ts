import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { userkeyAssociatedData } from '../accounts/index.ts';
import { makeUserkey } from '../accounts/sign-up/create.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { sortValues } from './jobs.ts';
import { copySortValues } from './sort-value-store.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', email: 'admin@example.com' });

const list = (body: object = {}, session: Parameters<typeof app.call>[2] = admin) =>
  app.call('/api/admin/users/userlist', body, session);
const emails = async (body: object): Promise<string[]> =>
  (await list(body)).data.users.map((user: { email: string }) => user.email);

test('an account is shown with its wallet and traffic, and without any of its keys', async () => {
  const user = await app.account({ email: 'rich@example.com' });
  await inTransaction(deps.db, (trx) =>
    post(trx, {
      key: 'test:gift',
      kind: 'adjust',
      ref: 'test',
      actor: admin.userId,
      at: clock.now(),
      entries: [
        { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -1234 },
        { account: { owner: user.num, kind: 'wallet' }, unit: 'CNY_MILLI', amount: 1234 },
      ],
    }),
  );
  const answer = await list({ filterStr: 'rich@' });
  expect(answer.data).toMatchObject({
    total: 1,
    users: [{ _id: user.userId, email: 'rich@example.com', wallet_money: 1.234, userkey: '', password: '', scale: 1 }],
  });
  const stored = await deps.db.selectFrom('users').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow();
  const text = JSON.stringify(answer);
  const key = deps.secrets.decrypt(stored.userkey_enc, userkeyAssociatedData(user.userId));
  for (const secret of [key, stored.password_hash, stored.userkey_hash.toString('hex')])
    expect(text).not.toContain(secret);
  expect(answer.data.users[0].dailyDescribKey).toMatch(/^[0-9a-f]{32}$/);
});

test('newest come first, a page at a time', async () => {
  for (const name of ['first', 'second', 'third']) {
    clock.advance(1000);
    await app.account({ email: `${name}@paging.example` });
  }
  const filterStr = 'paging.example';
  expect(await emails({ filterStr })).toEqual([
    'third@paging.example',
    'second@paging.example',
    'first@paging.example',
  ]);
  expect(await emails({ filterStr, number: 1, offset: 1 })).toEqual(['second@paging.example']);
  expect(await emails({ filterStr, sortBy: 'email', descending: false })).toEqual([
    'first@paging.example',
    'second@paging.example',
    'third@paging.example',
  ]);
  expect((await list({ filterStr, number: 1 })).data.total).toBe(3);
});

test.each([
  ['lastActiveTime', 'users', 'last_active_at'],
  ['spendTraffic', 'traffic_account', 'spent'],
] as const)('%s sorts by figures that a job updates, new accounts included', async (sortBy, table, column) => {
  const domain = `${sortBy.toLowerCase()}.example`;
  const made: TestSession[] = [];
  for (const name of ['first', 'second', 'third']) made.push(await app.account({ email: `${name}@${domain}` }));
  const set = async (user: TestSession, value: unknown): Promise<void> => {
    const key = table === 'users' ? 'num' : 'user_num';
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(key)} = ${user.num}`.execute(
      deps.db,
    );
  };
  const sorted = () => emails({ filterStr: domain, sortBy });
  expect(await sorted()).toHaveLength(3);
  const values = sortBy === 'spendTraffic' ? [1, 0, 2] : [1, 0, 2].map((n) => new Date(clock.now().getTime() + n));
  await deps.db.updateTable('traffic_account').set({ granted: 10 }).execute();
  for (const [index, user] of made.entries()) await set(user, values[index]);
  await sortValues.run(deps, {});
  expect(await sorted()).toEqual([made[2]!.email, made[0]!.email, made[1]!.email]);
  await set(made[1]!, sortBy === 'spendTraffic' ? 9 : new Date(clock.now().getTime() + 9));
  expect((await sorted())[0]).toBe(made[2]!.email);
  await sortValues.run(deps, {});
  expect((await sorted())[0]).toBe(made[1]!.email);
});

test('copies sort values slice by slice, to the last account', async () => {
  const [one, other] = [await app.account(), await app.account()];
  await deps.db.updateTable('traffic_account').set({ granted: 10, spent: 7 }).execute();
  let [after, slices] = [0 as number | undefined, 0];
  for (; after !== undefined; slices += 1) after = await copySortValues(deps.db, { after, limit: 1 });
  expect(slices).toBe(Math.max(one.num, other.num));
  const copies = await deps.db.selectFrom('user_sort_values').select('spent').distinct().execute();
  expect(copies).toEqual([{ spent: 7 }]);
});

test('the filter finds e-mail, id and channel code, and takes wildcards literally', async () => {
  const user = await app.account({ email: 'under_score@example.com' });
  await app.account({ email: 'underXscore@example.com'.toLowerCase() });
  await deps.db.updateTable('users').set({ channel_code: 'SPECIAL9' }).where('id', '=', user.userId).execute();
  expect(await emails({ filterStr: 'UNDER_SCORE' })).toEqual([user.email]);
  expect(await emails({ filterStr: user.userId })).toEqual([user.email]);
  expect(await emails({ filterStr: 'special9' })).toEqual([user.email]);
  for (const filterStr of ['100%', "' or true --", '\\', '%%']) expect(await emails({ filterStr })).toEqual([]);
});

test('whoever looks for an agency finds no other account', async () => {
  const agency = await app.account({ email: 'first@agency.example' });
  const plain = await app.account({ email: 'second@agency.example' });
  await deps.db.updateTable('users').set({ is_agency: true }).where('id', '=', agency.userId).execute();
  const filterStr = 'agency.example';
  expect(await emails({ filterStr, agencies: true })).toEqual([agency.email]);
  expect(await emails({ filterStr: agency.userId, agencies: true })).toEqual([agency.email]);
  expect(await emails({ filterStr: plain.userId, agencies: true })).toEqual([]);
  expect((await list({ filterStr, agencies: true })).data.total).toBe(1);
  expect(await emails({ filterStr })).toHaveLength(2);
});

test('times of creation bound the list at both ends', async () => {
  clock.advance(10 * DAY_MS);
  const user = await app.account({ email: 'late@example.com' });
  const at = clock.now().getTime();
  expect(await emails({ fromTimestamp: at, toTimestamp: at })).toEqual([user.email]);
  expect(await emails({ fromTimestamp: at + 1 })).toEqual([]);
  expect(await emails({ fromTimestamp: at, toTimestamp: Number.MAX_SAFE_INTEGER })).toEqual([user.email]);
});

test.each([
  [{ number: 0 }],
  [{ number: 1001 }],
  [{ number: 'all' }],
  [{ filterStr: 'x'.repeat(65) }],
  [{ sortBy: 'password_hash' }],
  [{ sortBy: 'email; drop table users' }],
  [{ offset: -1 }],
  [{ fromTimestamp: 'yesterday' }],
])('%j is an invalid payload', async (body) => {
  expect((await list(body)).code).toBe(codes.invalidPayload.code);
});

test('accounts without traffic and those whose membership has ended are found', async () => {
  const [used, ended, fine] = [
    await app.account({ email: 'used@states.example' }),
    await app.account({ email: 'ended@states.example' }),
    await app.account({ email: 'fine@states.example' }),
  ];
  const put = (num: number, values: { granted: number; spent: number; vip_until: Date | null }) =>
    deps.db.updateTable('traffic_account').set(values).where('user_num', '=', num).execute();
  const at = (days: number): Date => new Date(clock.now().getTime() + days * DAY_MS);
  await put(used.num, { granted: 10, spent: 10, vip_until: null });
  await put(ended.num, { granted: 10, spent: 1, vip_until: at(-1) });
  await put(fine.num, { granted: 10, spent: 1, vip_until: at(1) });
  const filterStr = 'states.example';
  expect(await emails({ filterStr, state: 'exhausted' })).toEqual(['used@states.example']);
  const expired = await list({ filterStr, state: 'expired' });
  expect(expired.data).toMatchObject({ total: 1, users: [{ email: 'ended@states.example' }] });
});

test('the list is for admins only', async () => {
  expect((await app.call('/api/admin/users/userlist')).code).toBe(codes.sessionExpired.code);
  for (const type of ['normal', 'channel', 'yunying'] as const) {
    expect((await list({}, await app.account({ type }))).code).toBe(codes.roleForbidden.code);
  }
  expect((await list({}, `token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
});

test('more than ten thousand accounts are estimated, and the last page ends with the oldest one', async () => {
  const made = Array.from({ length: 10_001 }, () => {
    const id = deps.ids.next();
    return { id, ...makeUserkey(id, deps) };
  });
  const insert = (some: typeof made, before: number) =>
    sql`
      with made as (
        insert into users (id, email, password_hash, userkey_hash, userkey_enc, channel_code, created_at, last_active_at)
        select id, 'n' || ${before}::int + n || '@many.test', 'none', hash, sealed, '',
               begin.at + (${before}::int + n) * interval '1 second', begin.at
          from (select timestamptz '2026-01-01' as at) begin,
               unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ hash }) => hash)}::bytea[],
                      ${some.map(({ encrypted }) => encrypted)}::bytea[]) with ordinality as u (id, hash, sealed, n)
        returning num)
      insert into traffic_account (user_num) select num from made`.execute(deps.db);
  for (let from = 0; from < made.length; from += 1000) await insert(made.slice(from, from + 1000), from);
  const { total: few, estimated: exact } = (await list({ filterStr: 'n1000@many.test' })).data;
  expect([few, exact]).toEqual([1, undefined]);
  const { total, estimated } = (await list({ filterStr: '@many.test' })).data;
  expect(estimated).toBe(true);
  expect(total).toBeGreaterThan(10_000);
  const last = await emails({ filterStr: '@many.test', number: 3, offset: total - 3 });
  expect(last).toEqual(['n3@many.test', 'n2@many.test', 'n1@many.test']);
});
