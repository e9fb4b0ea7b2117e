import { inTransaction } from '@skyport/db';
import { bytes, GIB, MIB } from '@skyport/contract/units';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { grantTraffic } from '../traffic/index.ts';
import { noteNewAccounts } from './watch-store.ts';
import { watchMembership, watchTraffic } from './watch.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

/** Noon in Shanghai. */
const NOON = new Date('2026-11-21T04:00:00Z');
const TODAY = '2026-11-21';
beforeEach(() => clock.set(NOON));

const set = (user: TestSession, account: object) =>
  deps.db.updateTable('traffic_account').set(account).where('user_num', '=', user.num).execute();
const grant = (user: TestSession, amount: number) =>
  inTransaction(deps.db, (trx) =>
    grantTraffic(trx, {
      userNum: user.num,
      amount: bytes(amount),
      recordType: 'coupon',
      key: `grant:${deps.ids.next()}`,
      ref: 'test',
      actor: 'test',
      at: clock.now(),
      day: TODAY,
      description: '',
    }),
  );
/** What the bell says that it did not say before, oldest first. */
const said = async (user: TestSession): Promise<string[]> => {
  const list = (await app.call('/api/user_notive/list', {}, user)).data as { _id: string; desc: string }[];
  for (const { _id } of list) await app.call('/api/user_notive/clicked', { noticeId: _id }, user);
  clock.advance(MINUTE_MS);
  return list.map(({ desc }) => desc).toReversed();
};
const noticesAfterWatch = async (user: TestSession): Promise<string[]> => {
  await watchTraffic(deps);
  return said(user);
};

test('stores the levels of new accounts page by page, each once', async () => {
  await deps.db.deleteFrom('traffic_told').execute();
  const users = [await app.account(), await app.account(), await app.account()];
  const note = (after: number) =>
    inTransaction(deps.db, (trx) => noteNewAccounts(trx, { now: NOON, today: TODAY, after, limit: 2 }));
  const [first, ...others] = users.map(({ num }) => num);
  expect(await note(first! - 1)).toBe(others[0]);
  expect(await note(others[0]!)).toBeUndefined();
  expect(await note(first! - 1)).toBeUndefined();
  const told = await deps.db.selectFrom('traffic_told').select('user_num').orderBy('user_num').execute();
  expect(told.map(({ user_num: num }) => num)).toEqual([first, ...others]);
});

test('permanent traffic is notified at 80 % and at 100 %, once each, and again after the next purchase', async () => {
  const user = await app.account();
  await noticesAfterWatch(user);
  await grant(user, 100 * GIB);
  expect(await noticesAfterWatch(user)).toEqual([]);
  await set(user, { spent: 80 * GIB - 1 });
  expect(await noticesAfterWatch(user)).toEqual([]);
  await set(user, { spent: 80 * GIB });
  expect(await noticesAfterWatch(user)).toEqual(['不限时流量已使用 80%，剩余 20 G']);
  expect(await noticesAfterWatch(user)).toEqual([]);
  await set(user, { spent: 100 * GIB });
  expect(await noticesAfterWatch(user)).toEqual(['不限时流量已用完，请及时补充，以免断网']);
  expect(await noticesAfterWatch(user)).toEqual([]);
  // 10 G more are little of 110 G, but they are all there is: the percentage is of them.
  await grant(user, 10 * GIB);
  expect(await noticesAfterWatch(user)).toEqual([]);
  await set(user, { spent: 108 * GIB });
  expect(await noticesAfterWatch(user)).toEqual(['不限时流量已使用 80%，剩余 2 G']);
  // A check-in is no purchase: it changes what is left, not what the percentage is of.
  await grant(user, 200 * MIB);
  expect(await noticesAfterWatch(user)).toEqual([]);
  await set(user, { spent: 110 * GIB + 200 * MIB });
  expect(await noticesAfterWatch(user)).toEqual(['不限时流量已用完，请及时补充，以免断网']);
});

test('whoever jumps over 80 % hears of 100 % only', async () => {
  const user = await app.account();
  await grant(user, GIB);
  await noticesAfterWatch(user);
  await set(user, { spent: GIB });
  expect(await noticesAfterWatch(user)).toEqual(['不限时流量已用完，请及时补充，以免断网']);
});

