import { GIB, MIB } from '@skyport/contract/units';
import { checkWholeLedger } from '@skyport/db';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { endDueTrials } from './trials.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

const staff = await app.account({ type: 'yunying' });

const makeCoupon = async (more: object): Promise<{ code: string }> => {
  const form = {
    name: '体验',
    type: 'freeUse',
    code: `C${deps.ids.code(8)}`,
    NumberOfAuthorizations: 1000,
    expireTime: new Date(clock.now().getTime() + 7 * DAY_MS).toISOString(),
    ...more,
  };
  return (await app.call('/api/yunying/coupon/update_coupon', form, staff)).data;
};
const redeem = (code: string, user: TestSession) => app.call('/api/coupon/redeem_coupon', { code }, user);
const info = async (user: TestSession) => (await app.call('/api/user/userinfo', {}, user)).data;
const healthy = async () => expect(await checkWholeLedger(deps.db)).toEqual([]);

test('use below the minimum is charged once when a trial ends, to the trial', async () => {
  const user = await app.account();
  const trial = await makeCoupon({ traffic: 2 * GIB, traffixHaveLimitTime: true, traffixLimitTime: 24 });
  await redeem(trial.code, user);
  await redeem((await makeCoupon({ traffic: GIB })).code, user);
  const used = 90 * MIB + 7;
  await deps.db.updateTable('traffic_account').set({ pending: used }).where('user_num', '=', user.num).execute();
  clock.advance(24 * HOUR_MS);
  await endDueTrials(deps, async () => undefined);
  const account = await deps.db
    .selectFrom('traffic_account')
    .select(['granted', 'spent', 'posted_spent', 'pending', 'overrun', 'trial_left'])
    .where('user_num', '=', user.num)
    .executeTakeFirstOrThrow();
  const charged = { granted: GIB + used, spent: used, posted_spent: used };
  expect(account).toEqual({ ...charged, pending: 0, overrun: 0, trial_left: 0 });
  const records = (await app.call('/api/traffic/my_traffic_records', {}, user)).data;
  expect(records[0]).toMatchObject({ type: 'tiyan_expire', trafficChange: used - 2 * GIB, allTraffic: GIB + used });
  await healthy();
});

test('a trial that cannot be ended does not keep those behind it from ending', async () => {
  const { code } = await makeCoupon({ traffic: GIB, traffixHaveLimitTime: true, traffixLimitTime: 24 });
  const [broken, next] = [await app.account(), await app.account()];
  await redeem(code, broken);
  clock.advance(1000);
  await redeem(code, next);
  const claimed = async (bytes: number) => {
    const [account, grant] = [
      { granted: bytes, trial_left: bytes },
      { granted: bytes, left_bytes: bytes },
    ];
    await deps.db.updateTable('traffic_account').set(account).where('user_num', '=', broken.num).execute();
    await deps.db.updateTable('trial_grants').set(grant).where('user_num', '=', broken.num).execute();
  };
  // More than the ledger holds.
  await claimed(GIB + 1);
  clock.advance(24 * HOUR_MS);
  await endDueTrials(deps, async () => undefined);
  expect([(await info(broken)).traffic, (await info(next)).traffic]).toEqual([GIB + 1, 0]);
  const faults = await deps.db.selectFrom('error_log').select(['call', 'message']).execute();
  expect(faults.filter(({ call }) => call.startsWith('job traffic.end-trials'))).toEqual([
    { call: expect.any(String), message: expect.stringContaining('cannot be ended: refused') },
  ]);
  await claimed(GIB);
  await endDueTrials(deps, async () => undefined);
  expect((await info(broken)).traffic).toBe(0);
  await healthy();
});
