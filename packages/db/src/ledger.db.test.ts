import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkWholeLedger } from './ledger-health.ts';
import type { Posting, PostOutcome } from './ledger-rules.ts';
import { balanceOf, post, postMany } from './ledger.ts';
import { createDb } from './pool.ts';
import { testDatabase } from './testing.ts';
import { deposit, makeCustomers, POSTED_AT, transfer } from './testing-ledger.ts';
import { inTransaction } from './transaction.ts';
import { PATIENCE_MS } from '../../../testkit/patience.ts';
import { seeded } from '../../../testkit/seeded.ts';

const database = await testDatabase();
const { db } = database;
const posting = (one: Posting): Promise<PostOutcome> => inTransaction(db, (trx) => post(trx, one));
const wallet = (owner: number): Promise<number> => balanceOf(db, { owner, kind: 'wallet', unit: 'CNY_MILLI' });
let ann = 0;
let bob = 0;

beforeEach(async () => {
  await database.reset();
  [ann = 0, bob = 0] = await makeCustomers(db, 2);
});
afterEach(async () => {
  expect(await checkWholeLedger(db)).toEqual([]);
});

test('a posting moves money and makes the accounts it needs', async () => {
  expect(await posting(deposit('d1', ann, 1000))).toBe('posted');
  expect(await posting(transfer('t1', ann, bob, 300))).toBe('posted');
  expect([await wallet(ann), await wallet(bob)]).toEqual([700, 300]);
  expect(await balanceOf(db, { owner: null, kind: 'clearing:alipay', unit: 'CNY_MILLI' })).toBe(-1000);
  expect(await balanceOf(db, { owner: null, kind: 'revenue', unit: 'CNY_MILLI' })).toBe(0);
});

test('an event that is posted twice counts once, also when another process posts it later', async () => {
  await posting(deposit('d1', ann, 1000));
  const again = { ...deposit('d1', ann, 1000), actor: 'somebody else', at: new Date() };
  expect(await posting(again)).toBe('duplicate');
  expect(await wallet(ann)).toBe(1000);
});

test('another content under a key that is taken is a fault', async () => {
  await posting(deposit('d1', ann, 1000));
  await expect(posting(deposit('d1', ann, 1001))).rejects.toThrow('stands for something else');
  await expect(posting(deposit('d1', bob, 1000))).rejects.toThrow('stands for something else');
});

test('an overdraft is refused and the transaction goes on', async () => {
  await posting(deposit('d1', ann, 100));
  await inTransaction(db, async (trx) => {
    expect(await post(trx, transfer('t1', ann, bob, 101))).toBe('refused');
    expect(await post(trx, transfer('t2', ann, bob, 100))).toBe('posted');
  });
  expect([await wallet(ann), await wallet(bob)]).toEqual([0, 100]);
});

test('a refused event may be posted later under its key', async () => {
  expect(await posting(transfer('t1', ann, bob, 5))).toBe('refused');
  await posting(deposit('d1', ann, 5));
  expect(await posting(transfer('t1', ann, bob, 5))).toBe('posted');
});

test('postings outside a transaction are a fault', async () => {
  await expect(post(db, deposit('d1', ann, 1))).rejects.toThrow('inside a transaction');
});

test('what a transaction posted is gone when it is rolled back', async () => {
  const work = inTransaction(db, async (trx) => {
    await post(trx, deposit('d1', ann, 5));
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await wallet(ann)).toBe(0);
  expect(await posting(deposit('d1', ann, 5))).toBe('posted');
});

test('five thousand daily uses are posted by one call, and again as duplicates', async () => {
  const customers = await makeCustomers(db, 5000);
  const traffic = (key: string, amount: number) =>
    customers.map((owner): Posting => ({
      key: `${key}:${owner}`,
      kind: key,
      ref: '2026-02-03',
      actor: 'job',
      at: POSTED_AT,
      entries: [
        { account: { owner, kind: 'traffic' }, unit: 'BYTE', amount },
        {
          account: { owner: null, kind: amount > 0 ? 'traffic_issued' : 'traffic_used' },
          unit: 'BYTE',
          amount: -amount,
        },
      ],
    }));
  const bulk = createDb(database.url, { max: 1, statementLimitMs: PATIENCE_MS });
  const all = (key: string, amount: number) => inTransaction(bulk.db, (trx) => postMany(trx, traffic(key, amount)));
  expect(new Set(await all('issue', 900))).toEqual(new Set(['posted']));
  expect(new Set(await all('use', -400))).toEqual(new Set(['posted']));
  expect(new Set(await all('use', -400))).toEqual(new Set(['duplicate']));
  expect(await balanceOf(db, { owner: null, kind: 'traffic_used', unit: 'BYTE' })).toBe(2_000_000);
  // The traffic table stands on this ledger: without its rows health would rightly complain.
  await sql`insert into traffic_account (user_num, granted, spent, posted_spent)
            select owner, 900, 400, 400 from ledger_account where kind = 'traffic'`.execute(db);
  await bulk.close();
});

test('transfers in a circle at once neither deadlock nor make nor lose a milli', async () => {
  const people = await makeCustomers(db, 6);
  await inTransaction(db, (trx) =>
    postMany(
      trx,
      people.map((owner) => deposit(`d${owner}`, owner, 500)),
    ),
  );
  let retries = 0;
  const dice = seeded(1);
  const random = (below: number): number => Math.floor(dice() * below);
  const oneTransfer = (n: number): Promise<string> => {
    const from = random(6);
    const to = (from + 1 + random(5)) % 6;
    const amount = 1 + random(200);
    let tries = 0;
    return inTransaction(db, (trx) => {
      tries += 1;
      retries += tries > 1 ? 1 : 0;
      return post(trx, transfer(`t${n}`, people[from]!, people[to]!, amount));
    });
  };
  const outcomes: string[] = [];
  // Two for each of the six: on a busy machine more would wait for a connection longer than the pool lets them.
  for (let round = 0; round < 25; round += 1) {
    outcomes.push(...(await Promise.all(Array.from({ length: 12 }, (_, n) => oneTransfer(round * 12 + n)))));
  }
  expect(retries).toBe(0);
  expect(outcomes).toContain('posted');
  const balances = await Promise.all(people.map(wallet));
  expect(balances.reduce((a, b) => a + b)).toBe(3000);
});

test('one event posted by twenty at once counts once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => posting(deposit('d1', ann, 7))));
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1);
  expect(await wallet(ann)).toBe(7);
});

test('twenty at once cannot spend the same money twice', async () => {
  await posting(deposit('d1', ann, 100));
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => posting(transfer(`t${n}`, ann, bob, 30))));
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(3);
  expect([await wallet(ann), await wallet(bob)]).toEqual([10, 90]);
});
