import { checkWholeLedger } from '@skyport/db';
import { GIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob, type Job } from '../platform/jobs.ts';
import { billInto } from './billing.ts';
import { inBillingTurn, trafficJobs } from './index.ts';
import { createBillingScene, type BillingScene } from './testing/billing-scene.ts';

let scene: BillingScene;

beforeAll(async () => {
  scene = await createBillingScene();
});
afterAll(() => scene.app.close());

const postDailyUse = (trafficJobs as readonly Job<unknown>[]).find(({ name }) => name === 'traffic.post-use')!;

/** Whether somebody waits for a lock of the whole database. */
const somebodyWaits = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`.execute(scene.app.deps.db);
  return rows.length > 0;
};

test('the daily posting waits for the billing turn under way, which need not begin again for it', async () => {
  const { deps } = scene.app;
  const num = await scene.user(GIB);
  const use = scene.batchOf([{ user: num, line: 1, up: 0, down: 1000 }]);
  await scene.bill(use.rows);
  let begun = 0;
  let posting = Promise.resolve();
  await inBillingTurn(deps, async ({ repository }) => {
    begun += 1;
    await billInto(repository, use);
    if (begun > 1) return;
    let posted = false;
    posting = runJob(postDailyUse, deps, {}).then(() => void (posted = true));
    await expect.poll(async () => posted || (await somebodyWaits())).toBe(true);
  });
  expect(begun).toBe(1);
  await posting;
  const account = await deps.db
    .selectFrom('traffic_account')
    .select(['spent', 'posted_spent'])
    .where('user_num', '=', num)
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ spent: 2000, posted_spent: 2000 });
  expect(await checkWholeLedger(deps.db)).toEqual([]);
});

test('an account whose use the ledger refuses does not keep the others from being posted', async () => {
  const { db } = scene.app.deps;
  const nums = [await scene.user(GIB), await scene.user(GIB), await scene.user(GIB)];
  const refused = nums[1]!;
  await db.updateTable('traffic_account').set({ spent: 1000 }).where('user_num', 'in', nums).execute();
  await db
    .updateTable('traffic_account')
    .set({ granted: 2 * GIB, spent: 2 * GIB })
    .where('user_num', '=', refused)
    .execute();
  await runJob(postDailyUse, scene.app.deps, {});
  const posted = await db
    .selectFrom('traffic_account')
    .select(['user_num', 'posted_spent'])
    .where('user_num', 'in', nums)
    .orderBy('user_num')
    .execute();
  expect(posted.map(({ posted_spent }) => posted_spent)).toEqual([1000, 0, 1000]);
  const faults = await db.selectFrom('error_log').select(['call', 'message']).execute();
  expect(faults).toEqual([
    { call: `job traffic.post-use ${refused}`, message: `use of user ${refused} cannot be posted: refused` },
  ]);
});

test('a process that is to end leaves the use that is not posted yet to a job that goes on there', async () => {
  const { deps } = scene.app;
  const nums = [await scene.user(GIB), await scene.user(GIB)];
  await deps.db.updateTable('traffic_account').set({ spent: 1000 }).where('user_num', 'in', nums).execute();
  const left: unknown[] = [];
  const add = async (_trx: unknown, _job: unknown, input: unknown): Promise<void> => void left.push(input);
  const ending = { ...deps, jobs: { ...deps.jobs, add } };
  await postDailyUse.run(ending, { after: nums[0]! - 1 }, AbortSignal.abort());
  expect(left).toEqual([{ after: nums[0]! - 1 }]);
  await runJob(postDailyUse, deps, left[0]);
  const posted = await deps.db
    .selectFrom('traffic_account')
    .select('posted_spent')
    .where('user_num', 'in', nums)
    .execute();
  expect(posted.map(({ posted_spent }) => posted_spent)).toEqual([1000, 1000]);
});
