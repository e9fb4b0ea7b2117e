import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { startShop } from './testing/scene.ts';

const { app, deps, clock, admin, shop } = await startShop();
const { makeCombo, makeCoupon, order, check, buy, cancel, applyCoupon, orders, one, fund, receipt, pay } = shop;

test('a discount is rounded down to the fen; its use is taken by the order and released by cancelling', async () => {
  const user = await app.account();
  const coupon = await makeCoupon({ type: 'discount', discount: 0.8333, forMoney: 0, NumberOfAuthorizations: 1 });
  const { _id } = await order(user, await makeCombo({ price: 9.99 }));
  expect((await applyCoupon(user, _id, ` ${coupon.code} `)).data).toMatchObject({ coupon_discount: 1.66 });
  expect((await applyCoupon(user, _id, coupon.code)).code).toBe(codes.orderHasCoupon.code);
  const another = await order(user, await makeCombo());
  expect(await applyCoupon(user, another._id, coupon.code)).toMatchObject({
    code: codes.couponUsedUp.code,
    msg: '优惠券使用次数超限',
  });
  const other = await app.account();
  const theirs = await order(other, await makeCombo());
  expect((await applyCoupon(other, theirs._id, coupon.code)).code).toBe(codes.couponExhausted.code);
  expect((await cancel(user, _id)).code).toBe(0);
  clock.advance(1000);
  expect((await applyCoupon(user, another._id, coupon.code)).data.coupon_discount).toBe(5);
  const records = (await app.call('/api/yunying/coupon/coupon_record_list', { limit: 10 }, admin)).data;
  const mine = records.filter(({ code }: TestData) => code === coupon.code);
  expect(mine.map(({ is_delete }: TestData) => is_delete)).toEqual([false, true]);
});

test('order_list gives the orders of its caller newest first, with every field of the specification', async () => {
  const user = await app.account();
  const permission = (await app.call('/api/admin/permissions/update', { name: '住宅线路' }, admin)).data;
  const gift = { vipDuration: 30, permissionsGain: [permission._id], permissionDuration: 7 };
  const coupon = await makeCoupon({ name: '开业立减' });
  const older = await order(user, await makeCombo({ name: '流量包', price: 19.9 }));
  clock.advance(1000);
  const newer = await order(user, await makeCombo({ name: '全能包', ...gift }));
  expect((await applyCoupon(user, newer._id, coupon.code)).code).toBe(0);
  expect((await app.call('/api/order/feedback', { order_id: newer._id, msg: '付款没有到账' }, user)).code).toBe(0);
  const { data } = await app.call('/api/order/order_list', {}, user);
  expect(data).toEqual([
    expect.objectContaining({
      _id: newer._id,
      desc: '全能包',
      order_money: 30,
      coupon_code: coupon.code,
      coupon_name: '开业立减',
      couponType: 'cash',
      coupon_discount: 5,
      wallet_spend: 0,
      status: 'topay',
      create_time: clock.now().toISOString(),
      add_traffic: 100 * GIB,
      add_vip_duration: 30,
      gainPermission: ['住宅线路'],
      permissionDuration: 7,
      user_feedback: '付款没有到账',
    }),
    expect.objectContaining({ _id: older._id, desc: '流量包', order_money: 19.9, coupon_code: '', couponType: '' }),
  ]);
  expect((await app.call('/api/order/order_list', {}, await app.account())).data).toEqual([]);
});

test('each wrong coupon is told apart, and a second one waits for the first to go', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trial = await makeCoupon({ type: 'freeUse', forMoney: 0, traffic: GIB });
  const expired = await makeCoupon({ expireTime: new Date(clock.now().getTime() - 1).toISOString() });
  const good = await makeCoupon();
  expect((await applyCoupon(user, _id, trial.code)).code).toBe(codes.couponIsTrial.code);
  expect((await applyCoupon(user, _id, expired.code)).code).toBe(codes.couponExpired.code);
  expect((await applyCoupon(user, _id, 'NOSUCHCODE')).code).toBe(codes.couponMissing.code);
  expect((await applyCoupon(user, _id, good.code)).code).toBe(0);
  expect((await applyCoupon(user, _id, (await makeCoupon()).code)).code).toBe(codes.orderHasCoupon.code);
  const off = await app.call('/api/coupon/orderCancleCoupon', { order_id: _id }, user);
  expect(off.data).toMatchObject({ coupon_code: '', coupon_discount: 0 });
  for (let n = 0; n < 4; n += 1) await applyCoupon(user, _id, `WRONG${n}`);
  expect((await applyCoupon(user, _id, good.code)).code).toBe(codes.couponTooManyTries.code);
});

