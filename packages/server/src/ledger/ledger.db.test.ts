import { post, inTransaction } from '@skyport/db';
import { OWNER_ROLE } from '@skyport/db/local';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetErrors } from '../errors/jobs.ts';
import { forgetClicked } from '../notices/jobs.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { watchNewLedger, watchWholeLedger } from './jobs.ts';

let app: TestApp;
let owner: Client;
let operator: TestSession;
let admin: TestSession;
let customer: TestSession;
beforeAll(async () => {
  app = await createTestApp();
  const url = new URL(app.databaseUrl);
  url.username = OWNER_ROLE;
  owner = new Client({ connectionString: url.href });
  await owner.connect();
  operator = await app.account({ type: 'admin' });
  admin = await app.account({ type: 'admin' });
  customer = await app.account();
  await app.changeSettings({ admin_id: operator.userId });
  await pay('one', 100);
});
afterAll(async () => {
  await owner?.end();
  await app?.close();
});
beforeEach(() => app.clock.advance(MINUTE_MS));

const pay = (key: string, amount: number, to = customer) =>
  inTransaction(app.deps.db, (trx) =>
    post(trx, {
      key: `test:${key}`,
      kind: 'late',
      ref: key,
      actor: 'test',
      at: app.clock.now(),
      entries: [
        { account: { owner: null, kind: 'clearing:alipay' }, unit: 'CNY_MILLI', amount: -amount },
        { account: { owner: to.num, kind: 'wallet' }, unit: 'CNY_MILLI', amount },
      ],
    }),
  );
/** Moves a balance behind the ledger's back, which only the owner of the tables can. */
const plant = (by: number) =>
  owner.query(`alter table ledger_account disable trigger user;
    update ledger_account set balance = balance + ${by} where owner = ${customer.num} and kind = 'wallet';
    alter table ledger_account enable trigger user`);
const bellOf = async (session: TestSession): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, session)).data.map(({ desc }: { desc: string }) => desc);
const faults = () =>
  app.deps.db.selectFrom('error_log').select(['name', 'message', 'call']).orderBy('message').execute();
const figure = async (name: string): Promise<number> => {
  const { body } = await app.gate.app.inject('/metrics');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
};

/** A whole check as the jobs do it: each of them adds the next. */
const wholeCheck = async (): Promise<number> => {
  let left: Parameters<typeof watchWholeLedger.run>[1] | undefined = {};
  for (let count = 0; ; count++) {
    if (!left) return count;
    const input: Parameters<typeof watchWholeLedger.run>[1] = left;
    left = undefined;
    const add = async (_trx: unknown, _job: unknown, next: unknown): Promise<void> => {
      left = watchWholeLedger.input.parse(next);
    };
    await watchWholeLedger.run({ ...app.deps, jobs: { ...app.deps.jobs, add } }, input);
  }
};

test('a ledger that is right raises nothing, and the figures say when it was looked at', async () => {
  await watchNewLedger.run(app.deps, {});
  expect(await wholeCheck()).toBe(4);
  expect(await figure('skyport_ledger_problems')).toBe(0);
  const now = app.clock.now().getTime() / 1000;
  expect(await figure('skyport_ledger_checked_timestamp_seconds{part="new"}'.replace(/[{}"]/g, '\\$&'))).toBe(now);
  expect(await figure('skyport_ledger_checked_timestamp_seconds{part="whole"}'.replace(/[{}"]/g, '\\$&'))).toBe(now);
  expect(await bellOf(operator)).toEqual([]);
});

test('a planted difference is an alarm to the operator, once, a row of the error log and a figure, until it is mended', async () => {
  await plant(1);
  for (let minute = 0; minute < 3; minute++) await watchNewLedger.run(app.deps, {});
  expect(await bellOf(operator)).toEqual([expect.stringContaining('账本核对发现')]);
  expect(await bellOf(admin)).toEqual([]);
  const seen = await figure('skyport_ledger_problems');
  expect(seen).toBeGreaterThan(0);
  expect(await faults()).toContainEqual({
    name: 'LedgerDifference',
    message: 'unit does not sum to zero: CNY_MILLI: 1',
    call: 'job ledger.watch-new',
  });
  // Another amount of the same account is the same problem.
  await plant(1);
  await watchNewLedger.run(app.deps, {});
  expect([await figure('skyport_ledger_problems'), (await bellOf(operator)).length]).toEqual([seen, 1]);
  await plant(-2);
  app.clock.advance(MINUTE_MS);
  await wholeCheck();
  expect(await figure('skyport_ledger_problems')).toBe(0);
});

test('a difference in what was checked long ago is found at night', async () => {
  await watchNewLedger.run(app.deps, {});
  await plant(1);
  await owner.query(`alter table ledger_account disable trigger user;
    update ledger_account set balance = balance - 1 where owner is null and unit = 'CNY_MILLI';
    alter table ledger_account enable trigger user`);
  await watchNewLedger.run(app.deps, {});
  expect(await figure('skyport_ledger_problems')).toBe(0);
  await wholeCheck();
  expect(await figure('skyport_ledger_problems')).toBe(2);
  expect(await bellOf(operator)).toHaveLength(2);
});

test('old faults and old notifications that were clicked are forgotten, others stay', async () => {
  const { db } = app.deps;
  const [{ id } = { id: '' }] = (await app.call('/api/user_notive/list', {}, operator)).data.map(
    ({ _id }: { _id: string }) => ({ id: _id }),
  );
  await db.updateTable('notifications').set({ clicked_at: app.clock.now() }).where('id', '=', id).execute();
  const counts = async () => [(await faults()).length > 0, (await db.selectFrom('notifications').execute()).length];
  const forget = async (): Promise<void> => {
    await forgetErrors.run(app.deps, {});
    await forgetClicked.run(app.deps, {});
  };
  app.clock.advance(29 * DAY_MS);
  await forget();
  expect(await counts()).toEqual([true, 2]);
  app.clock.advance(2 * DAY_MS);
  await forget();
  expect(await counts()).toEqual([false, 2]);
  app.clock.advance(60 * DAY_MS);
  await forget();
  expect(await counts()).toEqual([false, 1]);
});

test('while a difference stays open each check reads only what is new', async () => {
  const upTo = async (): Promise<number> =>
    (await app.deps.db.selectFrom('ledger_checkpoint').select('up_to_tx').executeTakeFirstOrThrow()).up_to_tx;
  const other = await app.account();
  await plant(1);
  for (const key of ['two', 'three']) {
    const before = await upTo();
    await pay(key, 1, other);
    await watchNewLedger.run(app.deps, {});
    expect(await figure('skyport_ledger_problems')).toBeGreaterThan(0);
    expect(await upTo()).toBeGreaterThan(before);
  }
  await plant(-1);
  app.clock.advance(MINUTE_MS);
  await wholeCheck();
});
