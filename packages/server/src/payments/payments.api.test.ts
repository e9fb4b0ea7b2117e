import { codes } from '@skyport/contract/codes';
import { exportPath } from '@skyport/contract/list-export';
import { afterAll, expect, test } from 'vitest';
import { shopOf } from '../orders/testing/shop.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp({ TEST_PAYMENTS: '1' });
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, cancel, buy, wallet, pay, one } = shopOf(app, admin);

const receipt = (id: string, reference: string, session = admin) =>
  app.call('/api/admin/trades/receipt', { order_id: id, amount: 30, reference }, session);
const tradeList = async (filterStr: string) =>
  (await app.call('/api/admin/trades/tradelist', { filterStr }, admin)).data;

test('a receipt for a cancelled order goes to the wallet, once by its reference', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  await cancel(user, _id);
  expect((await receipt(_id, 'transfer-1')).data).toEqual({ outcome: 'credited' });
  expect(await receipt(_id, 'transfer-1')).toMatchObject({
    code: codes.conflict.code,
    msg: '该单号已入账，请勿重复登记',
  });
  expect(await wallet(user)).toBe(30);
  expect(await tradeList(user.email)).toEqual([
    expect.objectContaining({
      username: user.email,
      pay_mode: 'manual',
      third_pay_platform: '人工收款',
      state: 'credited',
      received: 30,
      status: 'cancled',
    }),
  ]);
});

test('money of an agency’s customer is told apart from money in a wallet', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  expect(await tradeList(user.email)).toEqual([expect.objectContaining({ state: 'open', unclaimed: 0 })]);
  expect(await pay(trade._id, 10)).toBe('credited');
  await app.deps.db.updateTable('users').set({ is_agency_user: true }).where('id', '=', user.userId).execute();
  expect(await pay(trade._id, 30)).toBe('unclaimed');
  expect(await tradeList(user.email)).toEqual([
    expect.objectContaining({ state: 'credited', received: 40, unclaimed: 30 }),
  ]);
});

test('a trade that was closed because another one paid is a success for its buyer, and closed for staff', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const first = (await buy(user, _id)).data;
  app.clock.advance(1000);
  const second = (await buy(user, _id, { pay_mode: 'wxpay' })).data;
  const status = async (id: string) => (await app.call('/api/shop/trade_status', { trade_id: id }, user)).data.status;
  const newest = async () => (await app.call('/api/order/newest_trade', {}, user)).data.trade;
  expect(second._id).not.toBe(first._id);
  expect(await status(second._id)).toBe('topay');
  expect(await pay(first._id, 30)).toBe('paid');
  expect(await one(user, _id)).toMatchObject({ status: 'paied' });
  expect(await status(second._id)).toBe('paied');
  expect(await newest()).toMatchObject({ _id: second._id, status: 'paied' });
  const rows = await tradeList(user.email);
  expect(rows).toMatchObject([
    { state: 'closed', status: 'cancled', order_status: 'paied' },
    { state: 'paied', status: 'paied', order_status: 'paied' },
  ]);
});

test('the number of a transaction is a reference', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  expect((await receipt(_id, `0x${'0a'.repeat(32)}`)).data).toEqual({ outcome: 'paid' });
});

test('a receipt needs an admin, a step-up and an order', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  expect((await receipt(_id, 'transfer-2', await app.account({ type: 'admin' }))).code).toBe(codes.stepUpNeeded.code);
  expect((await receipt(_id, 'transfer-2', user)).code).toBe(codes.roleForbidden.code);
  expect((await receipt(app.deps.ids.next(), 'transfer-2')).code).toBe(codes.notFound.code);
  for (const wrong of [{ amount: 0 }, { amount: 1.005 }, { amount: -1 }, { reference: 'abc' }, { reference: '' }]) {
    const form = { order_id: _id, amount: 30, reference: 'transfer-2', ...wrong };
    expect((await app.call('/api/admin/trades/receipt', form, admin)).code).toBe(codes.invalidPayload.code);
  }
  expect((await receipt(_id, 'transfer-2')).data).toEqual({ outcome: 'paid' });
});

test('trades are found by e-mail and by number, and lead to their order and its buyer', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id, { isMobile: true })).data;
  const [row] = await tradeList(user.email.toUpperCase());
  expect(row).toMatchObject({ _id: trade._id, device: 'mobile', pay_mode: 'alipay', status: 'topay', state: 'open' });
  expect(row.tradeno).toMatch(/^[0-9a-f]{32}$/);
  expect(await tradeList(row.tradeno)).toHaveLength(1);
  expect(await tradeList('%')).toEqual([]);
  const detail = await app.call('/api/admin/trades/get_order_for_trade', { order_id: _id }, admin);
  expect(detail.data).toMatchObject({
    email: user.email,
    user_id: user.userId,
    owes: 30,
    frozen: true,
    off_sale: false,
  });
  const ghost = await app.call('/api/admin/trades/get_order_for_trade', { order_id: trade._id }, admin);
  expect(ghost.code).toBe(codes.notFound.code);
});

test('all trades that match are a file, with their state in words and products that are not sold any more', async () => {
  const [user, other] = [await app.account({ email: 'export@trade.test' }), await app.account()];
  const combo = await makeCombo({ name: '下架的商品' });
  const { _id } = await order(user, combo);
  const trade = (await buy(user, _id)).data;
  expect(await pay(trade._id, 30)).toBe('paid');
  expect(await tradeList(user.email)).toEqual([expect.objectContaining({ off_sale: false })]);
  expect((await app.call('/api/admin/combo/delete_combo', { id: combo._id }, admin)).code).toBe(0);
  expect(await tradeList(user.email)).toEqual([expect.objectContaining({ off_sale: true })]);
  const shown = await app.call('/api/admin/trades/get_order_for_trade', { order_id: _id }, admin);
  expect(shown.data.off_sale).toBe(true);
  const ask = (who: typeof admin) => {
    app.clock.advance(60_000);
    const columns = ['email', 'desc', 'status', 'received', 'mode', 'order'];
    return app.call('/api/admin/trades/export', { columns, filterStr: 'export@trade' }, who);
  };
  for (const who of [other, await app.account({ type: 'yunying' })])
    expect((await ask(who)).code).toBe(codes.roleForbidden.code);
  const { data } = await ask(admin);
  expect(data).toMatchObject({ rows: 1, file: expect.stringMatching(/^交易-2026-\d\d-\d\d\.csv$/) });
  const headers = { cookie: admin.cookie, host: 'console.test' };
  const { payload } = await app.gate.app.inject({ url: exportPath(data.ticket), headers });
  expect(payload).toBe(
    `\uFEFF邮箱,商品,状态,到账金额（元）,支付方式,订单号\r\nexport@trade.test,下架的商品（已下架）,购买成功,30,支付宝,${_id}\r\n`,
  );
});
