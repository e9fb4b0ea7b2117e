import { codes } from '@skyport/contract/codes';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { startShop } from '../../orders/testing/scene.ts';
import { makeSession, type TestSession } from '../../testing-app.ts';
import { evmAddress } from '@skyport/contract/chain-addresses';
import { usdtScene } from './testing/usdt-scene.ts';

const scene = await startShop();
const { app, deps, clock, shop } = scene;
const { turnOn, noteRead, pay, offered, WALLET, TRON_WALLET } = usdtScene(scene);
let user: TestSession;
let combo: { _id: string };

beforeEach(async () => {
  await turnOn();
  // Customers of earlier tests have asked from elsewhere: a network has ten slots.
  await deps.db.updateTable('usdt_slots').set({ prefix: 'earlier' }).execute();
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
  // An amount in USDT is sent from any device.
  expect((await shop.buy(user, id, { pay_mode: 'usdt', isMobile: true })).data).toMatchObject({
    request_pay_amound_usdt: 4.147,
    seconds_left: 2699,
  });
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

test('what is over a limit changes nothing: no trade, no hold, no fixed amounts', async () => {
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

test('a shortage of amounts answers 1114 before anything is fixed or taken', async () => {
  const first = await app.account();
  for (const who of [first, user]) await shop.fund(who, 12);
  const rare = await shop.makeCombo({ price: 77 });
  expect((await pay(first, (await shop.order(first, rare))._id)).data.request_pay_amound_usdt).toBe(8.125);
  // All other amounts of the price are taken by trades of the same order.
  await sql`
    with made as (insert into trades (id, order_id, user_id, status, mode, instance, network, device, amount, created_at,
                                      expires_at)
      select gen_random_uuid(), order_id, user_id, 'closed', mode, instance, network, device, amount, created_at, expires_at
        from trades, generate_series(1, 99) where user_id = ${first.userId} returning id)
    insert into usdt_slots (id, trade_id, order_id, user_id, prefix, network, address, milli, price, rate, created_at,
                            expires_at)
    select gen_random_uuid(), made.id, s.order_id, s.user_id, 'elsewhere', s.network, s.address,
           s.price + row_number() over (), s.price, s.rate, s.created_at, s.expires_at
      from made, usdt_slots s where s.user_id = ${first.userId}`.execute(deps.db);
  const { _id: id } = await shop.order(user, rare);
  expect(await pay(user, id)).toMatchObject({ code: codes.paymentUnavailable.code });
  expect(await shop.one(user, id)).toMatchObject({ status: 'topay', frozen: false, wallet_spend: 0 });
  expect(await shop.wallet(user)).toBe(12);
  expect((await pay(user, id, 'bep20')).code).toBe(0);
});

test('five ask at once for the last places of an account: it never has more than three', async () => {
  const orders = [];
  for (let i = 0; i < 5; i++) orders.push((await shop.order(user, await shop.makeCombo()))._id);
  const answers = await Promise.all(orders.map((id) => pay(user, id)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 0, 0, 1114, 1114]);
});

test('payments whose day is over count no more, also at an address that nobody asks at any more', async () => {
  for (let i = 0; i < 3; i++) {
    const id = await orderOf();
    expect((await pay(user, id, 'trc20')).code).toBe(0);
    await shop.cancel(user, id);
    clock.advance(SECOND_MS);
  }
  const id = await orderOf();
  await app.changeSettings({ usdtpay: WALLET });
  expect((await pay(user, id)).code).toBe(codes.paymentUnavailable.code);
  clock.advance(DAY_MS + 3 * MINUTE_MS);
  await noteRead();
  expect((await pay(user, await orderOf())).data).toMatchObject({ usdtAdress: evmAddress(WALLET) });
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
