import { codes } from '@skyport/contract/codes';
import { MIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { changeSettings } from '../settings/index.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

const signUse = (session: Parameters<typeof app.call>[2]) => app.call('/api/user/sign_use', {}, session);
const healthy = async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);

// First, before another test changes the settings.
test('the rewards are told to every account', async () => {
  const answer = await app.call('/api/user/sign_use_info', {}, await app.account());
  expect(answer.data).toEqual({ signUseRewardTraffic: 200, continueSignUseDay: 30, continueSignReward: 1024 });
  expect((await app.call('/api/user/sign_use_info')).code).toBe(codes.sessionExpired.code);
});

test('a paid account checks in once a day and gets the reward', async () => {
  const user = await app.account({ paid: true });
  expect(await signUse(user)).toMatchObject({
    code: 0,
    data: { addTraffic: 200 * MIB, haveContinueSignUseData: 1, extraReward: false },
  });
  const info = (await app.call('/api/user/userinfo', {}, user)).data;
  expect(info).toMatchObject({ signUseToday: true, haveContinueSignUseData: 1, traffic: 200 * MIB });
  expect(await signUse(user)).toMatchObject({ code: codes.checkinRefused.code, msg: '今天已经签到过了' });
  const records = (await app.call('/api/traffic/my_traffic_records', {}, user)).data;
  expect(records).toEqual([expect.objectContaining({ type: 'sign_use', trafficChange: 200 * MIB })]);
  await healthy();
});

test('the day changes at midnight in Shanghai, not in Greenwich', async () => {
  const user = await app.account({ paid: true });
  clock.set(new Date('2026-11-25T15:59:00Z'));
  expect((await signUse(user)).code).toBe(0);
  clock.set(new Date('2026-11-25T16:00:00Z'));
  expect(await signUse(user)).toMatchObject({ code: 0, data: { haveContinueSignUseData: 2 } });
});

test('a completed streak gives its reward, shows zero, and starts again', async () => {
  await changeSettings(deps.db, { continueSignUseDay: 3 }, { at: clock.now(), secrets: deps.secrets });
  const user = await app.account({ paid: true });
  const streaks: unknown[] = [];
  for (let day = 0; day < 5; day++) {
    streaks.push((await signUse(user)).data);
    clock.advance(DAY_MS);
  }
  const ordinary = (n: number) => ({ addTraffic: 200 * MIB, haveContinueSignUseData: n, extraReward: false });
  const full = { addTraffic: 1224 * MIB, haveContinueSignUseData: 0, extraReward: true };
  expect(streaks).toEqual([ordinary(1), ordinary(2), full, ordinary(1), ordinary(2)]);
  clock.advance(DAY_MS);
  expect(await signUse(user)).toMatchObject({ data: ordinary(1) });
  await healthy();
});

test('of twenty check-ins at once one counts', async () => {
  clock.advance(HOUR_MS);
  const user = await app.account({ paid: true });
  const answers = await Promise.all(Array.from({ length: 20 }, () => signUse(user)));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, codes.checkinRefused.code]));
  expect((await app.call('/api/user/userinfo', {}, user)).data.traffic).toBe(200 * MIB);
  await healthy();
});

test('check-ins of many at once leave connections to everybody else', async () => {
  clock.advance(DAY_MS);
  const users = await Promise.all(Array.from({ length: 12 }, () => app.account({ paid: true })));
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where relation = 'checkins'::regclass and not granted`.execute(
      deps.db,
    );
    return rows[0]!.count;
  };
  const asked = await deps.db.transaction().execute(async (trx) => {
    await sql`lock table checkins in share mode`.execute(trx);
    const answers = users.map((user) => signUse(user));
    await expect.poll(waiting).toBe(3);
    expect((await app.call('/api/user/userinfo', {}, users[0])).code).toBe(0);
    expect(await waiting()).toBe(3);
    return answers;
  });
  expect((await Promise.all(asked)).map(({ code }) => code)).toEqual(users.map(() => 0));
  await healthy();
});

test('a reward of nothing is a check-in all the same', async () => {
  await changeSettings(deps.db, { signUseRewardTraffic: 0 }, { at: clock.now(), secrets: deps.secrets });
  const user = await app.account({ paid: true });
  expect(await signUse(user)).toMatchObject({ code: 0, data: { addTraffic: 0 } });
  expect((await signUse(user)).code).toBe(codes.checkinRefused.code);
  await healthy();
});

test('unpaid accounts are told who may check in, visitors to log in', async () => {
  expect(await signUse(await app.account())).toMatchObject({
    code: codes.checkinRefused.code,
    msg: '付费用户可领取每日福利',
  });
  expect((await signUse(undefined)).code).toBe(codes.sessionExpired.code);
});
