import { codes } from '@skyport/contract/codes';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../platform/clock.ts';
import type { TestData } from '../testing-app.ts';
import { startShop } from './testing/scene.ts';

/* What the decisions say of coupons on orders, sentence by sentence. */

const { app, deps, clock, admin, shop } = await startShop();
const { makeCombo, makeCoupon, order, check, buy, applyCoupon, one } = shop;

const save = async (coupon: TestData, change: object): Promise<TestData> => {
  const saved = await app.call('/api/yunying/coupon/update_coupon', { ...coupon, ...change }, admin);
  expect(saved, saved.msg).toMatchObject({ code: 0 });
  return saved.data;
};
const remove = (coupon: TestData) => app.call('/api/yunying/coupon/delete_coupon', { id_list: [coupon._id] }, admin);
const usesOf = async (coupon: TestData): Promise<{ used: number; unreleased: number }> => {
  const { rows } = await sql<{ used: number; unreleased: number }>`
    select used, (select count(*)::int from coupon_uses where coupon_id = c.id and released_at is null) as unreleased
      from coupons c where id = ${coupon._id}`.execute(deps.db);
  return rows[0]!;
};

test('an order keeps what a coupon was worth when it was applied: edits and its end change nothing', async () => {
  const user = await app.account();
  const coupon = await makeCoupon({ expireTime: new Date(clock.now().getTime() + HOUR_MS).toISOString() });
  const { _id } = await order(user, await makeCombo());
  await applyCoupon(user, _id, coupon.code);
  await save(coupon, { forMoney: 20, name: '加大' });
  expect(await one(user, _id)).toMatchObject({ coupon_discount: 5, coupon_name: '立减' });
  clock.advance(2 * HOUR_MS);
  expect((await check(user, _id)).data).toMatchObject({ payable: 25, coupon_gone: false });
  expect((await buy(user, _id, { shown: 25 })).data.request_pay_amound).toBe(25);
});

test('lowered limits bind new uses and leave those that are held', async () => {
  const user = await app.account();
  const coupon = await makeCoupon({ useNumPerUser: 3, NumberOfAuthorizations: 5 });
  const [first, second] = [await order(user, await makeCombo()), await order(user, await makeCombo())];
  for (const { _id } of [first, second]) expect((await applyCoupon(user, _id, coupon.code)).code).toBe(0);
  const lowered = await save(coupon, { useNumPerUser: 1 });
  const third = await order(user, await makeCombo());
  expect((await applyCoupon(user, third._id, coupon.code)).code).toBe(codes.couponUsedUp.code);
  await save(lowered, { useNumPerUser: 1, NumberOfAuthorizations: 2 });
  const stranger = await app.account();
  const other = await order(stranger, await makeCombo());
  expect((await applyCoupon(stranger, other._id, coupon.code)).code).toBe(codes.couponExhausted.code);
  for (const { _id } of [first, second]) expect((await buy(user, _id, { shown: 25 })).code).toBe(0);
});

test('however many coupons are applied to an order at once, it takes one', async () => {
  const user = await app.account();
  const coupons = [await makeCoupon(), await makeCoupon(), await makeCoupon()];
  const { _id } = await order(user, await makeCombo());
  const answers = await Promise.all(coupons.map(({ code }) => applyCoupon(user, _id, code)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual(
    [0, codes.orderHasCoupon.code, codes.orderHasCoupon.code].toSorted(),
  );
  const uses = await Promise.all(coupons.map(usesOf));
  expect(uses.map(({ used, unreleased }) => [used, unreleased]).toSorted()).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
});

test('a coupon that is deleted before the first payment leaves the order at its next call, whichever that is', async () => {
  const user = await app.account();
  const [checked, applied] = [await order(user, await makeCombo()), await order(user, await makeCombo())];
  const [gone, lost] = [await makeCoupon(), await makeCoupon()];
  await applyCoupon(user, checked._id, gone.code);
  await applyCoupon(user, applied._id, lost.code);
  await remove(gone);
  await remove(lost);
  // Deletion writes the coupon alone.
  expect(await usesOf(gone)).toEqual({ used: 1, unreleased: 1 });
  const seen = (await check(user, checked._id)).data;
  expect(seen).toMatchObject({ payable: 30, coupon_gone: true, order: { coupon_code: '', coupon_discount: 0 } });
  expect((await check(user, checked._id)).data).toMatchObject({ payable: 30, coupon_gone: false });
  expect((await buy(user, checked._id, { shown: 30 })).data.request_pay_amound).toBe(30);
  expect(await usesOf(gone)).toEqual({ used: 0, unreleased: 0 });
  const another = await makeCoupon({ forMoney: 7 });
  expect((await applyCoupon(user, applied._id, another.code)).data).toMatchObject({ coupon_discount: 7 });
  expect(await usesOf(lost)).toEqual({ used: 0, unreleased: 0 });
});

test('a coupon that is deleted after the first payment began is honoured', async () => {
  const user = await app.account();
  const coupon = await makeCoupon();
  const { _id } = await order(user, await makeCombo());
  await applyCoupon(user, _id, coupon.code);
  const trade = (await buy(user, _id)).data;
  await remove(coupon);
  expect((await check(user, _id)).data).toMatchObject({ payable: 25, coupon_gone: false });
  expect((await buy(user, _id, { shown: 25 })).data._id).toBe(trade._id);
});

test('an order whose coupon has gone and that was cancelled stays as it was', async () => {
  const user = await app.account();
  const coupon = await makeCoupon();
  const { _id } = await order(user, await makeCombo());
  await applyCoupon(user, _id, coupon.code);
  await app.call('/api/order/cancel_order', { order_id: _id }, user);
  await remove(coupon);
  expect((await check(user, _id)).code).toBe(codes.conflict.code);
  expect(await one(user, _id)).toMatchObject({ status: 'cancled', coupon_code: coupon.code, coupon_discount: 5 });
});
