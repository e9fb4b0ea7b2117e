import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../platform/clock.ts';
import type { TestData } from '../testing-app.ts';
import { expireOrders } from './jobs.ts';
import { startShop } from './testing/scene.ts';

const { app, deps, clock, admin, shop } = await startShop();
const { makeCombo, makeCoupon, order, check, buy, cancel, applyCoupon, one, info, wallet, fund, receipt, pay } = shop;

test('traffic is bought with the bonus, by a trade that the provider says is paid', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ additionPersend: 20 }));
  expect((await check(user, _id)).data).toMatchObject({
    wallet_spend: 0,
    payable: 30,
    modes: ['alipay', 'wxpay', 'usdt'],
  });
  const bought = await buy(user, _id, { shown: 30 });
  expect(bought).toMatchObject({
    code: 0,
    data: { status: 'topay', request_pay_amound: 30, add_traffic: 120 * GIB, third_pay_platform: '测试通道' },
  });
  const status = () => app.call('/api/shop/trade_status', { trade_id: bought.data._id }, user);
  expect((await status()).data.status).toBe('topay');
  expect(await pay(bought.data._id, 30)).toBe('paid');
  expect((await status()).data).toEqual({
    status: 'paied',
    add_traffic: 120 * GIB,
    add_vip_duration: 0,
    credited: 0,
  });
  expect(await info(user)).toMatchObject({ traffic: 120 * GIB, paidUser: true });
  expect(await one(user, _id)).toMatchObject({ status: 'paied', add_traffic: 120 * GIB });
  const records = (await app.call('/api/traffic/my_traffic_records', {}, user)).data;
  expect(records).toEqual([expect.objectContaining({ type: 'buy', trafficChange: 120 * GIB })]);
});

test('days are bought with the bonus to the hour, behind what is left of a membership, with permissions', async () => {
  const user = await app.account();
  const permission = (await app.call('/api/admin/permissions/update', { name: '家宽' }, admin)).data;
  const combo = await makeCombo({
    traffic: 0,
    vipDuration: 1,
    additionPersend: 20,
    permissionsGain: [permission._id],
    permissionDuration: 10,
  });
  for (const hours of [29, 58]) {
    const { _id } = await order(user, combo);
    expect((await receipt(_id, 30, `bank-${hours}`)).data).toEqual({ outcome: 'paid' });
    const until = new Date((await info(user)).vipExpireTime).getTime();
    expect(until).toBe(clock.now().getTime() + hours * HOUR_MS);
  }
  const listed = (await app.call('/api/admin/permissions/list', {}, admin)).data;
  expect(listed.find(({ _id }: TestData) => _id === permission._id).useTimes).toBe(2);
});

test('the wallet pays in part, leaves at least a yuan, and rebates are taken last', async () => {
  const user = await app.account();
  await fund(user, 20);
  await fund(user, 9.5, 'wallet_rebate');
  const { _id } = await order(user, await makeCombo());
  expect((await check(user, _id)).data).toMatchObject({ wallet_spend: 29, payable: 1 });
  const trade = (await buy(user, _id)).data;
  expect(trade).toMatchObject({ status: 'wallet_spend', request_pay_amound: 1 });
  expect(await wallet(user)).toBe(0.5);
  expect((await cancel(user, _id)).data.status).toBe('cancled');
  expect(await wallet(user)).toBe(29.5);
  const { rows } = await sql<{ kind: string; balance: number }>`
    select kind, balance from ledger_account where owner = ${user.num} and unit = 'CNY_MILLI' order by kind`.execute(
    deps.db,
  );
  expect(rows.map(({ kind, balance }) => [kind, Number(balance)])).toEqual([
    ['wallet', 20_000],
    ['wallet_hold', 0],
    ['wallet_rebate', 9500],
  ]);
});

test('an order that the wallet covers is paid at once, with a trade of its own', async () => {
  const user = await app.account();
  await fund(user, 100);
  const { _id } = await order(user, await makeCombo());
  expect((await buy(user, _id)).data).toMatchObject({
    status: 'paied',
    third_pay_platform: '余额',
    request_pay_amound: 0,
  });
  expect(await wallet(user)).toBe(70);
  expect((await info(user)).paidUser).toBe(true);
  expect(await buy(user, _id)).toMatchObject({ code: codes.conflict.code, msg: '订单已支付' });
});

test('an order that a coupon covers is paid at once, and nobody has paid for anything', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const coupon = await makeCoupon({ forMoney: 30 });
  expect((await applyCoupon(user, _id, coupon.code)).data).toMatchObject({ coupon_discount: 30, couponType: 'cash' });
  expect((await check(user, _id)).data).toMatchObject({ payable: 0, modes: [] });
  expect((await buy(user, _id)).data.status).toBe('paied');
  expect(await info(user)).toMatchObject({ traffic: 100 * GIB, paidUser: false });
});

