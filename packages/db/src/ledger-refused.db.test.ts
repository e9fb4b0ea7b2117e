import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkLedgerSlice,
  checkNewLedger,
  checkWholeLedger,
  firstLedgerSlice,
  passLedger,
  type LedgerProblem,
  type LedgerSlice,
} from './ledger-health.ts';
import { post } from './ledger.ts';
import { testDatabase } from './testing.ts';
import { deposit, makeCustomers, POSTED_AT, transfer } from './testing-ledger.ts';
import { inTransaction } from './transaction.ts';

/*
 * The database refuses what the program must not do, even to the owner of the tables; what only a superuser can break
 * is found by the health check.
 */

const database = await testDatabase();
const { db } = database;
const owner = new Client({ connectionString: database.ownerUrl });
const app = new Client({ connectionString: database.url });
const root = new Client({ connectionString: database.rootUrl });
await Promise.all([owner.connect(), app.connect(), root.connect()]);
afterAll(() => Promise.all([owner.end(), app.end(), root.end()]));

let ann = 0;
let bob = 0;
/** Ids of ann's wallet, bob's wallet and the clearing account. */
let ids: number[] = [];

beforeEach(async () => {
  await database.reset();
  [ann = 0, bob = 0] = await makeCustomers(db, 2);
  await inTransaction(db, async (trx) => {
    await post(trx, deposit('pay:1', ann, 100_000));
    await post(trx, transfer('move:1', ann, bob, 40_000));
  });
  const { rows } = await owner.query('select id::int from ledger_account order by owner nulls last');
  ids = rows.map((row: { id: number }) => row.id);
});
afterEach(async () => {
  await Promise.all([owner, app, root].map((client) => client.query('rollback')));
});

const account = (values: string) =>
  owner.query(`insert into ledger_account (owner, kind, unit, min_balance) values ${values}`);

/** One transaction with the given entries: account, unit, amount, balance after. */
const raw = async (entries: [number, string, number, number][], seq = 1): Promise<void> => {
  await owner.query('begin');
  const made = await owner.query(
    `insert into ledger_tx (idem_key, kind, ref, actor, at) values ('raw', 'raw', 'r', 'test', '2026-01-01Z') returning id`,
  );
  const values = entries.map(
    ([id, unit, amount, after], n) => `(${made.rows[0].id}, ${n + seq}, ${id}, '${unit}', ${amount}, ${after})`,
  );
  if (values.length > 0) await owner.query(`insert into ledger_entry values ${values.join(', ')}`);
  await owner.query('commit');
};

test('a balanced transaction written by hand is taken', async () => {
  await raw([
    [ids[0]!, 'CNY_MILLI', -1, 59_999],
    [ids[1]!, 'CNY_MILLI', 1, 40_001],
  ]);
  expect(await checkWholeLedger(db)).toEqual([]);
});

test('a second system account of one kind is refused', async () => {
  await expect(account(`(null, 'clearing:alipay', 'CNY_MILLI', null)`)).rejects.toThrow('duplicate key');
});

test('a user account without a floor, or with one below 0, is refused', async () => {
  await expect(account(`(${ann}, 'traffic', 'BYTE', null)`)).rejects.toThrow('check constraint');
  await expect(account(`(${ann}, 'traffic', 'BYTE', -1)`)).rejects.toThrow('check constraint');
});

test('an account of nobody we know, or in no unit we know, is refused', async () => {
  await expect(account(`(999999, 'wallet', 'CNY_MILLI', 0)`)).rejects.toThrow('foreign key');
  await expect(account(`(${ann}, 'wallet', 'USD', 0)`)).rejects.toThrow('check constraint');
});

test('an account that does not begin empty is refused', async () => {
  const gift = `insert into ledger_account (owner, kind, unit, min_balance, balance) values (null, 'promo', 'BYTE', null, 5)`;
  await expect(owner.query(gift)).rejects.toThrow('begins empty');
});

test('an unbalanced transaction is refused', async () => {
  await expect(
    raw([
      [ids[0]!, 'CNY_MILLI', 5, 60_005],
      [ids[1]!, 'CNY_MILLI', -4, 39_996],
    ]),
  ).rejects.toThrow('unbalanced by 1');
});

