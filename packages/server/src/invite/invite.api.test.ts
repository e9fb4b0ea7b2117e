import { codes } from '@skyport/contract/codes';
import { expect, test } from 'vitest';
import { startShop } from '../orders/testing/scene.ts';
import type { TestData, TestSession } from '../testing-app.ts';

/*
 * What the owner of a channel sees: code and link, who came, and what was earned. The money comes from real orders.
 */

const { app, deps, clock, shop } = await startShop();
const { makeCombo, order, receipt, fund, wallet } = shop;

const info = async (user: TestSession): Promise<TestData> =>
  (await app.call('/api/channel/channel_info', {}, user)).data;
const rewards = async (user: TestSession, part: object = {}): Promise<TestData[]> =>
  (await app.call('/api/channel/reward_list', part, user)).data;
const invited = async (user: TestSession, part: object = {}): Promise<TestData[]> =>
  (await app.call('/api/channel/invited_users', part, user)).data;

/** A customer who came by a code a minute later than the one before. */
const comer = async (code: string, email: string): Promise<TestSession> => {
  clock.advance(60_000);
  const user = await app.account({ email });
  await deps.db.updateTable('users').set({ channel_code: code }).where('id', '=', user.userId).execute();
  return user;
};

const buy = async (user: TestSession, yuan = 30): Promise<void> => {
  const { _id } = await order(user, await makeCombo({ price: yuan }));
  expect((await receipt(_id, yuan, `bank ${_id}`)).data).toEqual({ outcome: 'paid' });
};

test('an account without a channel gets one by its first look, the same however many look at once', async () => {
  await app.changeSettings({ preferDomain: 'sky.example', channelRewardRate: 0.15, inviteRule: false });
  const user = await app.account();
  const looks = await Promise.all(Array.from({ length: 5 }, () => info(user)));
  const { code } = looks[0].chanelInfo;
  expect(code).toMatch(/^[0-9A-Z]{6}$/);
  for (const look of looks) expect(look).toEqual(looks[0]);
  expect(looks[0]).toMatchObject({
    chanelInfo: { rewardRate: 0.15, comsumerDuration: null, link: `https://sky.example/?c=${code}#/register` },
    min_charge_money: 500,
    invited: 0,
    rewards: 0,
    earned: 0,
    is_agency: false,
  });
  const { type } = await deps.db
    .selectFrom('users')
    .select('type')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  expect(type).toBe('normal');
});

test('the link leads to the account’s own domain, else to where the console is; rebates may end', async () => {
  await app.changeSettings({ preferDomain: '', inviteRule: true, channelConsumerDuration: 90 });
  const user = await app.account({ type: 'channel' });
  const { chanelInfo } = await info(user);
  expect(chanelInfo).toMatchObject({
    comsumerDuration: 90,
    link: `http://console.test/?c=${chanelInfo.code}#/register`,
  });
  await deps.db.updateTable('users').set({ prefer_domain: 'own.example' }).where('id', '=', user.userId).execute();
  expect((await info(user)).chanelInfo.link).toBe(`https://own.example/?c=${chanelInfo.code}#/register`);
});

test('who came by the code is listed with a hidden address, newest first, part by part', async () => {
  const owner = await app.account();
  const { code } = (await info(owner)).chanelInfo;
  await comer(code, 'first@example.com');
  await comer(code, 'second@example.com');
  const unconfirmed = await comer(code, 'nobody@example.com');
  await deps.db.updateTable('users').set({ confirmed: false }).where('id', '=', unconfirmed.userId).execute();
  expect((await info(owner)).invited).toBe(2);
  const all = await invited(owner);
  expect(all.map(({ email }) => email)).toEqual(['s***@example.com', 'f***@example.com']);
  expect(all[0]).toEqual({ _id: expect.any(String), email: 's***@example.com', createTime: expect.any(String) });
  expect(await invited(owner, { limit: 1, offset: 1 })).toEqual([all[1]]);
  expect(await invited(await app.account())).toEqual([]);
});

test('rebates are listed with what was bought and what the wallet had after each', async () => {
  await app.changeSettings({ channelRewardRate: 0.1, inviteRule: false });
  const owner = await app.account();
  await fund(owner, 7);
  const { code } = (await info(owner)).chanelInfo;
  const buyer = await comer(code, 'buyer@example.com');
  await buy(buyer);
  clock.advance(60_000);
  await fund(owner, 5);
  await buy(buyer, 12.5);
  const [newest, first] = await rewards(owner);
  expect(first).toEqual({
    _id: expect.any(String),
    comsumer_name: 'b***@example.com',
    desc: expect.stringContaining('商品'),
    userSpend: 30,
    reward: 3,
    buyTime: expect.any(String),
    left: 10,
  });
  expect(newest).toMatchObject({ userSpend: 12.5, reward: 1.25, left: 16.25 });
  expect(await wallet(owner)).toBe(16.25);
  expect(await info(owner)).toMatchObject({ rewards: 2, earned: 4.25 });
  expect(await rewards(owner, { limit: 1, offset: 1 })).toEqual([first]);
  expect(await rewards(buyer)).toEqual([]);
});

test('visitors and customers of an agency have no channel', async () => {
  const customer = await app.account({ isAgencyUser: true });
  for (const path of ['channel_info', 'reward_list', 'invited_users']) {
    expect((await app.call(`/api/channel/${path}`, {}, customer)).code).toBe(codes.roleForbidden.code);
    expect((await app.call(`/api/channel/${path}`)).code).toBe(codes.sessionExpired.code);
  }
});