test('a customer who waits is told of money of a trade that went to the wallet: too little, too much, or twice', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const short = (await buy(user, _id)).data;
  const told = async ({ _id: trade_id }: TestData) => {
    const { data } = await app.call('/api/shop/trade_status', { trade_id }, user);
    return [data.status, data.credited];
  };
  expect(await told(short)).toEqual(['topay', 0]);
  expect(await pay(short._id, 12.5)).toBe('credited');
  expect(await told(short)).toEqual(['topay', 12.5]);
  expect((await app.call('/api/order/newest_trade', {}, user)).data.trade).toMatchObject({
    _id: short._id,
    status: 'topay',
    credited: 12.5,
  });
  const rest = (await buy(user, _id)).data;
  expect(rest.request_pay_amound).toBe(17.5);
  expect(await told(rest)).toEqual([expect.stringMatching(/topay|wallet_spend/), 0]);
  expect(await pay(rest._id, 20)).toBe('paid');
  expect(await told(rest)).toEqual(['paied', 2.5]);
  expect(await pay(rest._id, 17.5)).toBe('credited');
  expect(await told(rest)).toEqual(['paied', 20]);
  expect(await wallet(user)).toBe(20);
});

test('the seconds that are left of a trade end no earlier than the trade', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const { seconds_left } = (await buy(user, _id)).data;
  clock.advance(500);
  expect((await buy(user, _id)).data.seconds_left).toBe(seconds_left);
  clock.advance(500);
  expect((await buy(user, _id)).data.seconds_left).toBe(seconds_left - 1);
});

test('orders end after their time unless somebody is paying, and money that comes later is the buyer’s', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo());
  clock.advance(23.5 * HOUR_MS);
  const trade = (await buy(user, _id)).data;
  clock.advance(HOUR_MS);
  expect((await buy(user, _id)).code).toBe(codes.conflict.code);
  await expireOrders.run(deps, {});
  expect((await one(user, _id)).status).toBe('wallet_spend');
  clock.advance(2 * HOUR_MS);
  await expireOrders.run(deps, {});
  expect((await one(user, _id)).status).toBe('cancled');
  expect(await wallet(user)).toBe(10);
  expect(await pay(trade._id, 20)).toBe('credited');
  expect(await wallet(user)).toBe(30);
  expect(await one(user, _id)).toMatchObject({ status: 'cancled', credited: 20 });
});

test('money is never lost: too much, too little, twice, and once again by the same reference', async () => {
  const user = await app.account();
  const first = await order(user, await makeCombo());
  const trade = (await buy(user, first._id)).data;
  expect(await pay(trade._id, 31.5, 'same')).toBe('paid');
  expect(await pay(trade._id, 31.5, 'same')).toBe('known');
  expect(await wallet(user)).toBe(1.5);
  expect(await pay(trade._id, 30)).toBe('credited');
  expect(await wallet(user)).toBe(31.5);
  const second = await order(user, await makeCombo({ price: 50 }));
  const short = (await buy(user, second._id)).data;
  expect(short.request_pay_amound).toBe(18.5);
  expect(await pay(short._id, 18)).toBe('credited');
  expect(await one(user, second._id)).toMatchObject({ status: 'wallet_spend', credited: 18 });
  expect((await check(user, second._id)).data).toMatchObject({ wallet_spend: 49, payable: 1 });
  const rest = (await buy(user, second._id)).data;
  expect(rest.request_pay_amound).toBe(1);
  expect(await pay(rest._id, 1)).toBe('paid');
  expect(await wallet(user)).toBe(0.5);
  expect((await info(user)).traffic).toBe(200 * GIB);
});

test('a rebate goes to the inviter, on money from outside alone, once an order', async () => {
  const inviter = await app.account({ type: 'channel' });
  const channel = { email: inviter.email, name: '', code: 'INVITE1', rewardRate: 0.2, comsumerDuration: 365 };
  expect((await app.call('/api/admin/users/update_channel', channel, admin)).code).toBe(0);
  const user = await app.account();
  await deps.db.updateTable('users').set({ channel_code: 'INVITE1' }).where('id', '=', user.userId).execute();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  expect(await pay(trade._id, 25)).toBe('paid');
  expect(await wallet(inviter)).toBe(4);
  expect(await wallet(user)).toBe(5);
  const list = (await app.call('/api/admin/trades/tradelist', { filterStr: user.email }, admin)).data;
  expect(list[0]).toMatchObject({ rewardMoney: 4, fromChannel: 'INVITE1' });
});
