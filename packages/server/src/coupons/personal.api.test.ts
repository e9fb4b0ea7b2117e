import { inTransaction } from '@skyport/db';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '../platform/clock.ts';
import { createTestApp } from '../testing.ts';
import { giveCoupon } from './personal.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

test('coupons of one account alone are told to it, the one that ends first in front, until they end', async () => {
  const [user, other] = [await app.account(), await app.account()];
  const give = (days: number) =>
    inTransaction(deps.db, (trx) =>
      giveCoupon(trx, deps, { ownerId: user.userId, name: '抽奖', discountBp: 8000, days }),
    );
  const [late, soon] = [await give(9), await give(2)];
  const mine = async (who: typeof user) => (await app.call('/api/coupon/mine', {}, who)).data;
  expect(await mine(user)).toEqual([soon, late]);
  expect(await mine(other)).toEqual([]);
  clock.advance(2 * DAY_MS);
  expect(await mine(user)).toEqual([late]);
});

test('staff see the newest thousand of the coupons that were drawn, and all of their own', async () => {
  const [admin, user] = [await app.account({ type: 'admin', steppedUp: true }), await app.account()];
  const expireTime = new Date(clock.now().getTime() + DAY_MS).toISOString();
  const form = { name: '自建', type: 'discount', code: 'OWN-OF-STAFF', discount: 0.9, expireTime };
  const made = await app.call('/api/yunying/coupon/update_coupon', form, admin);
  expect(made.code).toBe(0);
  const {
    id: _id,
    code: _code,
    ...drawn
  } = await inTransaction(deps.db, async (trx) => {
    const { _id: id } = await giveCoupon(trx, deps, { ownerId: user.userId, name: '抽奖', discountBp: 8000, days: 9 });
    return trx.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  });
  // Ids of the same millisecond stand in no order.
  clock.advance(1);
  const more = Array.from({ length: 1000 }, () => ({ ...drawn, id: deps.ids.next(), code: deps.ids.code(16) }));
  await deps.db.insertInto('coupons').values(more).execute();
  const listed: { _id: string; owner: string }[] = (await app.call('/api/yunying/coupon/coupon_list', {}, admin)).data;
  expect(
    listed
      .filter(({ owner }) => owner !== '')
      .map(({ _id }) => _id)
      .toSorted(),
  ).toEqual(more.map(({ id }) => id).toSorted());
  expect(listed.some(({ _id }) => _id === made.data._id)).toBe(true);
});