test('an order that takes no coupon says so before its code is looked at, and no guess is counted', async () => {
  const user = await app.account();
  const coupon = await makeCoupon();
  const states: [string, number][] = [
    [(await order(await app.account(), await makeCombo()))._id, codes.notFound.code],
    [(await order(user, await makeCombo()))._id, codes.orderHasCoupon.code],
    [(await order(user, await makeCombo()))._id, codes.conflict.code],
    [(await order(user, await makeCombo()))._id, codes.conflict.code],
  ];
  await applyCoupon(user, states[1]![0], (await makeCoupon()).code);
  await buy(user, states[2]![0]);
  await receipt(states[3]![0], 30, 'paid-before');
  for (const [id, code] of states)
    for (const typed of [coupon.code, 'NOSUCHCODE', 'NOSUCHCODE'])
      expect((await applyCoupon(user, id, typed)).code).toBe(code);
  const open = await order(user, await makeCombo());
  expect((await applyCoupon(user, open._id, coupon.code)).code).toBe(0);
});

test('a record says what a coupon took off its order, whatever the coupon is made later', async () => {
  const user = await app.account();
  const [cash, discount] = [await makeCoupon(), await makeCoupon({ type: 'discount', discount: 0.8, forMoney: 0 })];
  const ids: string[] = [];
  for (const coupon of [cash, discount]) {
    const { _id } = await order(user, await makeCombo());
    ids.push(_id);
    await applyCoupon(user, _id, coupon.code);
    expect((await buy(user, _id)).code).toBe(0);
    clock.advance(1000);
  }
  await app.call('/api/yunying/coupon/update_coupon', { ...cash, forMoney: 8 }, admin);
  await app.call('/api/yunying/coupon/update_coupon', { ...discount, discount: 0.5 }, admin);
  await cancel(user, ids[1]!);
  const records = (await app.call('/api/yunying/coupon/coupon_record_list', { limit: 2 }, admin)).data;
  expect(records.map(({ add_money, discount: share, is_delete }: TestData) => [add_money, share, is_delete])).toEqual([
    [0, 0.8, true],
    [5, 0, false],
  ]);
});

test('a record of a coupon that was taken off says what it was worth to that order, whatever it is made later', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ price: 9.99 }));
  const [cash, discount] = [await makeCoupon(), await makeCoupon({ type: 'discount', discount: 0.8333, forMoney: 0 })];
  for (const coupon of [cash, discount]) {
    expect((await applyCoupon(user, _id, coupon.code)).code).toBe(0);
    expect((await app.call('/api/coupon/orderCancleCoupon', { order_id: _id }, user)).code).toBe(0);
    clock.advance(1000);
  }
  await app.call('/api/yunying/coupon/update_coupon', { ...cash, forMoney: 8 }, admin);
  await app.call('/api/yunying/coupon/update_coupon', { ...discount, type: 'cash', forMoney: 9 }, admin);
  const records = (await app.call('/api/admin/users/coupon_uses', { uid: user.userId }, admin)).data;
  expect(records.map(({ add_money, discount: share, is_delete }: TestData) => [add_money, share, is_delete])).toEqual([
    [0, 0.8333, true],
    [5, 0, true],
  ]);
});

test('once a payment has begun the coupon stays, and so do the amounts', async () => {
  const user = await app.account();
  const coupon = await makeCoupon();
  const { _id } = await order(user, await makeCombo());
  await applyCoupon(user, _id, coupon.code);
  const trade = (await buy(user, _id)).data;
  const frozen = '该订单已发起支付，不能再更换优惠券；如需更换请取消订单后重新下单';
  expect(await applyCoupon(user, _id, coupon.code)).toMatchObject({ code: codes.conflict.code, msg: frozen });
  const off = await app.call('/api/coupon/orderCancleCoupon', { order_id: _id }, user);
  expect(off).toMatchObject({ code: codes.conflict.code, msg: frozen });
  await fund(user, 10);
  expect((await check(user, _id)).data).toMatchObject({ wallet_spend: 0, payable: 25 });
  expect((await buy(user, _id)).data._id).toBe(trade._id);
  expect((await buy(user, _id, { pay_mode: 'wxpay' })).data).toMatchObject({ request_pay_amound: 25 });
});

