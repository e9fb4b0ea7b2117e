import { bytes, GIB, MIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { balanceOf } from '@skyport/db/ledger';
import { testDatabase } from '@skyport/db/testing';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAccount } from '../accounts/index.ts';
import { createIds, systemRandom } from '../platform/ids.ts';
import { createSecrets } from '../platform/secrets.ts';
import { extendMembership, grantTraffic, noteTraffic, postUse, trafficOf } from './index.ts';
import { listRecords } from './store.ts';

const database = await testDatabase();
const { db } = database;
const now = new Date('2026-11-21T04:00:00Z');
const clock = { now: () => now };
const deps = { clock, ids: createIds(clock, systemRandom), secrets: createSecrets('k'.repeat(32), systemRandom) };

let num = 0;
beforeEach(async () => {
  await database.reset();
  const made = await inTransaction(db, (trx) =>
    createAccount(trx, { email: 'one@example.com', passwordHash: 'none', type: 'normal' }, deps),
  );
  num = made?.num ?? 0;
});

const event = (key: string) => ({
  userNum: num,
  recordType: 'coupon' as const,
  key,
  ref: key,
  actor: 'test',
  at: now,
  day: '2026-11-21',
  description: key,
});
const grant = (key: string, amount: number) =>
  inTransaction(db, (trx) => grantTraffic(trx, { ...event(key), amount: bytes(amount) }));
const healthy = async () => expect((await sql`select * from ledger_health`.execute(db)).rows).toEqual([]);

test('a grant posted twice counts once', async () => {
  expect(await grant('gift', GIB)).toBe(true);
  expect(await grant('gift', GIB)).toBe(false);
  expect((await trafficOf(db, num)).granted).toBe(GIB);
  expect(await balanceOf(db, { owner: num, kind: 'traffic', unit: 'BYTE' })).toBe(GIB);
  await healthy();
});

test('fifty grants at once add up, in balance, ledger and one record of the day', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => grant(`gift ${n}`, MIB)));
  expect((await trafficOf(db, num)).granted).toBe(50 * MIB);
  expect(await balanceOf(db, { owner: num, kind: 'traffic', unit: 'BYTE' })).toBe(50 * MIB);
  expect(await listRecords(db, num, '2026-11-01')).toEqual([
    expect.objectContaining({ type: 'coupon', change: 50 * MIB, granted: 50 * MIB, spent: 0, day: '2026-11-21' }),
  ]);
  await healthy();
});

test('what is sold comes from what the product issues, gifts from promotion', async () => {
  await grant('gift', MIB);
  await inTransaction(db, (trx) => grantTraffic(trx, { ...event('sale'), recordType: 'buy', amount: bytes(GIB) }));
  expect(await balanceOf(db, { owner: null, kind: 'promo', unit: 'BYTE' })).toBe(-MIB);
  expect(await balanceOf(db, { owner: null, kind: 'traffic_issued', unit: 'BYTE' })).toBe(-GIB);
});

test('an event without bytes is only recorded', async () => {
  await inTransaction(db, (trx) => noteTraffic(trx, event('days')));
  expect(await listRecords(db, num, '2026-11-01')).toEqual([
    expect.objectContaining({ change: 0, description: 'days' }),
  ]);
  await healthy();
});

test('memberships given at once all count', async () => {
  const give = () => inTransaction(db, (trx) => extendMembership(trx, { userNum: num, hours: 24, now }));
  await Promise.all(Array.from({ length: 10 }, give));
  expect((await trafficOf(db, num)).vipUntil).toEqual(new Date(now.getTime() + 10 * 86_400_000));
});

test('use reaches the ledger once, however often it is posted', async () => {
  await grant('gift', GIB);
  await db.updateTable('traffic_account').set({ spent: 300 }).where('user_num', '=', num).execute();
  const postNow = () => inTransaction(db, (trx) => postUse(trx, { userNums: [num] }, now));
  expect((await Promise.all([postNow(), postNow(), postNow()])).toSorted()).toEqual([0, 0, 1]);
  expect(await balanceOf(db, { owner: num, kind: 'traffic', unit: 'BYTE' })).toBe(GIB - 300);
  expect(await balanceOf(db, { owner: null, kind: 'traffic_used', unit: 'BYTE' })).toBe(300);
  await healthy();
});
