import { codes } from '@skyport/contract/codes';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestData, TestSession } from '../testing-app.ts';
import { startShop } from './testing/scene.ts';
import { texts } from './texts.ts';

/* What the decisions say of money that arrives, sentence by sentence. */

const { app, deps, clock, admin, shop } = await startShop();
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ admin_id: operator.userId });
const { makeCombo, makeCoupon, order, applyCoupon, check, buy, cancel, one, receipt, wallet, pay } = shop;

const trades = async (user: TestSession): Promise<TestData[]> =>
  (await app.call('/api/admin/trades/tradelist', { filterStr: user.email }, admin)).data;

/** An account that came by the code of another one, whose rebate is a fifth. */
const invited = async (code: string): Promise<{ readonly user: TestSession; readonly inviter: TestSession }> => {
  const [user, inviter] = [await app.account(), await app.account({ type: 'channel' })];
  const channel = { email: inviter.email, name: '', code, rewardRate: 0.2, comsumerDuration: 365 };
  expect((await app.call('/api/admin/users/update_channel', channel, admin)).code).toBe(0);
  await deps.db.updateTable('users').set({ channel_code: code }).where('id', '=', user.userId).execute();
  return { user, inviter };
};

test('money for an open order whose trade is credited pays it all the same, and that trade is then paid', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  expect(await pay(trade._id, 20)).toBe('credited');
  expect((await trades(user))[0]).toMatchObject({ state: 'credited', status: 'topay', received: 20 });
  expect(await pay(trade._id, 30)).toBe('paid');
  expect((await trades(user))[0]).toMatchObject({ state: 'paied', status: 'paied', received: 50 });
  expect(await wallet(user)).toBe(20);
  expect(await one(user, _id)).toMatchObject({ status: 'paied', credited: 20 });
});

test('money is measured by what the order owes now, not by what its trade once asked', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ price: 50 }));
  const first = (await buy(user, _id)).data;
  expect(await pay(first._id, 40)).toBe('credited');
  clock.advance(1000);
  const rest = (await buy(user, _id)).data;
  expect(rest.request_pay_amound).toBe(10);
  expect(await pay(first._id, 12)).toBe('paid');
  expect(await wallet(user)).toBe(2);
  expect((await trades(user)).map(({ _id: id, state }) => [id, state])).toEqual([
    [rest._id, 'closed'],
    [first._id, 'paied'],
  ]);
});

test('a credited trade stands in the state of its order, with its money in the wallet', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  await pay(trade._id, 29);
  const status = async () =>
    (await app.call('/api/shop/trade_status', { trade_id: trade._id }, user)).data.status as string;
  expect(await status()).toBe('topay');
  await cancel(user, _id);
  expect(await status()).toBe('cancled');
  expect(await wallet(user)).toBe(29);
});

test('a reference counts once, be it of a receipt or of a provider', async () => {
  const user = await app.account();
  const [first, second] = [await order(user, await makeCombo()), await order(user, await makeCombo())];
  const trade = (await buy(user, first._id)).data;
  expect((await receipt(first._id, 30, '2026112100001')).data).toEqual({ outcome: 'paid' });
  expect(await pay(trade._id, 30, '2026112100001')).toBe('joined');
  expect(await pay(trade._id, 30, '2026112100001')).toBe('known');
  expect((await receipt(first._id, 30, '2026112100001')).code).toBe(codes.conflict.code);
  expect(await wallet(user)).toBe(0);
  const later = (await buy(user, second._id)).data;
  expect(await pay(later._id, 30, '2026112100002')).toBe('paid');
  expect((await receipt(second._id, 30, '2026112100002')).code).toBe(codes.conflict.code);
  expect(await wallet(user)).toBe(0);
});

