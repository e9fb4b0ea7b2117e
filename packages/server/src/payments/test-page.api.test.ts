import { afterAll, expect, test } from 'vitest';
import { shopOf } from '../orders/testing/shop.ts';
import type { TestApp } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { testPageTexts as texts } from './texts.ts';

/* Where the test provider is paid, and where providers send customers back to. */

const app = await createTestApp({ TEST_PAYMENTS: '1' });
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, one, buy, wallet } = shopOf(app, admin);

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BROWSER = { accept: 'text/html' };

const get = (url: string, { gate }: TestApp = app) => gate.app.inject({ method: 'GET', url, headers: BROWSER });
const post = (url: string, { gate }: TestApp = app) =>
  gate.app.inject({ method: 'POST', url, headers: { ...BROWSER, ...FORM }, payload: '' });

test('a trade is shown with its amount and paid by one button, once; then its order is shown', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ name: '<b>大包</b>', price: 12.5 }));
  const { qrcode: path } = (await buy(user, _id)).data;
  const page = await get(path);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const text of ['12.50 元', '&lt;b&gt;大包', texts.pay]) expect(page.body).toContain(text);
  const paid = await post(path);
  expect([paid.statusCode, paid.headers['location']]).toEqual([303, '/pay/return']);
  expect(await one(user, _id)).toMatchObject({ status: 'paied' });
  const after = await get(path);
  expect(after.body).toContain(texts.settled);
  expect(after.body).not.toContain(texts.pay);
});

test('whoever pays twice has it in the wallet', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const { payurl: path } = (await buy(user, _id, { isMobile: true })).data;
  for (const _time of [1, 2]) await post(path);
  expect(await wallet(user)).toBe(30);
});

test.each(['0'.repeat(32), 'x', '%25'])('there is no trade %s', async (number) => {
  expect((await get(`/pay/test/${number}`)).statusCode).toBe(404);
  expect((await post(`/pay/test/${number}`)).statusCode).toBe(404);
});

test('money that staff have written down has no page there', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const receipt = { order_id: _id, amount: 30, reference: 'bank-77' };
  await app.call('/api/admin/trades/receipt', receipt, admin);
  const { data } = await app.call('/api/admin/trades/tradelist', { filterStr: user.email }, admin);
  expect((await get(`/pay/test/${data[0].tradeno}`)).statusCode).toBe(404);
});

test('customers who come back from a provider are led to their orders', async () => {
  const back = await get('/pay/return');
  expect([back.statusCode, back.headers['location']]).toEqual([302, '/#/order?skyport_pay=1']);
});

test('without test payments there is no such page', async () => {
  const plain = await createTestApp();
  const path = `/pay/test/${'0'.repeat(32)}`;
  expect((await get(path, plain)).statusCode).toBe(404);
  expect((await post(path, plain)).statusCode).toBe(404);
  await plain.close();
});
