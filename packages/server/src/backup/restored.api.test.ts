import { join } from 'node:path';
import { emptyDatabase } from '@skyport/db/testing';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { joinNode } from '../fleet/testing/join-node.ts';
import { nodeForm } from '../nodes/testing.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { notifyPathOf } from '../payments/notify.ts';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { runJob, type Job } from '../platform/jobs.ts';
import { linkTools } from '../subscription/testing.ts';
import { startTestApp, TEST_SECRET_KEY, type TestApp } from '../testing-app.ts';
import { allJobs } from '../wiring.ts';
import { until } from '../../../../testkit/until.ts';
import { makeBackup, readBackup } from './index.ts';
import { startBackups } from './testing-list.ts';
import { digestsOf, restoreInto, testFolder } from './testing.ts';

/* Customers buy while a backup is made. The panel restored from it must go on serving them. */

const provider = createHmacProvider('hmac');
const { app, admin, database, dataDir } = await startBackups();
serveBy(app, { alipay: provider });
const shop = shopOf(app, admin);
const password = 'a'.repeat(64);
const customer = await app.account({ email: 'lin@example.com', password });

const node = await app.call('/api/admin/agents/update', nodeForm({ zz_port: 30_000 }), admin);
await joinNode(app.deps.db, node.data._id);
const line = { name: '东京', index: 1, agentID: node.data._id, protocol: 'compat', bridge: 'none' };
expect(await app.call('/api/admin/agent_line/update', line, admin)).toMatchObject({ code: 0 });
const combo = await shop.makeCombo();
await shop.fund(customer, 30);
const owned = await shop.order(customer, combo);
expect((await shop.buy(customer, owned._id)).data).toMatchObject({ status: 'paied' });
const waiting = await shop.order(customer, combo);
const { _id: trade } = (await shop.buy(customer, waiting._id)).data;

const documentOf = async (of: TestApp): Promise<string> => {
  const { pathOf, fetch } = linkTools(of);
  const answer = await fetch(await pathOf(customer), { address: '10.3.0.1' });
  expect(answer.statusCode).toBe(200);
  return answer.body;
};
const document = await documentOf(app);

/** Others buy until told to stop; gives how many purchases they made. */
const startBuyers = async (): Promise<{ bought(): number; stop(): Promise<void> }> => {
  let [goesOn, bought] = [true, 0];
  const others = await Promise.all([1, 2, 3].map(() => app.account()));
  const all = others.map(async (other) => {
    while (goesOn) {
      await shop.fund(other, 30);
      const { _id } = await shop.order(other, combo);
      expect((await shop.buy(other, _id)).data).toMatchObject({ status: 'paied' });
      bought += 1;
    }
  });
  return {
    bought: () => bought,
    stop: async () => {
      goesOn = false;
      await Promise.all(all);
    },
  };
};

const buyers = await startBuyers();
await until('a purchase', () => buyers.bought() > 0);
const boughtBefore = buyers.bought();
const path = join(testFolder(), 'busy.tar');
const manifest = await makeBackup({
  ownerUrl: database.ownerUrl,
  dataDir,
  secretKey: TEST_SECRET_KEY,
  passphrase: '',
  path,
  version: '0.1.0',
  now: app.clock.now(),
});
const boughtMeanwhile = buyers.bought() - boughtBefore;
await buyers.stop();

const target = await emptyDatabase();
const restored = await restoreInto(await readBackup(path), target, {
  dataDir: testFolder(),
  secretKey: TEST_SECRET_KEY,
});

test('every table comes back as it was in the moment of the backup', async () => {
  expect(boughtMeanwhile).toBeGreaterThan(0);
  expect(restored.ledgerProblems).toEqual([]);
  const digests = await digestsOf(target.ownerUrl);
  const saved = manifest.tables.map(({ schema, name, rows, rowSum: sum }) => [`${schema}.${name}`, { rows, sum }]);
  expect(digests).toEqual(Object.fromEntries(saved));
});

test('log-in, session, link and a payment under way go on at the restored panel', async () => {
  const again = await startTestApp(target.url);
  afterAll(() => again.close());
  serveBy(again, { alipay: provider });
  const { one, info } = shopOf(again, admin);
  const problems = () => sql`select problem from ledger_health`.execute(again.deps.db);

  const login = { email: customer.email, password };
  expect(await again.call('/api/user/login', login)).toMatchObject({ code: 0 });
  expect(await documentOf(again)).toBe(document);

  const before = await info(customer);
  expect(await one(customer, waiting._id)).toMatchObject({ status: 'topay' });
  const paid = { tradeNumber: trade.replaceAll('-', ''), reference: 'N1', amount: 30_000 };
  const url = `${notifyPathOf(again.deps.secrets, 'hmac')}?${provider.notificationOf(paid)}`;
  expect((await again.gate.app.inject({ method: 'GET', url })).body).toBe('success');
  await settleClaims(again);
  expect(await one(customer, waiting._id)).toMatchObject({ status: 'paied' });
  expect((await info(customer)).traffic).toBeGreaterThan(before.traffic);
  expect((await problems()).rows).toEqual([]);
});

/** Does what the worker does with stored notifications. */
const settleClaims = async ({ deps }: TestApp): Promise<void> => {
  const job = allJobs.find(({ name }) => name === 'orders.settle-claim') as Job<unknown>;
  const { rows } = await sql<{ payload: object }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'orders.settle-claim'`.execute(deps.db);
  for (const { payload } of rows) await runJob(job, deps, payload);
};