/** Yuan of one of the system's accounts. */
const ofSystem = async (kind: string): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select balance from ledger_account where owner is null and kind = ${kind} and unit = 'CNY_MILLI'`.execute(deps.db);
  return Number(rows[0]?.balance ?? 0) / 1000;
};

test.each([
  ['as much', 30, 0],
  ['more', 32.5, 2.5],
  ['less', 29, 0],
])('a receipt is joined by the claim with its number, which is %s: it pays nothing twice', async (what, came, over) => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ name: `补单 ${what}` }));
  const trade = (await buy(user, _id)).data;
  const reference = `joined-${came}`;
  expect((await receipt(_id, 30, reference)).data).toEqual({ outcome: 'paid' });
  const [manual, clearing] = [await ofSystem('manual'), await ofSystem('clearing:test')];
  expect(await pay(trade._id, came, reference)).toBe('joined');
  expect(await wallet(user)).toBe(over);
  // The money lies where it really came; what staff wrote down beyond it stays to be explained.
  expect([await ofSystem('manual'), await ofSystem('clearing:test')]).toEqual([
    manual + Math.min(came, 30),
    clearing - came,
  ]);
  const told = (await app.call('/api/user_notive/list', {}, operator)).data.map(({ desc }: TestData) => desc);
  const difference = texts.joined(`补单 ${what}`, { noted: '30.00', came: came.toFixed(2) });
  expect(told.includes(difference)).toBe(came !== 30);
  expect((await one(user, _id)).status).toBe('paied');
});

test('a claim for another order by the number of a receipt is joined too, and the order stays unpaid', async () => {
  const user = await app.account();
  const [first, second] = [await order(user, await makeCombo()), await order(user, await makeCombo())];
  const trade = (await buy(user, second._id)).data;
  expect((await receipt(first._id, 30, 'other-order')).data).toEqual({ outcome: 'paid' });
  expect(await pay(trade._id, 30, 'other-order')).toBe('joined');
  expect((await one(user, second._id)).status).toBe('topay');
  expect(await wallet(user)).toBe(0);
});

test('a receipt that is too small is the first trade of its order: the coupon stays, and the next purchase takes the wallet', async () => {
  const user = await app.account();
  const coupon = await makeCoupon();
  const { _id } = await order(user, await makeCombo());
  await applyCoupon(user, _id, coupon.code);
  expect((await receipt(_id, 10, 'short-first')).data).toEqual({ outcome: 'credited' });
  const frozen = { code: codes.conflict.code, msg: texts.frozen };
  expect(await app.call('/api/coupon/orderCancleCoupon', { order_id: _id }, user)).toMatchObject(frozen);
  expect(await applyCoupon(user, _id, (await makeCoupon()).code)).toMatchObject(frozen);
  await app.call('/api/yunying/coupon/delete_coupon', { id_list: [coupon._id] }, admin);
  expect((await check(user, _id)).data).toMatchObject({ wallet_spend: 10, payable: 15, coupon_gone: false });
  expect(await one(user, _id)).toMatchObject({ status: 'topay', frozen: true, coupon_discount: 5 });
  expect((await buy(user, _id, { shown: 15 })).data.request_pay_amound).toBe(15);
  expect((await receipt(_id, 15, 'short-rest')).data).toEqual({ outcome: 'paid' });
  expect(await wallet(user)).toBe(0);
});

test('any other money for a trade whose order a receipt has paid is paid twice, and is the buyer’s', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  expect((await receipt(_id, 30, 'receipt-first')).data).toEqual({ outcome: 'paid' });
  expect(await pay(trade._id, 30, 'provider-later')).toBe('credited');
  expect(await wallet(user)).toBe(30);
  const { reason } = await deps.db
    .selectFrom('payments')
    .select('reason')
    .where('reference', '=', 'provider-later')
    .executeTakeFirstOrThrow();
  expect(reason).toBe('double');
});

test('receipts earn the rebate too, on no more than was payable; money for the wallet earns none', async () => {
  const { user, inviter } = await invited('RECEIPT1');
  const { _id } = await order(user, await makeCombo());
  expect((await receipt(_id, 40, 'too-much-1')).data).toEqual({ outcome: 'paid' });
  expect(await wallet(inviter)).toBe(6);
  expect(await wallet(user)).toBe(10);
  const gone = await order(user, await makeCombo());
  await cancel(user, gone._id);
  expect((await receipt(gone._id, 30, 'too-late-1')).data).toEqual({ outcome: 'credited' });
  expect(await wallet(inviter)).toBe(6);
});

test.each([
  ['an agency’s customer', 'AGENCY1', { is_agency_user: true }],
  ['disabled', 'DISABLED1', { disabled: true }],
])('no rebate goes to an inviter who is %s by then', async (_what, code, change) => {
  const { user, inviter } = await invited(code);
  await deps.db.updateTable('users').set(change).where('id', '=', inviter.userId).execute();
  const { _id } = await order(user, await makeCombo());
  expect((await receipt(_id, 30, `receipt-${code}`)).data).toEqual({ outcome: 'paid' });
  expect((await trades(user))[0]).toMatchObject({ rewardMoney: 0 });
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(balance), 0)::int as sum from ledger_account
     where owner = ${inviter.num} and kind = 'wallet_rebate'`.execute(deps.db);
  expect(rows[0]?.sum).toBe(0);
});