test('a coupon that was deleted before the first buy is told once; what is shown must be what is owed', async () => {
  const user = await app.account();
  const coupon = await makeCoupon();
  const { _id } = await order(user, await makeCombo());
  await applyCoupon(user, _id, coupon.code);
  await app.call('/api/yunying/coupon/delete_coupon', { id_list: [coupon._id] }, admin);
  expect(await buy(user, _id, { shown: 25 })).toMatchObject({
    code: codes.couponUsedUp.code,
    msg: '优惠券使用次数超限',
  });
  expect(await one(user, _id)).toMatchObject({ coupon_code: '', frozen: false });
  expect((await buy(user, _id, { shown: 25 })).code).toBe(codes.conflict.code);
  expect(await one(user, _id)).toMatchObject({ frozen: false });
  expect((await buy(user, _id, { shown: 30 })).code).toBe(0);
});

test('an untouched order of the same product is answered again, with its time anew; another one is another order', async () => {
  const user = await app.account();
  const combo = await makeCombo();
  const first = await order(user, combo);
  clock.advance(HOUR_MS);
  const again = await order(user, combo);
  expect(again._id).toBe(first._id);
  expect(new Date(again.expire_time).getTime()).toBe(clock.now().getTime() + DAY_MS);
  await app.call('/api/admin/combo/update_combo', { ...combo, price: 40 }, admin);
  const dearer = await order(user, combo);
  expect(dearer).toMatchObject({ order_money: 40 });
  expect(dearer._id).not.toBe(first._id);
  expect(await one(user, first._id)).toMatchObject({ order_money: 30 });
});

test('an account leaves twenty orders unpaid and no more', async () => {
  const user = await app.account();
  for (let n = 0; n < 20; n += 1) await order(user, await makeCombo());
  const combo = await makeCombo();
  const refused = await app.call('/api/shop/create_order', { combo_id: combo._id }, user);
  expect(refused).toMatchObject({ code: codes.conflict.code, msg: '未支付订单已达 20 个，请先支付或取消' });
  expect((await cancel(user, (await orders(user))[0]._id)).code).toBe(0);
  expect((await app.call('/api/shop/create_order', { combo_id: combo._id }, user)).code).toBe(0);
});

test('nobody sees, pays, cancels or comments somebody else’s order, whatever its state', async () => {
  const [user, stranger] = [await app.account(), await app.account()];
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  const { code } = codes.notFound;
  expect((await check(stranger, _id)).code).toBe(code);
  expect((await buy(stranger, _id)).code).toBe(code);
  expect((await cancel(stranger, _id)).code).toBe(code);
  expect((await applyCoupon(stranger, _id, (await makeCoupon()).code)).code).toBe(code);
  const byOrder = { order_id: _id };
  expect((await app.call('/api/coupon/orderCancleCoupon', byOrder, stranger)).code).toBe(code);
  expect((await app.call('/api/order/feedback', { ...byOrder, msg: '没到账' }, stranger)).code).toBe(code);
  expect((await app.call('/api/shop/trade_status', { trade_id: trade._id }, stranger)).code).toBe(code);
  expect(await orders(stranger)).toEqual([]);
  expect((await buy(user, _id, {})).code).toBe(0);
  const bare = await app.call('/api/shop/dobuy', { order_id: _id, pay_mode: 'alipay' }, `token=${user.token}`);
  expect(bare.code).toBe(codes.sessionExpired.code);
});

test('a cancelled or paid order is cancelled no more, in silence', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  expect((await cancel(user, _id)).code).toBe(0);
  expect((await cancel(user, _id)).code).toBe(codes.orderNotCancellable.code);
  const paid = await order(user, await makeCombo());
  await receipt(paid._id, 30, `silent-${paid._id}`.slice(0, 40));
  expect((await cancel(user, paid._id)).code).toBe(codes.orderNotCancellable.code);
});

test('a problem is said in at most thirty characters', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const say = (msg: string) => app.call('/api/order/feedback', { order_id: _id, msg }, user);
  expect((await say('付了款没有到账')).code).toBe(0);
  expect((await one(user, _id)).user_feedback).toBe('付了款没有到账');
  for (const wrong of ['', '   ', '字'.repeat(31)]) expect((await say(wrong)).code).toBe(codes.invalidPayload.code);
});

