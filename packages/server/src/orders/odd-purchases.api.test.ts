import { codes } from '@skyport/contract/codes';
import { MOST_TRAFFIC } from '@skyport/contract/users-form';
import { expect, test } from 'vitest';
import { startShop } from './testing/scene.ts';

/* What only somebody tries who looks for a gap: each sentence was a hole once. */

const { app, deps, clock, admin, shop } = await startShop();
const { makeCombo, makeCoupon, order, applyCoupon, buy, info, wallet, receipt } = shop;

test('the number of a receipt counts once, however it is written', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  expect((await receipt(_id, 30, 'TXN20261123A1')).data).toEqual({ outcome: 'paid' });
  const written = ['txn20261123a1', 'TXN 20261123 A1', 'TXN-20261123-A1', 'TXN20261123A1\u200B', '\u202ETXN20261123A1'];
  for (const reference of [...written, 'ＴＸＮ20261123Ａ1', 'TXN–20261123–A1']) {
    clock.advance(2000);
    const { code, data } = await receipt(_id, 30, reference);
    expect([reference, code === 0 && data.outcome !== 'known']).toEqual([reference, false]);
  }
  expect(await wallet(user)).toBe(0);
  expect((await receipt(_id, 7, 'TXN20261123A2')).data).toEqual({ outcome: 'credited' });
  expect(await wallet(user)).toBe(7);
});

test('whoever has as much traffic as an account can hold buys no more of it', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  await receipt(_id, 30, `first ${user.num}`);
  const shown = (await app.call('/api/admin/users/user', { uid: user.userId }, admin)).data;
  const full = { ...shown, traffic: MOST_TRAFFIC, shown: { traffic: shown.traffic }, reason: '测试' };
  expect((await app.call('/api/admin/users/update_user', full, admin)).code).toBe(0);
  const refused = await app.call('/api/shop/create_order', { combo_id: (await makeCombo())._id }, user);
  expect(refused).toMatchObject({
    code: codes.conflict.code,
    msg: '您的账号累计流量已达上限，不能再购买流量，请联系客服',
  });
  const days = await makeCombo({ traffic: 0, vipDuration: 30 });
  expect((await app.call('/api/shop/create_order', { combo_id: days._id }, user)).code).toBe(0);
});

test('a membership for ever stays one when days are bought', async () => {
  const user = await app.account();
  const until = new Date('9999-12-31T00:00:00Z');
  await deps.db.updateTable('traffic_account').set({ vip_until: until }).where('user_num', '=', user.num).execute();
  const { _id } = await order(user, await makeCombo({ traffic: 0, vipDuration: 30 }));
  expect((await receipt(_id, 30, `ever ${user.num}`)).data).toEqual({ outcome: 'paid' });
  expect((await info(user)).vipExpireTime).toBe(until.toISOString());
});

test('a network that no provider knows makes no other trade', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  for (const network of ['n0', 'n1', 'n2'])
    expect(await buy(user, _id, { network })).toMatchObject({ code: codes.paymentUnavailable.code });
  const trades = await deps.db.selectFrom('trades').selectAll().where('order_id', '=', _id).execute();
  expect(trades).toEqual([]);
});

test('a receipt for an order whose coupon was deleted before any payment asks for the whole price', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const coupon = await makeCoupon({ forMoney: 5 });
  expect((await applyCoupon(user, _id, coupon.code)).code).toBe(0);
  expect((await app.call('/api/yunying/coupon/delete_coupon', { id_list: [coupon._id] }, admin)).code).toBe(0);
  const seen = (await app.call('/api/admin/trades/get_order_for_trade', { order_id: _id }, admin)).data;
  expect(seen.owes).toBe(30);
  expect((await receipt(_id, 25, `short ${user.num}`)).data).toEqual({ outcome: 'credited' });
  expect((await receipt(_id, 30, `whole ${user.num}`)).data).toEqual({ outcome: 'paid' });
});