test('money for whoever has become an agency’s customer belongs to nobody yet, and the order stays open', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  await deps.db.updateTable('users').set({ is_agency_user: true }).where('id', '=', user.userId).execute();
  expect(await pay(trade._id, 30)).toBe('unclaimed');
  expect((await receipt(_id, 30, 'for-an-agency')).data).toEqual({ outcome: 'unclaimed' });
  const shown = (await app.call('/api/admin/trades/get_order_for_trade', { order_id: _id }, admin)).data;
  expect(shown).toMatchObject({ is_agency_user: true, status: 'topay', credited: 0 });
});

test.each([
  ['with its amount', 30, 0],
  ['with another amount: what came counts', 20, 10],
])('a receipt by the number of money that was nobody’s takes it from there, %s', async (what, noted, difference) => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ name: `认领 ${what}` }));
  const trade = (await buy(user, _id)).data;
  const become = (is_agency_user: boolean) =>
    deps.db.updateTable('users').set({ is_agency_user }).where('id', '=', user.userId).execute();
  await become(true);
  const reference = `unclaimed-${noted}`;
  expect(await pay(trade._id, 30, reference)).toBe('unclaimed');
  expect((await receipt(_id, noted, reference)).code).toBe(codes.conflict.code);
  const [manual, unclaimed] = [await ofSystem('manual'), await ofSystem('unclaimed')];
  await become(false);
  clock.advance(1000);
  expect((await receipt(_id, noted, reference)).data).toEqual({ outcome: 'paid' });
  expect([await ofSystem('manual'), await ofSystem('unclaimed')]).toEqual([manual, unclaimed - 30]);
  expect((await one(user, _id)).status).toBe('paied');
  expect((await trades(user)).map(({ state, received }) => [state, received])).toEqual([
    ['paied', 30],
    ['credited', 0],
  ]);
  expect((await receipt(_id, noted, reference)).code).toBe(codes.conflict.code);
  const told = (await app.call('/api/user_notive/list', {}, operator)).data.map(({ desc }: TestData) => desc);
  const text = texts.joined(`认领 ${what}`, { noted: noted.toFixed(2), came: '30.00' });
  expect(told.includes(text)).toBe(difference !== 0);
});

test('money and a cancellation at once: the order is paid, or cancelled with the money in the wallet', async () => {
  for (let n = 0; n < 12; n += 1) {
    const user = await app.account();
    const { _id } = await order(user, await makeCombo());
    const trade = (await buy(user, _id)).data;
    const both = [() => pay(trade._id, 30), () => cancel(user, _id)];
    await Promise.all((n % 2 ? both : both.toReversed()).map((act) => act()));
    const { status } = await one(user, _id);
    expect(['paied 0', 'cancled 30']).toContain(`${status} ${await wallet(user)}`);
    expect((await check(user, _id)).code).toBe(codes.conflict.code);
    clock.advance(1000);
  }
});