test('premium customers buy what costs more than 20 yuan, agency customers nothing', async () => {
  await app.changeSettings({ premium_channel_code: 'PREMIUM' });
  const user = await app.account();
  await deps.db.updateTable('users').set({ channel_code: 'PREMIUM' }).where('id', '=', user.userId).execute();
  const cheap = await makeCombo({ price: 20 });
  expect((await app.call('/api/shop/create_order', { combo_id: cheap._id }, user)).code).toBe(codes.notFound.code);
  expect((await order(user, await makeCombo({ price: 20.01 }))).order_money).toBe(20.01);
  const agency = await app.account({ isAgencyUser: true });
  expect((await app.call('/api/shop/create_order', { combo_id: cheap._id }, agency)).code).toBe(
    codes.roleForbidden.code,
  );
  await app.changeSettings({ premium_channel_code: '' });
});

test('an order waits for its payment as long as the settings say', async () => {
  const user = await app.account();
  await app.changeSettings({ order_expire_hours: 2 });
  const { expire_time } = await order(user, await makeCombo());
  expect(new Date(expire_time).getTime()).toBe(clock.now().getTime() + 2 * HOUR_MS);
  await app.changeSettings({ order_expire_hours: 24 });
});

test('the newest trade of an account says whether it is paid, and is nobody else’s', async () => {
  const [user, stranger] = [await app.account(), await app.account()];
  const newest = async (session: TestSession) => (await app.call('/api/order/newest_trade', {}, session)).data.trade;
  expect(await newest(user)).toBeNull();
  const first = await order(user, await makeCombo());
  const trade = (await buy(user, first._id)).data;
  const where = { payurl: trade.payurl, qrcode: trade.qrcode, request_pay_amound: 30, pay_mode: 'alipay' };
  expect(await newest(user)).toMatchObject({
    ...where,
    _id: trade._id,
    order_id: first._id,
    status: 'topay',
    credited: 0,
    seconds_left: trade.seconds_left,
  });
  clock.advance(1000);
  const second = await order(user, await makeCombo());
  const later = (await buy(user, second._id)).data;
  expect(await pay(trade._id, 30)).toBe('paid');
  expect(await newest(user)).toMatchObject({ _id: later._id, status: 'topay' });
  expect(await pay(later._id, 30)).toBe('paid');
  expect(await newest(user)).toMatchObject({ _id: later._id, status: 'paied' });
  expect(await newest(stranger)).toBeNull();
});

test('the newest trade of one order is one that can still be paid, if there is any', async () => {
  const [user, stranger] = [await app.account(), await app.account()];
  const newestOf = async (order_id: string, session = user) =>
    (await app.call('/api/order/newest_trade', { order_id }, session)).data.trade;
  const { _id } = await order(user, await makeCombo());
  expect(await newestOf(_id)).toBeNull();
  const living = (await buy(user, _id)).data;
  clock.advance(1000);
  const closed = (await buy(user, _id, { pay_mode: 'wxpay' })).data;
  await deps.db.updateTable('trades').set({ status: 'closed' }).where('id', '=', closed._id).execute();
  const another = await order(user, await makeCombo());
  await buy(user, another._id);
  expect(await newestOf(_id)).toMatchObject({ _id: living._id, order_id: _id, pay_mode: 'alipay' });
  expect(await newestOf(_id, stranger)).toBeNull();
});

test('visitors are asked to log in, and agency customers have no orders', async () => {
  const agency = await app.account({ isAgencyUser: true });
  const id = { order_id: deps.ids.next() };
  const asked = (session?: TestSession) => [
    app.call('/api/shop/wallet_check', id, session),
    app.call('/api/coupon/orderUseCoupon', { ...id, code: 'ANYCODE' }, session),
    app.call('/api/order/cancel_order', id, session),
    app.call('/api/order/order_list', {}, session),
  ];
  const codesOf = async (answers: ReturnType<typeof asked>) =>
    new Set((await Promise.all(answers)).map(({ code }) => code));
  expect(await codesOf(asked())).toEqual(new Set([codes.sessionExpired.code]));
  expect(await codesOf(asked(agency))).toEqual(new Set([codes.roleForbidden.code]));
});
