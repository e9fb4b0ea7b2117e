import { serverTypes } from '@skyport/contract/nodes-rules';
import type { Settings } from '@skyport/contract/settings-table';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../testing.ts';

/*
 * Settings that nothing else tests: saved through their call, and seen where they take effect.
 */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });

const save = async (change: Partial<Settings>): Promise<void> => {
  expect((await app.call('/api/admin/config/set_config', change, admin)).code).toBe(0);
  const [[name, value]] = Object.entries(change) as [[keyof Settings, unknown]];
  await expect.poll(() => deps.settings.current()[name]).toBe(value);
};

test.each(serverTypes)(
  'a server of type %s joins with the script that the settings name for it',
  async (serverType) => {
    const address = `https://install.example/${serverType}.sh`;
    await save({ [`${serverType}_install`]: address });
    const id = deps.ids.next();
    await deps.db
      .insertInto('nodes')
      .values({ id, name: serverType, type: 'v2ray', server_type: serverType, ctrl_port: 888, created_at: clock.now() })
      .execute();
    const { data } = await app.call('/api/admin/agents/enrol_code', { id }, admin);
    expect(data.command).toContain(address);
  },
);

test('a day begins where the settings say', async () => {
  const user = await app.account({ paid: true });
  const signed = async () => (await app.call('/api/user/userinfo', {}, user)).data.signUseToday;
  // 23:30 in Shanghai, half past midnight in Tokyo.
  clock.set(new Date('2026-11-22T15:30:00Z'));
  expect((await app.call('/api/user/sign_use', {}, user)).code).toBe(0);
  expect(await signed()).toBe(true);
  await save({ timezone: 'Asia/Tokyo' });
  expect(await signed()).toBe(false);
  expect((await app.call('/api/host/get')).data.timezone).toBe('Asia/Tokyo');
});

test('a whole streak gives the traffic that the settings promise', async () => {
  await save({ continueSignUseDay: 1 });
  await save({ continueSignReward: 7 });
  const { data } = await app.call('/api/user/sign_use', {}, await app.account({ paid: true }));
  expect(data).toMatchObject({ addTraffic: 207 * 1024 ** 2, extraReward: true });
});
