import { GIB } from '@skyport/contract/units';
import { afterAll, expect, test } from 'vitest';
import { shopOf } from '../orders/testing/shop.ts';
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { createTestApp } from '../testing.ts';
import type { TestSession } from '../testing-app.ts';
import { texts } from './texts.ts';
import { watchMembership, watchTraffic } from './watch.ts';

/* Notices of traffic and membership for what was bought in the shop. */

const app = await createTestApp({ TEST_PAYMENTS: '1' });
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, receipt, info } = shopOf(app, admin);

/** Buys a product of this kind and name; the money comes as a receipt. */
const purchase = async (user: TestSession, name: string, fields: object): Promise<void> => {
  const { _id } = await order(user, await makeCombo({ name, ...fields }));
  expect((await receipt(_id, 30, _id)).data).toEqual({ outcome: 'paid' });
};
const paidFor = (name: string): string => `您购买的“${name}”已到账`;
/** What the bell says that it did not say before, after both watches, oldest first. */
const said = async (user: TestSession): Promise<string[]> => {
  await watchTraffic(deps);
  await watchMembership(deps);
  const list = (await app.call('/api/user_notive/list', {}, user)).data as { _id: string; desc: string }[];
  for (const { _id } of list) await app.call('/api/user_notive/clicked', { noticeId: _id }, user);
  clock.advance(MINUTE_MS);
  return list.map(({ desc }) => desc).toReversed();
};
const use = (user: TestSession, change: object) =>
  deps.db.updateTable('traffic_account').set(change).where('user_num', '=', user.num).execute();

test('whoever buys days is told three days and one day before their end, once each, and anew after buying on', async () => {
  const user = await app.account();
  await said(user);
  await purchase(user, '周卡', { traffic: 0, vipDuration: 7 });
  expect(await said(user)).toEqual([paidFor('周卡')]);
  const until = Date.parse((await info(user)).vipExpireTime);
  const heard: string[] = [];
  for (clock.advance(HOUR_MS); clock.now().getTime() < until; clock.advance(3 * HOUR_MS))
    heard.push(...(await said(user)));
  expect(heard).toEqual([expect.stringContaining('3 天后到期'), expect.stringContaining('明天到期')]);
  clock.set(new Date(until - HOUR_MS));
  await purchase(user, '月卡', { traffic: 0, vipDuration: 30 });
  expect(Date.parse((await info(user)).vipExpireTime)).toBe(until + 30 * DAY_MS);
  expect(await said(user)).toEqual([paidFor('月卡')]);
  clock.set(new Date(until + 27 * DAY_MS));
  expect(await said(user)).toEqual([expect.stringContaining('3 天后到期')]);
  expect(await said(user)).toEqual([]);
});

test('the daily quota of bought days is told of at 80 % and at 100 %, once a day', async () => {
  const user = await app.account();
  await said(user);
  await purchase(user, '日用卡', { traffic: 0, vipDuration: 20 });
  await said(user);
  const quota = Number((await info(user)).limit);
  expect(quota).toBe(50 * GIB);
  const today = dayOf(clock.now(), deps.settings.current().timezone);
  await use(user, { day: today, day_used: 0.8 * quota - 1 });
  expect(await said(user)).toEqual([]);
  await use(user, { day_used: 0.8 * quota });
  expect(await said(user)).toEqual([texts.quota[80]('50 G')]);
  await use(user, { day_used: quota });
  expect(await said(user)).toEqual([texts.quota[100]('50 G', false)]);
  expect(await said(user)).toEqual([]);
});

test('bought traffic is told of at 80 % and at 100 % of what there was after the purchase, once each', async () => {
  const user = await app.account();
  await said(user);
  await purchase(user, '小包', { traffic: 10 * GIB });
  expect(await said(user)).toEqual([paidFor('小包')]);
  await use(user, { spent: 8 * GIB });
  expect(await said(user)).toEqual([texts.permanent[80]('2 G')]);
  await purchase(user, '大包', { traffic: 98 * GIB });
  expect(await said(user)).toEqual([paidFor('大包')]);
  await use(user, { spent: 88 * GIB - 1 });
  expect(await said(user)).toEqual([]);
  await use(user, { spent: 88 * GIB });
  expect(await said(user)).toEqual([texts.permanent[80]('20 G')]);
  await use(user, { spent: 108 * GIB });
  expect(await said(user)).toEqual([texts.permanent[100]]);
  expect(await said(user)).toEqual([]);
});
