import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { postMany } from '@skyport/db/ledger';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeChannel } from '../invite/index.ts';
import { startShop } from '../orders/testing/scene.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { TestAnswer, TestData, TestSession } from '../testing-app.ts';
import { leftAfterWithdrawals } from './history-store.ts';
import { EVM, giveMoney, TRON } from './testing/wallets.ts';
import { texts } from './texts.ts';

const { app, deps, clock, admin, shop } = await startShop();
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ admin_id: operator.userId, exchange_rate: 7.2 });

const wallet = async (user: TestSession): Promise<TestData> => (await app.call('/api/wallet/mywallet', {}, user)).data;
const setAddress = (user: TestSession, form: object = { addressType: 'USDT-TRC20', address: TRON }) =>
  app.call('/api/wallet/change_reward_adress', form, user);
const withdraw = (user: TestSession, payload: object = {}) => app.call('/api/wallet/make_charge', payload, user);
const charges = async (user: TestSession): Promise<TestData[]> =>
  (await app.call('/api/wallet/charge_list', {}, user)).data;
const bell = async (who: TestSession): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, who)).data.map(({ desc }: TestData) => desc);
const refused = ({ code, msg }: TestAnswer) => [code, msg];
const no = (msg: string) => [codes.withdrawalRefused.code, msg];

/** A customer with a rested payout address and so many yuan of rebates. */
const customer = async (yuan = 1000, kind: 'wallet' | 'wallet_rebate' = 'wallet_rebate'): Promise<TestSession> => {
  const user = await app.account({ steppedUp: true });
  await setAddress(user);
  await giveMoney(app, user, kind, Math.round(yuan * 1000));
  clock.advance(DAY_MS);
  return user;
};

/** A rebate of 6 yuan for an account, by an order that is paid now. */
const rebated = async (owner: TestSession): Promise<string> => {
  await makeChannel(deps.db, deps, owner.userId);
  const channel = (await app.call('/api/admin/users/get_user_channel', { user_id: owner.userId }, admin)).data;
  const buyer = await app.account();
  await deps.db.updateTable('users').set({ channel_code: channel.code }).where('id', '=', buyer.userId).execute();
  const { _id } = await shop.order(buyer, await shop.makeCombo());
  expect((await shop.receipt(_id, 30, `bank ${buyer.num}`)).data).toEqual({ outcome: 'paid' });
  return _id;
};

test('a customer without a wallet sees an empty one, and what a withdrawal needs', async () => {
  const user = await app.account();
  expect(await wallet(user)).toEqual({
    money: 0,
    withdrawable: 0,
    other: 0,
    waiting: 0,
    waiting_until: null,
    flagged: 0,
    withdrawing: 0,
    addressType: '',
    address: '',
    address_rests_until: null,
    min_charge_money: 500,
    hold_days: 7,
    exchange_rate: 7.2,
    usdt: 0,
  });
  expect([await charges(user), (await app.call('/api/wallet/spend_list', {}, user)).data]).toEqual([[], []]);
  expect(refused(await withdraw(user))).toEqual(no(texts.noAddress));
});

test('an address is checked to its last letter, its owner is told, and withdrawals rest for 24 hours', async () => {
  const user = await app.account({ steppedUp: true });
  await giveMoney(app, user, 'wallet_rebate');
  for (const [addressType, address] of [
    ['USDT-ERC20', TRON],
    ['USDT-TRC20', EVM],
    ['USDT-ERC20', EVM.replace('aA', 'AA')],
    ['USDT-TRC20', TRON.replace('H', 'J')],
    ['USDT-TRC20', ''],
    ['USDT-TRC20', `${TRON}1`],
    ['USDT-ERC20', EVM.slice(2)],
    ['USDT-BEP20', EVM],
    ['', TRON],
  ])
    expect((await setAddress(user, { addressType, address })).code, address).toBe(codes.invalidPayload.code);
  expect((await setAddress(user, { addressType: 'USDT-ERC20', address: ` ${EVM.toLowerCase()}\n` })).code).toBe(0);
  expect(await wallet(user)).toMatchObject({ addressType: 'USDT-ERC20', address: EVM });
  expect((await bell(user))[0]).toBe(texts.addressChanged('USDT-ERC20', EVM));
  const until = new Date(clock.now().getTime() + DAY_MS);
  expect((await wallet(user)).address_rests_until).toBe(until.toISOString());
  clock.advance(DAY_MS - 1);
  expect(refused(await withdraw(user))).toEqual(no(texts.addressRests(until, 'Asia/Shanghai')));
  // The same once more changes nothing, and nobody waits for it.
  await setAddress(user, { addressType: 'USDT-ERC20', address: EVM });
  clock.advance(1);
  expect((await wallet(user)).address_rests_until).toBeNull();
  expect((await withdraw(user)).code).toBe(0);
});

