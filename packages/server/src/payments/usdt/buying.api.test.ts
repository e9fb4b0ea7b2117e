import { codes } from '@skyport/contract/codes';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { beforeEach, expect, test } from 'vitest';
import { startShop } from '../../orders/testing/scene.ts';
import { makeSession, type TestSession } from '../../testing-app.ts';
import { evmAddress } from './addresses.ts';
import { usdtScene } from './testing/usdt-scene.ts';

const scene = await startShop();
const { app, deps, clock, shop } = scene;
const { turnOn, noteRead, pay, offered, WALLET, TRON_WALLET } = usdtScene(scene);
let user: TestSession;
let combo: { _id: string };

beforeEach(async () => {
  await turnOn();
  user = await app.account();
  combo = await shop.makeCombo();
});
const orderOf = async (): Promise<string> => (await shop.order(user, combo))._id;

test('USDT are offered on chains that have an address, endpoints and a watcher that has read them', async () => {
  const id = await orderOf();
  const nodes = {
    trc20: 'usdt_trc20_nodes',
    erc20: 'usdt_erc20_nodes',
    bep20: 'usdt_bep20_nodes',
    polygon: 'usdt_polygon_nodes',
  };
  const all = Object.keys(nodes);
  expect(await offered(user, id)).toEqual(all);
  for (const [network, setting] of Object.entries(nodes)) {
    await app.changeSettings({ [setting]: ' ' });
    expect(await offered(user, id)).toEqual(all.filter((name) => name !== network));
    await turnOn();
  }
  await app.changeSettings({ usdtpay: `bep20:${WALLET}` });
  expect(await offered(user, id)).toEqual(['bep20']);
  expect((await pay(user, id, 'trc20')).code).toBe(codes.paymentUnavailable.code);
  clock.advance(11 * MINUTE_MS);
  expect(await offered(user, id)).toEqual([]);
  expect((await shop.check(user, id)).data.modes).not.toContain('usdt');
  expect(await pay(user, id)).toMatchObject({
    code: codes.paymentUnavailable.code,
    msg: expect.stringContaining('USDT'),
  });
  await noteRead();
  expect(await offered(user, id)).toEqual(['bep20']);
  await app.changeSettings({ usdt: '' });
  // The test provider serves the way to pay then, and no network.
  expect(await offered(user, id)).toEqual([]);
});

test('a payment asks an exact amount at the rate of the settings, and as long as they say', async () => {
  await app.changeSettings({ exchange_rate: 7.2345, usdtCheckTime: 45 });
  const id = await orderOf();
  expect((await pay(user, id)).data).toMatchObject({
    status: 'topay',
    third_pay_platform: 'USDT',
    request_pay_amound: 30,
    request_pay_amound_usdt: 4.147,
    usdtAdress: TRON_WALLET,
    network: 'trc20',
    payurl: '',
    qrcode: '',
    seconds_left: 45 * 60,
  });
  await app.changeSettings({ exchange_rate: 8, usdtCheckTime: 30 });
  clock.advance(SECOND_MS);
  // Asked again it is the same trade, with or without its network named; another chain is another one.
  for (const network of [undefined, 'trc20'])
    expect((await pay(user, id, network)).data).toMatchObject({ request_pay_amound_usdt: 4.147, seconds_left: 2699 });
  expect((await pay(user, id, 'bep20')).data).toMatchObject({
    request_pay_amound_usdt: 3.75,
    usdtAdress: evmAddress(WALLET),
    network: 'bep20',
  });
  clock.advance(46 * MINUTE_MS);
  await noteRead();
  const again = (await pay(user, id)).data;
  expect(again).toMatchObject({ request_pay_amound_usdt: 3.75, usdtAdress: TRON_WALLET, seconds_left: 1800 });
});

test('what is over a limit, or short of amounts, changes nothing: no trade, no hold, no fixed amounts', async () => {
  await shop.fund(user, 12);
  for (let i = 0; i < 3; i++) expect((await pay(user, await orderOf())).code).toBe(0);
  const before = await shop.wallet(user);
  await shop.fund(user, 5);
  const id = await orderOf();
  expect(await pay(user, id)).toMatchObject({
    code: codes.paymentUnavailable.code,
    msg: expect.stringContaining('多笔'),
  });
  expect(await shop.one(user, id)).toMatchObject({ status: 'topay', frozen: false, wallet_spend: 0 });
  expect(await shop.wallet(user)).toBe(before + 5);
  expect(await deps.db.selectFrom('trades').selectAll().where('order_id', '=', id).execute()).toEqual([]);
});

test('five ask at once for the last places of an account: it never has more than three', async () => {
  const orders = [];
  for (let i = 0; i < 5; i++) orders.push((await shop.order(user, await shop.makeCombo()))._id);
  const answers = await Promise.all(orders.map((id) => pay(user, id)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 0, 0, 1114, 1114]);
});

test("nobody pays another account's order so, nor without both parts of a session, nor as an agency's customer", async () => {
  const id = await orderOf();
  const [other, agencys] = [await app.account(), await app.account({ isAgencyUser: true })];
  expect((await pay(other, id)).code).toBe(codes.notFound.code);
  expect((await pay(agencys, id)).code).toBe(codes.roleForbidden.code);
  expect((await app.call('/api/shop/dobuy', { order_id: id, pay_mode: 'usdt' })).code).toBe(codes.sessionExpired.code);
  const { token } = await makeSession(deps, user.userId);
  expect((await app.call('/api/shop/dobuy', { order_id: id, pay_mode: 'usdt' }, `token=${token}`)).code).not.toBe(0);
  expect((await pay(user, id, 'solana')).code).toBe(codes.paymentUnavailable.code);
});
