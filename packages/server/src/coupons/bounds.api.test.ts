import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { MOST_TRAFFIC } from '@skyport/contract/users-form';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { TestAnswer, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { endDueTrials } from '../traffic/trials.ts';

/* How much traffic coupons can give to one account: no figure of it may be more than can be counted exactly. */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
afterEach(async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]));
const admin = await app.account({ type: 'admin', steppedUp: true });

/** The most that one coupon can give. */
const PIB = 1024 ** 5;

const makeCoupon = async (traffic: number, more: object = {}): Promise<{ _id: string; code: string }> => {
  const form = {
    name: '超大流量',
    type: 'freeUse',
    code: `C${deps.ids.code(8)}`,
    traffic,
    useNumPerUser: 0,
    expireTime: new Date(clock.now().getTime() + 30 * DAY_MS).toISOString(),
    ...more,
  };
  const saved = await app.call('/api/yunying/coupon/update_coupon', form, admin);
  expect(saved, saved.msg).toMatchObject({ code: 0 });
  return saved.data;
};
const redeem = (code: string, user: TestSession): Promise<TestAnswer> => {
  clock.advance(MINUTE_MS);
  return app.call('/api/coupon/redeem_coupon', { code }, user);
};
const refused = { code: codes.conflict.code, msg: '兑换后流量将超过账号上限，请联系客服' };

/** Everything that a redemption changes. */
const stateOf = async (user: TestSession): Promise<unknown> => {
  const { rows } = await sql`
    select (select granted from traffic_account where user_num = ${user.num}),
           (select count(*) from coupon_uses where user_id = ${user.userId}) as uses,
           (select sum(used) from coupons)::int as used,
           (select count(*) from ledger_tx) as postings`.execute(deps.db);
  return rows[0];
};

test('coupons fill an account to its last byte and not beyond; what is refused changes nothing', async () => {
  const user = await app.account();
  const [large, part] = [await makeCoupon(PIB), await makeCoupon(PIB - GIB)];
  const [tooMuch, exactly, byte] = [await makeCoupon(GIB + 1), await makeCoupon(GIB), await makeCoupon(1)];
  for (const { code } of [large, part]) expect((await redeem(code, user)).code).toBe(0);
  const before = await stateOf(user);
  for (const { code } of [large, tooMuch]) expect(await redeem(code, user)).toMatchObject(refused);
  expect(await stateOf(user)).toEqual(before);
  expect((await redeem(exactly.code, user)).code).toBe(0);
  expect(await redeem(byte.code, user)).toMatchObject(refused);
  expect((await app.call('/api/user/userinfo', {}, user)).data.traffic).toBe(MOST_TRAFFIC);
  const records = await app.call('/api/traffic/my_traffic_records', {}, user);
  expect(records.data[0]).toMatchObject({ type: 'coupon', trafficChange: MOST_TRAFFIC });
});

test('trials that end again and again fill the record of a day, not of two', async () => {
  const user = await app.account();
  const trial = await makeCoupon(PIB, { traffixHaveLimitTime: true, traffixLimitTime: 1 });
  const days = await makeCoupon(0, { type: 'freeTime', vipDay: 1 });
  clock.advance(DAY_MS - ((clock.now().getTime() + 8 * HOUR_MS) % DAY_MS));
  for (let n = 0; n < 2; n += 1) {
    expect((await redeem(trial.code, user)).code).toBe(0);
    clock.advance(HOUR_MS);
    await endDueTrials(deps, async () => undefined);
  }
  expect((await app.call('/api/user/userinfo', {}, user)).data.traffic).toBe(0);
  expect(await redeem(trial.code, user)).toMatchObject(refused);
  expect((await redeem(days.code, user)).code).toBe(0);
  clock.advance(DAY_MS);
  expect((await redeem(trial.code, user)).code).toBe(0);
});

test('of many redemptions at once as many are given as an account can hold', async () => {
  const user = await app.account();
  const { code } = await makeCoupon(PIB);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => app.call('/api/coupon/redeem_coupon', { code }, user)),
  );
  expect(answers.map((answer) => answer.code).toSorted()).toEqual([0, 0, ...Array<number>(4).fill(refused.code)]);
});
