import { codes } from '@skyport/contract/codes';
import { expect, test } from 'vitest';
import { createProviders } from '../payments/testing/fixed-providers.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { PaymentAnswer, PaymentProvider } from '../platform/payment-providers.ts';
import { expireOrders } from './jobs.ts';
import { startShop } from './testing/scene.ts';

const { app, deps, clock, shop } = await startShop();
const { makeCombo, order, buy, cancel, one, receipt, wallet, pay, fund } = shop;

/** Does something while the provider is being asked, and then has it answer. */
let meanwhile: (tradeId: string) => Promise<PaymentAnswer> = async () => ({ qrcode: 'q' });
const provider: PaymentProvider = {
  instance: 'test',
  label: 'test',
  ask: ({ tradeNumber }) => meanwhile(tradeNumber.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')),
};
Object.assign(deps.payments, createProviders(new Map([['alipay', provider]])));

test('the end of an order waits for a provider a day at most, however long that lets people pay', async () => {
  const user = await app.account();
  meanwhile = async () => ({ qrcode: 'q', expiresAt: new Date(clock.now().getTime() + 100 * HOUR_MS) });
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  clock.advance(47.5 * HOUR_MS);
  await expireOrders.run(deps, {});
  expect((await one(user, _id)).status).toBe('topay');
  clock.advance(HOUR_MS);
  await expireOrders.run(deps, {});
  expect((await one(user, _id)).status).toBe('cancled');
  expect(await pay(trade._id, 30)).toBe('credited');
  expect(await wallet(user)).toBe(30);
});

test('a purchase answers what its order has become while the provider was asked', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  meanwhile = async (tradeId) => {
    await cancel(user, _id);
    await pay(tradeId, 30);
    return { qrcode: 'q' };
  };
  expect((await buy(user, _id)).data).toMatchObject({ status: 'cancled', qrcode: '' });
  expect(await wallet(user)).toBe(30);
});

test('an order that is paid or cancelled while the provider is asked cannot be paid by its answer', async () => {
  const user = await app.account();
  const first = await order(user, await makeCombo());
  meanwhile = async () => {
    await cancel(user, first._id);
    return { qrcode: 'q' };
  };
  expect((await buy(user, first._id)).code).toBe(codes.conflict.code);
  const second = await order(user, await makeCombo());
  meanwhile = async () => {
    await receipt(second._id, 30, 'meanwhile-1');
    return { qrcode: 'q' };
  };
  expect((await buy(user, second._id)).code).toBe(codes.conflict.code);
  expect((await one(user, second._id)).status).toBe('paied');
});

test('many first purchases of one account at once do not wait for each other in a circle', async () => {
  const user = await app.account();
  await fund(user, 400);
  const mine = [];
  for (let n = 0; n < 10; n += 1) mine.push(await order(user, await makeCombo()));
  const bought = await Promise.all(mine.map(({ _id }) => buy(user, _id)));
  expect(bought.map(({ code, data }) => [code, data?.status])).toEqual(mine.map(() => [0, 'paied']));
  expect(await wallet(user)).toBe(100);
});