test("a member's daily quota is notified once a day and level, and means nothing without membership", async () => {
  const user = await app.account();
  await grant(user, GIB);
  await set(user, { daily_quota: 50 * GIB, day: TODAY, day_used: 0 });
  await noticesAfterWatch(user);
  await set(user, { day_used: 45 * GIB });
  expect(await noticesAfterWatch(user)).toEqual([]);
  await set(user, { vip_until: new Date(NOON.getTime() + 10 * DAY_MS) });
  expect(await noticesAfterWatch(user)).toEqual(['今日限时流量已使用 80%（共 50 G）']);
  await set(user, { day_used: 50 * GIB });
  expect(await noticesAfterWatch(user)).toEqual(['今日限时流量 50 G 已用完，明天 0 点恢复，在此之前使用不限时流量']);
  expect(await noticesAfterWatch(user)).toEqual([]);
  clock.advance(DAY_MS);
  expect(await noticesAfterWatch(user)).toEqual([]);
  await set(user, { day: '2026-11-22', day_used: 40 * GIB });
  expect(await noticesAfterWatch(user)).toEqual(['今日限时流量已使用 80%（共 50 G）']);
});

test('an account that is first checked where it stands is not notified, nor is one that has nothing', async () => {
  const [old, empty] = [await app.account(), await app.account()];
  await grant(old, 10 * GIB);
  await set(old, { spent: 10 * GIB });
  expect([await noticesAfterWatch(old), await noticesAfterWatch(empty)]).toEqual([[], []]);
});

test('two jobs at once notify an account once', async () => {
  const user = await app.account();
  await grant(user, 10 * GIB);
  await noticesAfterWatch(user);
  await set(user, { spent: 9 * GIB });
  await Promise.all([watchTraffic(deps), watchTraffic(deps), watchTraffic(deps)]);
  expect(await said(user)).toHaveLength(1);
});

const lookAtEnd = async (user: TestSession): Promise<string[]> => {
  await watchMembership(deps);
  return said(user);
};

test('the end of membership is notified three days and one day before, once each for its date, not in the night', async () => {
  const user = await app.account();
  // Ends on the 28th at 18:00 in Shanghai.
  await set(user, { vip_until: new Date('2026-11-28T10:00:00Z') });
  clock.set(new Date('2026-11-24T15:00:00Z'));
  expect(await lookAtEnd(user)).toEqual([]);
  clock.set(new Date('2026-11-24T20:00:00Z')); // 04:00 on the 25th
  expect(await lookAtEnd(user)).toEqual([]);
  clock.set(new Date('2026-11-25T01:05:00Z')); // 09:05 on the 25th
  expect(await lookAtEnd(user)).toEqual(['您的会员将于 3 天后到期（2026-11-28 18:00），到期后将无法使用限时流量']);
  clock.advance(HOUR_MS);
  expect(await lookAtEnd(user)).toEqual([]);
  // A few hours more on the same date are nothing new.
  await set(user, { vip_until: new Date('2026-11-28T12:00:00Z') });
  expect(await lookAtEnd(user)).toEqual([]);
  clock.set(new Date('2026-11-27T02:00:00Z'));
  expect(await lookAtEnd(user)).toEqual(['您的会员将于明天到期（2026-11-28 20:00），到期后将无法使用限时流量']);
  // Bought on: the next end is told of anew.
  await set(user, { vip_until: new Date('2026-12-28T12:00:00Z') });
  expect(await lookAtEnd(user)).toEqual([]);
  clock.set(new Date('2026-12-25T02:00:00Z'));
  expect(await lookAtEnd(user)).toHaveLength(1);
});

test('a server that was down on the third day notifies on the second; a membership that ends today is notified too', async () => {
  const user = await app.account();
  await set(user, { vip_until: new Date('2026-11-23T04:00:00Z') });
  expect(await lookAtEnd(user)).toEqual(['您的会员将于 2 天后到期（2026-11-23 12:00），到期后将无法使用限时流量']);
  const other = await app.account();
  await set(other, { vip_until: new Date('2026-11-21T10:00:00Z') });
  clock.set(NOON);
  expect(await lookAtEnd(other)).toEqual(['您的会员将于今天到期（2026-11-21 18:00），到期后将无法使用限时流量']);
});
