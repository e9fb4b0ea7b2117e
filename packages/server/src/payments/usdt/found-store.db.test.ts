import { testDatabase, type TestDatabase } from '@skyport/db/testing';
import { beforeAll, expect, test } from 'vitest';
import { createIds, systemRandom } from '../../platform/ids.ts';
import { testClock } from '../../testing-app.ts';
import { unitsOf } from './amounts.ts';
import { knownOf, markHanded, referenceOf, type DepositRow } from './deposit-store.ts';
import { storeAllFound, type StoredFound } from './found-store.ts';
import type { Found } from './reading.ts';

const clock = testClock();
const ids = createIds(clock, systemRandom);
const PLACE = { network: 'bep20', address: `0x${'a'.repeat(40)}` } as const;
const TEN = unitsOf('bep20', 10_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

let made = 0;
/** A transaction, and its transfers at these places of its block. */
const transaction = () => {
  made += 1;
  const txid = `0x${made.toString(16).padStart(64, '0')}`;
  const transferAt = (logIndex: number, units = TEN): Found => ({
    txid,
    logIndex,
    block: 7,
    blockHash: '0x7',
    time: clock.now(),
    sender: `0x${'b'.repeat(40)}`,
    units,
  });
  const places = async (): Promise<number[]> => {
    const rows = await database.db
      .selectFrom('usdt_deposits')
      .select('log_index')
      .where('txid', '=', txid)
      .orderBy('log_index')
      .execute();
    return rows.map(({ log_index }) => log_index);
  };
  return { transferAt, places };
};
const store = (...found: Found[]): Promise<StoredFound> =>
  storeAllFound(database.db, { ...PLACE, found, ids, at: clock.now() });

test('keeps one transfer that a second endpoint shows at another place of its transaction', async () => {
  const { transferAt, places } = transaction();
  expect((await store(transferAt(3))).fresh).toHaveLength(1);
  expect((await store(transferAt(0))).fresh).toEqual([]);
  expect(await places()).toEqual([0]);
});

test('keeps two equal transfers of a transaction as two, wherever a second endpoint shows them', async () => {
  const { transferAt, places } = transaction();
  expect((await store(transferAt(3), transferAt(5))).fresh).toHaveLength(2);
  for (const [one, other] of [
    [5, 7],
    [4, 6],
    [0, 1],
  ] as const) {
    expect((await store(transferAt(one), transferAt(other))).fresh).toEqual([]);
    expect(await places()).toEqual([one, other]);
  }
});

test('stores a second equal transfer that an endpoint has kept back', async () => {
  const { transferAt, places } = transaction();
  await store(transferAt(3));
  expect((await store(transferAt(3), transferAt(5))).fresh).toEqual([transferAt(5)]);
  expect(await places()).toEqual([3, 5]);
});

test('tells transfers of other amounts in one transaction apart', async () => {
  const { transferAt, places } = transaction();
  await store(transferAt(3));
  expect((await store(transferAt(3), transferAt(4, TEN + 1n))).fresh).toHaveLength(1);
  expect(await places()).toEqual([3, 4]);
});

test('keeps neighbours of other amounts that a second endpoint shows one place further', async () => {
  const { transferAt, places } = transaction();
  await store(transferAt(3), transferAt(4, TEN + 1n), transferAt(5, TEN + 2n));
  expect(await store(transferAt(4), transferAt(5, TEN + 1n), transferAt(6, TEN + 2n))).toEqual({ fresh: [], back: 0 });
  expect(await places()).toEqual([4, 5, 6]);
  expect((await store(transferAt(3), transferAt(4, TEN + 1n), transferAt(5, TEN + 2n))).fresh).toEqual([]);
  expect(await places()).toEqual([3, 4, 5]);
});

test('stores money at a place where a second endpoint showed other money', async () => {
  const { transferAt } = transaction();
  await store(transferAt(4, TEN + 1n));
  expect((await store(transferAt(4), transferAt(5, TEN + 1n))).fresh).toEqual([transferAt(4)]);
});

test('stores money for each of two addresses that endpoints show at the same place of a transaction', async () => {
  const { transferAt, places } = transaction();
  const other = `0x${'c'.repeat(40)}`;
  await store(transferAt(3));
  await store(transferAt(4));
  const toOther = () =>
    storeAllFound(database.db, { ...PLACE, address: other, found: [transferAt(4)], ids, at: clock.now() });
  const { txid } = transferAt(4);
  const isKnown = async () => [...(await knownOf(database.db, { ...PLACE, address: other }, [txid]))];
  expect(await isKnown()).toEqual([]);
  expect((await toOther()).fresh).toEqual([transferAt(4)]);
  expect(await isKnown()).toEqual([txid]);
  expect((await toOther()).fresh).toEqual([]);
  expect((await store(transferAt(3))).fresh).toEqual([]);
  expect(await places()).toEqual([3, 4]);
});

test('names money whose place was that of money with a name', async () => {
  const { transferAt } = transaction();
  const [one, two, three] = [TEN, TEN + 1n, TEN + 2n];
  await store(transferAt(3, one), transferAt(4, two), transferAt(5, three));
  const rowOf = (units: bigint) =>
    database.db
      .selectFrom('usdt_deposits')
      .selectAll()
      .where('txid', '=', transferAt(0).txid)
      .where('units', '=', String(units))
      .executeTakeFirstOrThrow();
  const hand = async (units: bigint): Promise<void> => {
    const row = (await rowOf(units)) as DepositRow;
    const reference = await referenceOf(database.db, row);
    await markHanded(database.db, row.id, { outcome: 'unclaimed', reference, slot_id: null, handed_at: clock.now() });
  };
  await hand(one);
  await hand(two);
  await store(transferAt(2, one), transferAt(3, two), transferAt(4, three));
  await hand(three);
  const names = await Promise.all([one, two, three].map(async (units) => (await rowOf(units)).reference));
  expect(new Set(names).size).toBe(3);
});
