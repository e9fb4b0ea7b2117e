import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { MOST_TRAFFIC } from '@skyport/contract/users-form';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { recordAttempts } from '../platform/attempts-store.ts';
import { systemRandom } from '../platform/ids.ts';
import { giveTraffic, holder } from '../push/testing/people.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { prizeDesk } from './testing/prize-desk.ts';
import { texts } from './texts.ts';

const app = await createTestApp();
const { deps, clock } = app;
const admin = await app.account({ type: 'admin', steppedUp: true });
const { make, clear, wheel, draw, draws } = prizeDesk(app, admin);
afterAll(() => app.close());
beforeEach(clear);
afterEach(async () => {
  clock.advance(MINUTE_MS);
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

const info = async (user: TestSession) => (await app.call('/api/user/userinfo', {}, user)).data;
const records = async (user: TestSession) => (await app.call('/api/traffic/my_traffic_records', {}, user)).data;
const bell = async (user: TestSession) => (await app.call('/api/user_notive/list', {}, user)).data;
const mine = async (user: TestSession) => (await app.call('/api/coupon/mine', {}, user)).data;
const lottery = async (): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select balance from ledger_account where owner is null and kind = 'lottery'`.execute(deps.db);
  return rows[0]?.balance ?? 0;
};

test('a draw costs permanent traffic and gives its prize, both with records of their own', async () => {
  const prize = await make({ gainVipTime: 3 });
  const [user, before] = [await holder(app, 5), await lottery()];
  const drawn = await draw(user);
  expect(drawn).toMatchObject({
    code: 0,
    data: { prize_id: prize._id, name: '一等奖', cost: GIB, traffic: 10 * GIB, day: 3, coupon: null },
  });
  expect(await info(user)).toMatchObject({
    traffic: 14 * GIB,
    spendTraffic: 0,
    vipExpireTime: new Date(clock.now().getTime() + 3 * DAY_MS).toISOString(),
  });
  expect(await records(user)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'prize_spend', trafficChange: -GIB, allTraffic: 4 * GIB }),
      expect.objectContaining({
        type: 'prize_reward',
        trafficChange: 10 * GIB,
        allTraffic: 14 * GIB,
        desc: '抽奖：一等奖',
      }),
    ]),
  );
  expect((await lottery()) - before).toBe(-9 * GIB);
  expect(await draws(user)).toEqual([drawn.data]);
});

test('the wheel says cost, seats and prizes, and never how likely they are', async () => {
  await make({ weight: 7, desc: '说明' });
  const answer = await wheel(await holder(app, 5));
  expect(answer.data).toEqual({
    cost: GIB,
    available: 5 * GIB,
    seats: 8,
    prizes: [expect.objectContaining({ name: '一等奖', gainTraffic: 10, desc: '说明' })],
  });
  expect(JSON.stringify(answer.data)).not.toContain('weight');
});

test('what a draw costs, and the seats of the wheel, are settings', async () => {
  await make();
  const user = await holder(app, 5);
  await app.changeSettings({ prizeBaseCost: 3, gameSeat: 12 });
  expect((await wheel(user)).data).toMatchObject({ cost: 3 * GIB, seats: 12 });
  expect((await draw(user)).data.cost).toBe(3 * GIB);
  await app.changeSettings({ prizeBaseCost: 0 });
  const free = await app.account();
  expect((await draw(free)).data.cost).toBe(0);
  expect((await records(free)).map(({ type }: { type: string }) => type)).toEqual(['prize_reward']);
  await app.changeSettings({ prizeBaseCost: 1, gameSeat: 8 });
});

test('without prizes, or with none that can be won, there is no wheel', async () => {
  const user = await holder(app, 5);
  for (const answer of [await wheel(user), await draw(user)])
    expect(answer).toMatchObject({ code: codes.notFound.code, msg: '暂无奖品' });
  await make({ weight: 0 });
  for (const answer of [await wheel(user), await draw(user)]) expect(answer.code).toBe(codes.notFound.code);
  expect((await info(user)).traffic).toBe(5 * GIB);
});

test('too little traffic draws nothing; trial traffic and what is not charged yet do not count', async () => {
  await make();
  const user = await holder(app, 1);
  await sql`update traffic_account set pending = 1 where user_num = ${user.num}`.execute(deps.db);
  expect((await draw(user)).code).toBe(codes.notEnoughTraffic.code);
  expect((await draw(await app.account())).code).toBe(codes.notEnoughTraffic.code);
  expect(await draws(user)).toEqual([]);
});

test('the same click is answered by the same draw, however often and at once it is sent', async () => {
  await make({ hasDiscountCoupon: true, discountValue: 0.8, discountDuration: 7 });
  const user = await holder(app, 5);
  const click = 'a-click-of-the-wheel';
  const answers = await Promise.all(Array.from({ length: 5 }, () => draw(user, click)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]!.code).toBe(0);
  expect(await draws(user)).toHaveLength(1);
  const other = await holder(app, 5);
  expect((await draw(other, click)).data._id).not.toBe(answers[0]!.data._id);
});

test('ten draws in ten seconds, and no more', async () => {
  await make();
  const user = await holder(app, 50);
  for (let n = 0; n < 10; n += 1) expect((await draw(user)).code).toBe(0);
  expect((await draw(user)).code).toBe(codes.tooFrequent.code);
});

test('a hundred draws in a day, and no more; one that was made is answered again', async () => {
  await make();
  const user = await holder(app, 50);
  const click = 'the-last-of-the-day';
  const made = await draw(user, click);
  const attempts = Array.from({ length: 99 }, () => ({ kind: 'prize_draw_day.account', key: user.userId }) as const);
  await recordAttempts(deps.db, attempts, { at: clock.now(), ids: deps.ids });
  expect(await draw(user)).toMatchObject({ code: codes.tooFrequent.code, msg: texts.drawsOver });
  expect(await draw(user, click)).toEqual(made);
  clock.advance(DAY_MS);
  expect((await draw(user)).code).toBe(0);
});

test('of many draws at once only those are made that the traffic pays', async () => {
  await make({ gainTraffic: 0 });
  const user = await holder(app, 3);
  const answers = await Promise.all(Array.from({ length: 8 }, () => draw(user)));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(3);
  expect(answers.filter(({ code }) => code === codes.notEnoughTraffic.code)).toHaveLength(5);
  expect((await info(user)).traffic).toBe(0);
});

test('the bell tells the discount of a coupon as it is said', async () => {
  await make({ gainTraffic: 0, hasDiscountCoupon: true, discountValue: 0.57, discountDuration: 7 });
  const user = await holder(app, 5);
  await draw(user);
  expect(await bell(user)).toEqual([expect.objectContaining({ desc: expect.stringContaining('5.7 折折扣券') })]);
});

test('a drawn coupon is told to its owner alone, who can use it once', async () => {
  await make({ name: '八折', gainTraffic: 0, hasDiscountCoupon: true, discountValue: 0.8, discountDuration: 7 });
  const [user, other] = [await holder(app, 5), await app.account()];
  const { coupon } = (await draw(user)).data;
  expect(coupon).toEqual({
    code: expect.stringMatching(/^[A-Z0-9]{16}$/),
    discount: 0.8,
    expireTime: new Date(clock.now().getTime() + 7 * DAY_MS).toISOString(),
  });
  expect(await mine(user)).toEqual([expect.objectContaining({ ...coupon, name: '抽奖：八折' })]);
  expect(await mine(other)).toEqual([]);
  expect(await bell(user)).toEqual([expect.objectContaining({ desc: expect.stringContaining(coupon.code) })]);
  const combo = (await app.call('/api/admin/combo/update_combo', { name: '流量', price: 30, traffic: GIB }, admin))
    .data;
  const order = async (who: TestSession) =>
    (await app.call('/api/shop/create_order', { combo_id: combo._id }, who)).data._id;
  const use = async (who: TestSession, order_id: string) =>
    app.call('/api/coupon/orderUseCoupon', { order_id, code: coupon.code }, who);
  expect((await use(other, await order(other))).code).toBe(codes.couponMissing.code);
  expect(await use(user, await order(user))).toMatchObject({ code: 0, data: { coupon_discount: 6 } });
  // What an order holds cannot be chosen for another one.
  expect(await mine(user)).toEqual([]);
});

test('a drawn coupon that is over is shown no more', async () => {
  await make({ gainTraffic: 0, hasDiscountCoupon: true, discountValue: 0.5, discountDuration: 1 });
  const user = await holder(app, 5);
  await draw(user);
  clock.advance(DAY_MS);
  expect(await mine(user)).toEqual([]);
});

test('staff see whose a drawn coupon is, and may edit and delete it', async () => {
  await make({ gainTraffic: 0, hasDiscountCoupon: true, discountValue: 0.5, discountDuration: 9 });
  const user = await holder(app, 5);
  const { coupon } = (await draw(user)).data;
  const listed = async () =>
    (await app.call('/api/yunying/coupon/coupon_list', {}, admin)).data.find(
      ({ code }: { code: string }) => code === coupon.code,
    );
  const row = await listed();
  expect(row).toMatchObject({ owner: user.email, maker: '', useNumPerUser: 1, NumberOfAuthorizations: 1 });
  const { authTimes: _used, createTime: _made, maker: _maker, owner: _owner, ...form } = row;
  const saved = await app.call('/api/yunying/coupon/update_coupon', { ...form, discount: 0.9 }, admin);
  expect(saved).toMatchObject({ code: 0, data: { owner: user.email, discount: 0.9 } });
  expect(await mine(user)).toEqual([expect.objectContaining({ discount: 0.9 })]);
  await app.call('/api/yunying/coupon/delete_coupon', { id_list: [row._id] }, admin);
  expect(await mine(user)).toEqual([]);
  expect((await draws(user))[0].coupon.code).toBe(coupon.code);
});

test('the log keeps the weights of the moment', async () => {
  const [first, second] = [await make({ weight: 3 }), await make({ name: '二等奖', weight: 4 })];
  const user = await holder(app, 5);
  const { _id } = (await draw(user)).data;
  await app.call('/api/yunying/prize/update', { ...first, weight: 9, createTime: undefined }, admin);
  const row = await deps.db.selectFrom('prize_draws').select('weights').where('id', '=', _id).executeTakeFirstOrThrow();
  expect(row.weights).toEqual({ [first._id]: 3, [second._id]: 4 });
});

test('nobody draws who could win more than an account can hold', async () => {
  await make();
  const user = await holder(app, 5);
  await giveTraffic(app, user, MOST_TRAFFIC / GIB - 6);
  expect((await draw(user)).code).toBe(codes.conflict.code);
});

test("an agency's customers have no lottery", async () => {
  await make();
  const customer = await holder(app, 5, { isAgencyUser: true });
  for (const path of ['/api/prize/list', '/api/prize/draw', '/api/prize/draws', '/api/coupon/mine'])
    expect((await app.call(path, {}, customer)).code).toBe(codes.roleForbidden.code);
});

test('the product draws from the source of the operating system unless it is simulated', () => {
  expect(deps.random).toBe(systemRandom);
});