test('a payout address asks for a step-up', async () => {
  const user = await app.account();
  expect((await setAddress(user)).code).toBe(codes.stepUpNeeded.code);
  expect((await wallet(user)).address).toBe('');
});

test('a withdrawal takes all that can be withdrawn, with a copy of amount, rate and address, and tells staff', async () => {
  const user = await customer(1000.007);
  await giveMoney(app, user, 'wallet', 20_000);
  const before = await wallet(user);
  expect(before).toMatchObject({ money: 1020.007, withdrawable: 1000.007, other: 20, usdt: 138.889 });
  const { data, code } = await withdraw(user, {
    shown: { money: 1000.007, usdt: 138.889, addressType: 'USDT-TRC20', address: TRON },
  });
  expect(code).toBe(0);
  const asked = {
    money: 1000.007,
    usdt: 138.889,
    exchange_rate: 7.2,
    addressType: 'USDT-TRC20',
    address: TRON,
    status: 'request',
    msg: '',
    paidTime: null,
    txid: '',
    left: 20,
  };
  expect(data).toMatchObject(asked);
  expect(await wallet(user)).toMatchObject({ money: 20, withdrawable: 0, withdrawing: 1000.007 });
  expect((await bell(operator))[0]).toBe(texts.asked(user.email, '1000.007', '138.889'));
  await app.changeSettings({ exchange_rate: 8 });
  await setAddress(user, { addressType: 'USDT-ERC20', address: EVM });
  expect(await charges(user)).toMatchObject([asked]);
  await app.changeSettings({ exchange_rate: 7.2 });
});

test('only one withdrawal of an account is open', async () => {
  const user = await customer();
  expect((await withdraw(user)).code).toBe(0);
  await giveMoney(app, user, 'wallet_rebate');
  expect(refused(await withdraw(user))).toEqual(no(texts.isOpen));
});

test('nothing is withdrawn below what the settings say is the least', async () => {
  const user = await customer(499.999);
  expect(refused(await withdraw(user))).toEqual(no('申请提现失败，最低提现金额 500 元'));
  await app.changeSettings({ min_charge_money: 499.999 });
  expect((await withdraw(user)).code).toBe(0);
  await app.changeSettings({ min_charge_money: 0 });
  expect(refused(await withdraw(await customer(0.001)))).toEqual(no(texts.nothing));
  expect(refused(await withdraw(await customer(20, 'wallet')))).toEqual(no(texts.nothing));
  await app.changeSettings({ min_charge_money: 500 });
});

test('who has seen another amount, rate or address than there is now is asked again', async () => {
  const user = await customer();
  const shown = { money: 1000, usdt: 138.888, addressType: 'USDT-TRC20', address: TRON };
  for (const other of [{ money: 999 }, { usdt: 138.889 }, { addressType: 'USDT-ERC20', address: EVM }])
    expect(refused(await withdraw(user, { shown: { ...shown, ...other } }))).toEqual([
      codes.conflict.code,
      texts.changed,
    ]);
  for (const bad of [{ money: -1 }, { money: 1e13 }, { money: 0.0001 }, { usdt: -1 }, { address: 'x'.repeat(65) }])
    expect((await withdraw(user, { shown: { ...shown, ...bad } })).code).toBe(codes.invalidPayload.code);
  expect((await withdraw(user, { shown })).code).toBe(0);
});

test('a rebate can be withdrawn once it has waited for the days of the settings', async () => {
  await app.changeSettings({ min_charge_money: 1 });
  const owner = await customer(0.001);
  await rebated(owner);
  const until = new Date(clock.now().getTime() + 7 * DAY_MS);
  const held = { money: 6.001, withdrawable: 0.001, waiting: 6, waiting_until: until.toISOString(), hold_days: 7 };
  expect(await wallet(owner)).toMatchObject(held);
  expect((await withdraw(owner)).code).toBe(codes.withdrawalRefused.code);
  await app.changeSettings({ withdraw_hold_days: 0 });
  expect(await wallet(owner)).toMatchObject({ withdrawable: 6.001, waiting: 0, waiting_until: null });
  await app.changeSettings({ withdraw_hold_days: 7 });
  clock.set(new Date(until.getTime() - 1));
  expect((await wallet(owner)).withdrawable).toBe(0.001);
  clock.set(until);
  expect((await wallet(owner)).withdrawable).toBe(6.001);
  await app.changeSettings({ min_charge_money: 500 });
});

test('what was spent of rebates was spent of those that are ready', async () => {
  const owner = await customer(20);
  await rebated(owner);
  const { _id } = await shop.order(owner, await shop.makeCombo({ price: 24 }));
  expect((await shop.buy(owner, _id)).code).toBe(0);
  expect(await wallet(owner)).toMatchObject({ money: 2, withdrawable: 0, waiting: 2 });
});

