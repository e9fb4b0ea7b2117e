import { GIB } from '@skyport/contract/units';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, dayOf } from '../../platform/clock.ts';
import { createTestApp } from '../../testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

test('user info has every field of the specification, each with the value of the account', async () => {
  await app.changeSettings({ signUseRewardTraffic: 300, continueSignUseDay: 20, continueSignReward: 500 });
  const user = await app.account({ type: 'channel', paid: true });
  const vip = new Date(clock.now().getTime() + 3 * DAY_MS);
  const today = dayOf(clock.now(), deps.settings.current().timezone);
  const stored = {
    icon: 'avatar.webp',
    channel_code: 'SPRING',
    prefer_domain: 'best.example',
    describe_host: 'https://sub.example',
    in_xinjiang: true,
    in_foreign: false,
    use_english_node: true,
  };
  await deps.db.updateTable('users').set(stored).where('id', '=', user.userId).execute();
  const used = {
    granted: 9 * GIB,
    spent: 2 * GIB,
    vip_until: vip,
    daily_quota: 70 * GIB,
    day: today,
    day_used: 5 * GIB,
  };
  await deps.db.updateTable('traffic_account').set(used).where('user_num', '=', user.num).execute();
  await deps.db.insertInto('checkins').values({ user_id: user.userId, day: today, streak: 4 }).execute();
  const { code, data } = await app.call('/api/user/userinfo', {}, user);
  expect(code).toBe(0);
  expect(data).toMatchObject({
    _id: user.userId,
    email: user.email,
    icon: 'avatar.webp',
    type: 'channel',
    userkey: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    paidUser: true,
    traffic: 9 * GIB,
    spendTraffic: 2 * GIB,
    vipExpireTime: vip.toISOString(),
    dailyTimePackageUsage: 5 * GIB,
    limit: 70 * GIB,
    haveContinueSignUseData: 4,
    signUseToday: true,
    signUseRewardInfo: { signUseRewardTraffic: 300, continueSignUseDay: 20, continueSignReward: 500 },
    channel_code: 'SPRING',
    preferDomain: 'best.example',
    describe_host: 'https://sub.example',
    inXinjiang: true,
    in_foreign: false,
    use_english_node: true,
    is_agency_user: false,
  });
});
