import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeChannel } from '../invite/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { TestAnswer, TestData, TestSession } from '../testing-app.ts';
import { startShop } from './testing/scene.ts';

const { app, deps, clock, admin, shop } = await startShop();
const { makeCombo, order, receipt, wallet, fund } = shop;

/** An account whose channel was made by the settings of the moment. */
const channelOwner = async (): Promise<{ readonly owner: TestSession; readonly channel: TestData }> => {
  const owner = await app.account({ type: 'channel' });
  await makeChannel(deps.db, deps, owner.userId);
  return {
    owner,
    channel: (await app.call('/api/admin/users/get_user_channel', { user_id: owner.userId }, admin)).data,
  };
};

/** An order for 30 yuan of a customer who came by a code so long ago; what is given pays it. */
const ordered = async (code: string, agoMs: number, forceReward = false): Promise<() => Promise<TestAnswer>> => {
  const user = await app.account();
  const created_at = new Date(clock.now().getTime() - agoMs);
  const came = { channel_code: code, created_at, force_reward: forceReward };
  await deps.db.updateTable('users').set(came).where('id', '=', user.userId).execute();
  const { _id } = await order(user, await makeCombo());
  return () => receipt(_id, 30, `bank ${user.num}`);
};
const buyer = async (...of: Parameters<typeof ordered>): Promise<void> => {
  const pay = await ordered(...of);
  expect((await pay()).data).toEqual({ outcome: 'paid' });
};

test('what a new channel earns, and for how long where rebates end, are settings', async () => {
  await app.changeSettings({ channelRewardRate: 0.1, channelConsumerDuration: 30, inviteRule: true });
  const { owner, channel } = await channelOwner();
  expect(channel).toMatchObject({ rewardRate: 0.1, comsumerDuration: 30 });
  await buyer(channel.code, 30 * DAY_MS - 1);
  expect(await wallet(owner)).toBe(3);
  await buyer(channel.code, 30 * DAY_MS);
  expect(await wallet(owner)).toBe(3);
  await buyer(channel.code, 30 * DAY_MS, true);
  expect(await wallet(owner)).toBe(6);
  await app.changeSettings({ inviteRule: false });
  await buyer(channel.code, 400 * DAY_MS);
  expect(await wallet(owner)).toBe(9);
});

test('an inviter who becomes an agency’s customer while the money is counted has the rebate before, or none', async () => {
  const { owner, channel } = await channelOwner();
  const agency = await app.account();
  const change = (user: TestSession, fields: object) =>
    app.call('/api/admin/users/update_user', { _id: user.userId, ...fields }, admin);
  await deps.db.updateTable('users').set({ is_agency: true }).where('id', '=', agency.userId).execute();
  await buyer(channel.code, 0);
  const earned = await wallet(owner);
  await fund(owner, -earned, 'wallet_rebate');
  const pay = await ordered(channel.code, 0);
  let bought: Promise<unknown> = Promise.resolve();
  let changed: Promise<unknown> = Promise.resolve();
  // No transaction of a call: what begins in it is not part of it.
  await deps.db.transaction().execute(async (trx) => {
    // Whoever settles has read the inviter, and waits for this account of the ledger.
    const { rows } = await sql<{ id: string }>`
      select id::text from ledger_account where owner is null and kind = 'revenue'`.execute(trx);
    await sql`select * from ledger_lock(${rows.map(({ id }) => id)}::bigint[])`.execute(trx);
    bought = pay();
    await waitsInDatabase(1);
    changed = change(owner, { is_agency_user: true, agent_id: agency.userId });
    await waitsInDatabase(2);
  });
  await Promise.all([bought, changed]);
  const { is_agency_user } = await deps.db
    .selectFrom('users')
    .select('is_agency_user')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  expect([is_agency_user, await wallet(owner)]).toEqual([false, earned]);
});

/** Until so many sessions of the database wait for a lock. */
const waitsInDatabase = (count: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`.execute(deps.db);
      return rows[0]?.n;
    })
    .toBeGreaterThanOrEqual(count);