test('what a wallet spends and gets back stands there with what was left', async () => {
  const user = await customer(10, 'wallet');
  const { _id } = await shop.order(user, await shop.makeCombo({ name: '月付', price: 30 }));
  expect((await shop.buy(user, _id)).code).toBe(0);
  expect((await shop.cancel(user, _id)).code).toBe(0);
  const rows: TestData[] = (await app.call('/api/wallet/spend_list', {}, user)).data;
  expect(rows.map(({ spendMoney, desc, left }) => [spendMoney, desc, left])).toEqual([
    [-10, '订单“月付”未支付，余额退回', 10],
    [10, '订单“月付”使用余额', 0],
    [-10, '客服调整', 10],
  ]);
});

test('what a withdrawal left is read without every rebate before it', async () => {
  const user = await customer();
  const entries = [
    { account: { owner: null, kind: 'rebate_expense' }, unit: 'CNY_MILLI', amount: -10 },
    { account: { owner: user.num, kind: 'wallet_rebate' }, unit: 'CNY_MILLI', amount: 10 },
  ] as const;
  const rebates = Array.from({ length: 300 }, (_, n) => ({
    key: `test-rebate:${user.num}:${n}`,
    kind: 'rebate',
    ref: deps.ids.next(),
    actor: 'test',
    at: new Date(clock.now().getTime() - 30 * DAY_MS),
    entries: [...entries],
  }));
  await inTransaction(deps.db, (trx) => postMany(trx, rebates));
  await giveMoney(app, user, 'wallet', 2000);
  const { _id } = (await withdraw(user)).data;
  await giveMoney(app, user, 'wallet', 1000);
  expect(await charges(user)).toMatchObject([{ money: 1003, left: 2 }]);
  const spends: TestData[] = (await app.call('/api/wallet/spend_list', {}, user)).data;
  expect(spends.map(({ left }) => left)).toEqual([3, 1005, 1000]);
  const read = await inTransaction(deps.db, async (trx) => {
    // The counter holds what this connection has not reported yet, earlier transactions included.
    const entriesRead = async (): Promise<number> => {
      const { rows } = await sql<{ entries: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as entries from pg_stat_xact_user_tables
         where relname = 'ledger_entry'`.execute(trx);
      return rows[0]!.entries;
    };
    // A table of a test is so small that a scan of all of it may be planned.
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const before = await entriesRead();
    await leftAfterWithdrawals(trx, user.num, [_id]);
    return (await entriesRead()) - before;
  });
  expect(read).toBeLessThan(10);
});

test('a rebate that is taken back, and what a receipt turns out to be more, are called by their names', async () => {
  const spends = async (user: TestSession): Promise<[number, string][]> =>
    (await app.call('/api/wallet/spend_list', {}, user)).data.map(({ spendMoney, desc }: TestData) => [
      spendMoney,
      desc,
    ]);
  const owner = await customer(1);
  const order_id = await rebated(owner);
  const flag = { order_id, reason: 'refund', note: '银行退款' };
  const { _id: flag_id } = (await app.call('/api/admin/trades/flag_order', flag, admin)).data;
  expect((await app.call('/api/admin/trades/take_back', { flag_id, reason: '已退款' }, admin)).code).toBe(0);
  expect((await spends(owner))[0]).toEqual([6, expect.stringMatching(/^订单“商品 \d+”退款或拒付，金额收回$/)]);

  const buyer = await app.account();
  const { _id } = await shop.order(buyer, await shop.makeCombo({ name: '月付' }));
  const trade = (await shop.buy(buyer, _id)).data;
  expect((await shop.receipt(_id, 30, 'joined-1')).data).toEqual({ outcome: 'paid' });
  expect(await shop.pay(trade._id, 31, 'joined-1')).toBe('joined');
  expect(await spends(buyer)).toEqual([[-1, '订单“月付”多付的金额']]);
});

test('nobody sees what others have withdrawn, and an agency’s customer has no wallet', async () => {
  const user = await customer();
  await withdraw(user);
  expect(await charges(await app.account())).toEqual([]);
  const agency = await app.account({ isAgencyUser: true, steppedUp: true });
  for (const path of ['mywallet', 'charge_list', 'spend_list', 'make_charge'])
    expect((await app.call(`/api/wallet/${path}`, {}, agency)).code, path).toBe(codes.roleForbidden.code);
  expect((await setAddress(agency)).code).toBe(codes.roleForbidden.code);
});

test('asked for at once, money is set aside once, and never what a purchase has taken', async () => {
  const user = await customer();
  const answers = await Promise.all([withdraw(user), withdraw(user), withdraw(user)]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1012, 1012]);
  const buyer = await customer(600);
  const { _id } = await shop.order(buyer, await shop.makeCombo({ price: 300 }));
  await Promise.all([withdraw(buyer), shop.buy(buyer, _id)]);
  const { money, withdrawing } = await wallet(buyer);
  expect([
    [0, 600],
    [300, 0],
  ]).toContainEqual([money, withdrawing]);
});
