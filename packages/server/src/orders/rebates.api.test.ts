import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeChannel } from '../invite/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import { createTestApp } from '../testing.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { shopOf } from './testing/shop.ts';

const app = await createTestApp({ TEST_PAYMENTS: '1' });
const { deps, clock } = app;
afterAll(() => app.close());
afterEach(async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]));
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, receipt, wallet } = shopOf(app, admin);

/** An account whose channel was made by the settings of the moment. */
const channelOwner = async (): Promise<{ readonly owner: TestSession; readonly channel: TestData }> => {
  const owner = await app.account({ type: 'channel' });
  await makeChannel(deps.db, deps, owner.userId);
  return {
    owner,
    channel: (await app.call('/api/admin/users/get_user_channel', { user_id: owner.userId }, admin)).data,
  };
};

/** A customer who came by a code so long ago, and buys something for 30 yuan. */
const buyer = async (code: string, agoMs: number, forceReward = false): Promise<void> => {
  const user = await app.account();
  const created_at = new Date(clock.now().getTime() - agoMs);
  const came = { channel_code: code, created_at, force_reward: forceReward };
  await deps.db.updateTable('users').set(came).where('id', '=', user.userId).execute();
  const { _id } = await order(user, await makeCombo());
  expect((await receipt(_id, 30, `bank ${user.num}`)).data).toEqual({ outcome: 'paid' });
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