test('a transaction with one entry, or numbered with a gap, is refused', async () => {
  await expect(raw([[ids[0]!, 'CNY_MILLI', 5, 60_005]])).rejects.toThrow('ledger transaction');
  const pair: [number, string, number, number][] = [
    [ids[0]!, 'CNY_MILLI', -1, 59_999],
    [ids[1]!, 'CNY_MILLI', 1, 40_001],
  ];
  await owner.query('rollback');
  await expect(raw(pair, 2)).rejects.toThrow('numbered from 1');
});

test('a transaction without entries is refused at commit', async () => {
  await expect(raw([])).rejects.toThrow('has no entries');
});

test('a transaction cannot grow later, not even by balanced entries', async () => {
  const more = `insert into ledger_entry values (1, 3, ${ids[0]}, 'CNY_MILLI', -1, 59999), (1, 4, ${ids[1]}, 'CNY_MILLI', 1, 40001)`;
  await expect(owner.query(more)).rejects.toThrow('numbered from 1 in one statement');
});

test('a key that was used is refused', async () => {
  const again = `insert into ledger_tx (idem_key, kind, ref, actor, at) values ('pay:1', 'pay', 'o1', 'sys', '2026-01-01Z')`;
  await expect(owner.query(again)).rejects.toThrow('duplicate key');
});

test('an overdraft is refused', async () => {
  await expect(
    raw([
      [ids[0]!, 'CNY_MILLI', -60_001, -1],
      [ids[1]!, 'CNY_MILLI', 60_001, 100_001],
    ]),
  ).rejects.toThrow('ledger_account_floor');
});

test('an entry in another unit than its account is refused', async () => {
  await expect(
    raw([
      [ids[0]!, 'BYTE', -5, 59_995],
      [ids[1]!, 'BYTE', 5, 40_005],
    ]),
  ).rejects.toThrow('foreign key');
});

test('an entry with a wrong balance is refused', async () => {
  await expect(
    raw([
      [ids[0]!, 'CNY_MILLI', -1, 59_998],
      [ids[1]!, 'CNY_MILLI', 1, 40_001],
    ]),
  ).rejects.toThrow('is told 59998');
});

test.each([
  'update ledger_entry set amount = 1',
  'update ledger_tx set actor = $$nobody$$',
  'update ledger_account set balance = 5',
  'delete from ledger_entry',
  'delete from ledger_tx',
  'delete from ledger_account',
  'truncate ledger_entry',
  'truncate ledger_tx cascade',
  'truncate ledger_account cascade',
  'delete from audit_log',
])('%s is refused to the owner and to the product alike', async (statement) => {
  await expect(owner.query(statement)).rejects.toThrow(/append-only|by ledger entries only/);
  await expect(app.query(statement)).rejects.toThrow('permission denied');
});

test.each(['orders', 'trades', 'payments', 'claims', 'withdrawals'])(
  'the product may write into %s and remove nothing from it',
  async (table) => {
    await expect(app.query(`delete from ${table}`)).rejects.toThrow('permission denied');
    await expect(app.query(`truncate ${table} cascade`)).rejects.toThrow('permission denied');
    const { rows } = await app.query(`select has_table_privilege('${table}', 'insert') as writes`);
    expect(rows).toEqual([{ writes: true }]);
  },
);

