import { join } from 'node:path';
import { OWNER_ROLE } from '@skyport/db/local';
import { emptyDatabase } from '@skyport/db/testing';
import { makeBackup, readBackup } from '@skyport/server/backup/index';
import { digestsOf, restoreInto, testFolder } from '@skyport/server/backup/testing';
import { createTestApp } from '@skyport/server/testing';
import { TEST_SECRET_KEY } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seeded } from '../testkit/seeded.ts';
import { actsOf, type Act } from './demo-acts.ts';
import { demoAdmin, demoCustomer, fillDemo } from './demo-data.ts';

const app = await createTestApp({ TEST_PAYMENTS: '1', ALLOW_PRIVATE_NETWORKS: '1' });
const empty = await emptyDatabase();
const folder = testFolder();

test('the demo shows the business: nothing that an evaluator opens first is empty', async () => {
  const { deps, clock } = app;
  const place = {
    ip: '127.0.0.1',
    ctrlPorts: [28_801, 28_802, 28_803],
    ports: [28_810, 28_830, 28_840],
    realityTarget: '127.0.0.1:28850',
  } as const;
  await fillDemo(deps, { now: clock.now, moveTo: clock.set }, { place, random: seeded(20_26), customers: 60 });
  const actOf = async (email: string, type: 'admin' | 'normal'): Promise<Act> => {
    const person = await deps.db
      .selectFrom('users')
      .select(['id', 'num', 'email'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return actsOf(deps, person, type);
  };
  const [admin, customer] = [await actOf(demoAdmin, 'admin'), await actOf(demoCustomer, 'normal')];
  // Every posting came by the product's own calls.
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);

  // What tells the gateway of closed trades would fail in the list of jobs: it is gone.
  const toGateway = sql`select id from graphile_worker.jobs where task_identifier = 'orders.close-trade'`;
  expect((await toGateway.execute(deps.db)).rows).toEqual([]);

  const trades = await admin('payments', 'tradeList', { requestNumber: 1000 });
  expect(new Set(trades.map(({ state }) => state))).toEqual(new Set(['paied', 'credited', 'closed', 'open']));
  expect(new Set(trades.map(({ pay_mode }) => pay_mode))).toEqual(
    new Set(['alipay', 'wxpay', 'usdt', 'manual', 'balance']),
  );
  expect(trades.filter(({ flag }) => flag !== '')).not.toEqual([]);
  expect(await admin('nodes', 'list', {})).toHaveLength(3);
  const charges = await admin('withdrawals', 'adminChargeList', {});
  expect(new Set(charges.map(({ status }) => status))).toEqual(new Set(['request', 'paid', 'returned']));
  const { tickets } = await admin('tickets', 'queue', {});
  expect(new Set(tickets.map(({ queue }) => queue))).toEqual(new Set(['waiting', 'answered', 'close']));
  expect((await admin('permissions', 'list', {})).some(({ holders }) => holders > 0)).toBe(true);

  const deliveries = await admin('money', 'deliveryList', {});
  expect(new Set(deliveries.map(({ verdict }) => verdict))).toEqual(
    new Set(['stored', 'known', 'contradicts', 'refused']),
  );
  const lists = {
    unclaimed: await admin('money', 'unclaimedList', {}),
    requests: await admin('money', 'requestList', {}),
    undecided: (await admin('money', 'claimList', {})).filter(({ state }) => state === 'doubtful'),
    differences: await admin('money', 'differenceList', {}),
    reconciled: await admin('money', 'reconciliationList', {}),
    instances: await admin('payments', 'instances', {}),
    canned: await admin('tickets', 'cannedList', {}),
    couponUses: await admin('coupons', 'recordList', {}),
    audit: (await admin('audit', 'list', {})).entries,
    orders: await customer('orders', 'orderList', {}),
    spends: await customer('withdrawals', 'spendList', {}),
    charges: await customer('withdrawals', 'chargeList', {}),
    rebates: await customer('invite', 'rewardList', {}),
    invited: await customer('invite', 'invitedUsers', {}),
    tickets: await customer('tickets', 'myList', {}),
    gifts: (await customer('push', 'list', {})).pushList,
  };
  const emptyLists = Object.entries(lists).filter(([, rows]) => rows.length === 0);
  expect(emptyLists.map(([name]) => name)).toEqual([]);
});

test('a backup of the demo comes back with equal rows in every table', async () => {
  const owner = new URL(app.databaseUrl);
  owner.username = OWNER_ROLE;
  const path = join(folder, 'demo.tar');
  const keys = { secretKey: TEST_SECRET_KEY, passphrase: '' };
  const { tables } = await makeBackup({
    ownerUrl: owner.href,
    dataDir: folder,
    ...keys,
    path,
    version: '',
    now: app.clock.now(),
  });
  expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(45);
  const before = await digestsOf(owner.href);
  const target = { dataDir: folder, secretKey: TEST_SECRET_KEY };
  expect(await restoreInto(await readBackup(path), empty, target)).toEqual({ ledgerProblems: [] });
  expect(await digestsOf(empty.ownerUrl)).toEqual(before);
});