test('the product cannot give an account a balance, change tables or forge its migrations', async () => {
  for (const statement of [
    `insert into ledger_account (kind, unit, balance) values ('promo', 'BYTE', 5)`,
    'alter table ledger_entry disable trigger all',
    'drop table ledger_entry',
    'create table mine (a int)',
    `insert into schema_migrations values ('0000_x.sql', '', '2026-01-01Z')`,
    'set session_replication_role = replica',
  ]) {
    await expect(app.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  }
});

test('NUL in JSON is refused, which is why bodies are searched for it', async () => {
  await expect(owner.query(String.raw`select '{"a":"\u0000"}'::jsonb`)).rejects.toThrow('unsupported Unicode');
});

/** Breaks something as only a superuser can: without triggers and constraints of other tables. */
const sabotage = async (statement: string): Promise<void> => {
  await root.query('begin');
  await root.query('set local session_replication_role = replica');
  await root.query(statement);
  await root.query('commit');
};

/** What the slices of a whole check find, of one id each. */
const checkInSlices = async (): Promise<LedgerProblem[]> => {
  const found: LedgerProblem[] = [];
  for (let slice: LedgerSlice | undefined = firstLedgerSlice(1); slice;) {
    const { problems, next } = await checkLedgerSlice(db, slice);
    found.push(...problems);
    slice = next;
  }
  return found;
};

test('slices find nothing in a ledger that is right', async () => {
  expect(await checkInSlices()).toEqual([]);
});

test.each([
  ['unit does not sum to zero', 'update ledger_account set balance = balance + 1 where owner is not null'],
  ['balance differs from its entries', 'update ledger_account set balance = balance + 1 where owner is not null'],
  ['transaction unbalanced', 'update ledger_entry set amount = amount + 1 where tx_id = 2 and seq = 1'],
  ['chain of balances broken', 'update ledger_entry set balance_after = balance_after + 1 where tx_id = 1 and seq = 2'],
  ['transaction with fewer than two entries', 'delete from ledger_entry where tx_id = 2'],
  [
    'user account below its floor',
    'alter table ledger_account drop constraint ledger_account_floor; update ledger_account set balance = -1 where owner is not null',
  ],
])('health sees: %s', async (problem, statement) => {
  if (statement.startsWith('alter')) return expectDropSeen(problem, statement);
  await sabotage(statement);
  expect((await checkWholeLedger(db)).map((row) => row.problem)).toContain(problem);
  expect((await checkNewLedger(db)).problems.map((row) => row.problem)).toContain(problem);
  expect((await checkInSlices()).map((row) => row.problem)).toContain(problem);
});

/** A dropped constraint is undone by rolling back, so the check runs inside the same transaction. */
const expectDropSeen = async (problem: string, statement: string): Promise<void> => {
  await root.query('begin');
  await root.query('set local session_replication_role = replica');
  await root.query(statement);
  const { rows } = await root.query<{ problem: string }>('select problem from ledger_health');
  expect(rows.map((row) => row.problem)).toContain(problem);
};

test('health sees traffic that the ledger does not hold', async () => {
  await db.insertInto('traffic_account').values({ user_num: ann, granted: 10, spent: 4, posted_spent: 3 }).execute();
  expect((await checkWholeLedger(db)).map((row) => row.problem)).toEqual(['traffic differs from the ledger']);
  expect((await checkInSlices()).map((row) => row.problem)).toEqual(['traffic differs from the ledger']);
});

test('a check begins behind the checkpoint, which moves when what was found is kept', async () => {
  const checkOnce = async (): Promise<string[]> => {
    const { problems, upTo } = await checkNewLedger(db);
    await inTransaction(db, (trx) => passLedger(trx, upTo ?? 0, POSTED_AT));
    return problems.map(({ problem }) => problem);
  };
  const upTo = async () =>
    (await db.selectFrom('ledger_checkpoint').select('up_to_tx').executeTakeFirstOrThrow()).up_to_tx;
  expect(await checkOnce()).toEqual([]);
  expect(await upTo()).toBe(2);
  await inTransaction(db, (trx) => post(trx, transfer('move:2', bob, ann, 1)));
  await sabotage('update ledger_entry set balance_after = balance_after + 1 where tx_id = 3');
  expect(await checkNewLedger(db)).toMatchObject({ upTo: 3 });
  expect(await upTo()).toBe(2);
  expect(await checkOnce()).toContain('chain of balances broken');
  expect(await upTo()).toBe(3);
  expect(await checkOnce()).not.toContain('chain of balances broken');
});

test('the checkpoint does not pass a posting that is still under way', async () => {
  const started = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const slow = inTransaction(db, async (trx) => {
    await post(trx, transfer('move:2', bob, ann, 1));
    started.resolve();
    await finished.promise;
  });
  await started.promise;
  expect(await checkNewLedger(db)).toEqual({ problems: [], upTo: undefined });
  finished.resolve();
  await slow;
});
