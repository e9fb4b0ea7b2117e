import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { callDuring } from '../accounts/race-testing.ts';
import { makeChannel } from '../invite/index.ts';
import { settleStored } from '../orders/inbox.ts';
import { storeNotified, storeTakenBack } from '../orders/index.ts';
import { resolveUnclaimed } from '../orders/resolve.ts';
import { startShop } from '../orders/testing/scene.ts';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import type { TakenBack } from '../platform/payment-providers.ts';
import type { TestSession } from '../testing-app.ts';

/* Orders whose money went back, or may: the flag, what is taken back, and what stays. */

const { app, deps, clock, admin, shop } = await startShop();
const { makeCombo, order, buy, pay, fund, info, one, wallet } = shop;

const ask = (name: string, form: object, session = admin) => app.call(`/api/admin/trades/${name}`, form, session);
const orderOf = async (id: string) => (await ask('get_order_for_trade', { order_id: id })).data;
const preview = async (id: string) => (await ask('take_back_preview', { order_id: id })).data;
const openFlag = async (id: string): Promise<string> => (await orderOf(id)).flags[0]._id;
const takeBack = (flag: string, session = admin) => ask('take_back', { flag_id: flag, reason: '已退款' }, session);

let made = 0;
const event = (trade: string, fields: Partial<TakenBack> = {}): TakenBack => ({
  reason: 'refund',
  tradeNumber: trade.replaceAll('-', ''),
  merchant: '',
  payment: '',
  amount: 30_000,
  isTotal: true,
  currency: 'CNY',
  reference: `refund-${(made += 1)}`,
  ...fields,
});
const note = (takenBack: TakenBack, instance = 'test') =>
  inTransaction(deps.db, (trx) => storeTakenBack(trx, deps, { instance, takenBack }));

const bought = async (fields: object = {}, user?: TestSession) => {
  const buyer = user ?? (await app.account());
  const { _id } = await order(buyer, await makeCombo(fields));
  const trade: string = (await buy(buyer, _id)).data._id;
  expect(await pay(trade, 30)).toBe('paid');
  return { user: buyer, id: _id as string, trade };
};

/** An inviter, and a buyer who came by the inviter's code. */
const invited = async () => {
  const owner = await app.account({ type: 'channel', steppedUp: true });
  await makeChannel(deps.db, deps, owner.userId);
  const { code } = (await app.call('/api/admin/users/get_user_channel', { user_id: owner.userId }, admin)).data;
  const user = await app.account();
  await deps.db.updateTable('users').set({ channel_code: code }).where('id', '=', user.userId).execute();
  return { owner, user };
};

const bell = async (user: TestSession): Promise<string[]> => {
  const rows = await deps.db.selectFrom('notifications').select('text').where('user_id', '=', user.userId).execute();
  return rows.map(({ text }) => text);
};

/** Bytes that a customer uses. */
const use = (user: TestSession, bytes: number) =>
  sql`update traffic_account set spent = spent + ${bytes} where user_num = ${user.num}`.execute(deps.db);

test('what a provider takes back flags the order once, tells staff, and moves nothing', async () => {
  await app.changeSettings({ admin_id: admin.userId });
  const { user, id, trade } = await bought();
  const before = await info(user);
  const said = event(trade);
  expect([await note(said), await note({ ...said, amount: 1 })]).toEqual(['stored', 'known']);
  clock.advance(1000);
  expect(await note(event(trade, { reason: 'dispute', reference: 'dispute-1' }))).toBe('stored');
  const { flags, can_flag } = await orderOf(id);
  expect(can_flag).toBe(false);
  expect(flags).toHaveLength(1);
  expect(flags[0]).toMatchObject({ state: 'open', reason: 'refund', opened_by: '', taken: null });
  expect(flags[0].events.map(({ reason, amount }: { reason: string; amount: number }) => [reason, amount])).toEqual([
    ['refund', 30],
    ['dispute', 30],
  ]);
  expect(await info(user)).toMatchObject({ traffic: before.traffic, wallet_money: before.wallet_money });
  const list = (await ask('tradelist', { filterStr: user.email })).data;
  expect(list[0]).toMatchObject({ flag: 'refund', status: 'paied' });
  expect((await bell(admin)).some((text) => text.includes('订单已标记'))).toBe(true);
});

test('of a trade that is another instance’s, or nobody’s, only staff are told', async () => {
  const { id, trade } = await bought();
  expect(await note(event(trade), 'test_wxpay')).toBe('stored');
  expect(await note(event('f'.repeat(32), { reference: 'stray-1' }))).toBe('stored');
  expect((await orderOf(id)).flags).toEqual([]);
});

test('a dispute that names its payment alone flags the order that has the payment’s money', async () => {
  const { id, trade } = await bought();
  const { reference: payment } = await deps.db
    .selectFrom('payments')
    .select('reference')
    .where('trade_id', '=', trade)
    .executeTakeFirstOrThrow();
  const disputed = () => event('', { reason: 'dispute', payment });
  expect(await note(disputed(), 'test_wxpay')).toBe('stored');
  expect(await note({ ...disputed(), payment: '' })).toBe('stored');
  expect((await orderOf(id)).flags).toEqual([]);
  expect(await note(disputed())).toBe('stored');
  expect((await orderOf(id)).flags).toMatchObject([{ state: 'open', reason: 'dispute' }]);
});

/** Money of a trade that came when it was nobody's, as its buyer is an agency's customer; told of for the trade. */
const lying = async () => {
  const user = await app.account();
  const { _id: id } = await order(user, await makeCombo());
  const trade: string = (await buy(user, id)).data._id;
  const agency = { is_agency_user: true };
  await deps.db.updateTable('users').set(agency).where('id', '=', user.userId).execute();
  const reference = `moved-${trade}`;
  const money = { amount: 30_000, currency: 'CNY', reference } as const;
  const claim = { merchant: '', tradeNumber: trade.replaceAll('-', ''), ...money };
  const stored = await inTransaction(deps.db, (trx) =>
    storeNotified(trx, deps, { instance: 'test', claim, mustAsk: false }),
  );
  if ('id' in stored) await settleStored(deps, stored.id);
  const payment = (await app.call('/api/admin/money/unclaimed_list', {}, admin)).data[0]._id as string;
  const give = async (form: object): Promise<void> => {
    const all = { payment_id: payment, reason: '核实', ...form };
    expect((await app.call('/api/admin/money/resolve_unclaimed', all, admin)).code).toBe(0);
  };
  return { id: id as string, trade, reference, payment, give };
};

test.each(['by its payment', 'by our number alone'])(
  'money that staff gave to another order flags that order when it goes back, named %s',
  async (how) => {
    const first = await lying();
    const user = await app.account();
    const { _id: other } = await order(user, await makeCombo());
    await first.give({ to: 'order', order_id: other });
    expect((await one(user, other)).status).toBe('paied');
    expect(await note(event(first.trade, how === 'by its payment' ? { payment: first.reference } : {}))).toBe('stored');
    expect((await orderOf(first.id)).flags).toEqual([]);
    expect((await orderOf(other)).flags).toMatchObject([{ state: 'open', reason: 'refund' }]);
    expect((await takeBack(await openFlag(other))).data).toMatchObject({ traffic: 100 * GIB });
  },
);

test('money that staff give to an order while it is told to have gone back flags that order', async () => {
  const { payment: paymentId, reference, trade } = await lying();
  const user = await app.account();
  const { _id: orderId } = await order(user, await makeCombo());
  const decision = { paymentId, orderId, email: '', yuan: 0, reason: '核实', by: admin.userId };
  const told = await callDuring(
    deps.db,
    (trx) => resolveUnclaimed(trx, deps, { ...decision, to: 'order' }),
    () => note(event(trade, { payment: reference })),
  );
  expect(told).toBe('stored');
  expect((await orderOf(orderId)).flags).toMatchObject([{ state: 'open', reason: 'refund' }]);
});

test('money that staff put into a wallet flags no order when it goes back; staff are told whose wallet has it', async () => {
  await app.changeSettings({ admin_id: admin.userId });
  const first = await lying();
  const user = await app.account();
  await first.give({ to: 'wallet', email: user.email });
  expect(await note(event(first.trade, { payment: first.reference }))).toBe('stored');
  expect((await orderOf(first.id)).flags).toEqual([]);
  expect((await bell(admin)).some((text) => text.includes(`已转入用户 ${user.email} 的钱包`))).toBe(true);
});

test('a take-back reaches traffic, days, permissions, rebate and wallet credits, up to what is left', async () => {
  const { owner, user } = await invited();
  const permission = (
    await app.call('/api/admin/permissions/update', { name: `权限 ${user.num}`, desc: '说明' }, admin)
  ).data;
  const combo = { traffic: 100 * GIB, vipDuration: 2, permissionsGain: [permission._id], permissionDuration: 10 };
  const { id, trade } = await bought(combo, user);
  expect(await pay(trade, 5)).toBe('credited');
  const rebate = await wallet(owner);
  expect(rebate).toBeGreaterThan(0);
  await use(user, 40 * GIB);
  clock.advance(12 * HOUR_MS);
  await fund(user, -2);
  await note(event(trade));
  const shown = await preview(id);
  expect(shown).toMatchObject({
    traffic: { given: 100 * GIB, left: 60 * GIB },
    vip_hours: { given: 48, left: 36 },
    permissions: [{ given: 240, left: 228 }],
    rebate: { given: rebate, left: rebate, email: owner.email },
    credited: { given: 5, left: 3 },
    wallet_spend: 0,
  });
  expect((await takeBack(await openFlag(id))).data).toMatchObject({
    traffic: 60 * GIB,
    vip_hours: 36,
    permissions: [permission.name],
    rebate,
    credited: 3,
  });
  expect([await wallet(owner), await wallet(user)]).toEqual([0, 0]);
  expect((await bell(user)).some((text) => text.includes('商品已收回'))).toBe(true);
  expect((await bell(owner)).some((text) => text.includes('返利'))).toBe(true);
  const after = await info(user);
  expect([after.traffic, after.spendTraffic]).toEqual([40 * GIB, 40 * GIB]);
  expect(Date.parse(after.vipExpireTime)).toBe(clock.now().getTime());
  expect(after.permissions ?? []).toEqual([]);
  const [flag] = (await orderOf(id)).flags;
  expect(flag).toMatchObject({ state: 'taken_back', closed_by: admin.email, closed_why: '已退款', taken: { rebate } });
  expect(await preview(id)).toMatchObject({ traffic: { left: 0 }, rebate: { left: 0 }, credited: { left: 0 } });
});

test('what was used stays: with nothing left nothing is posted, and the flag is ended all the same', async () => {
  const { user, id, trade } = await bought({ traffic: GIB });
  await use(user, GIB);
  await note(event(trade));
  expect((await takeBack(await openFlag(id))).data).toMatchObject({ traffic: 0, rebate: 0, credited: 0 });
  expect((await orderOf(id)).flags[0].state).toBe('taken_back');
});

test('the wallet’s share of an order does not come back by itself', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id: id } = await order(user, await makeCombo());
  const { data: trade } = await buy(user, id);
  expect(await pay(trade._id, 20)).toBe('paid');
  await note(event(trade._id));
  expect(await preview(id)).toMatchObject({ wallet_spend: 10, credited: { given: 0 } });
  await takeBack(await openFlag(id));
  expect(await wallet(user)).toBe(0);
});

test('a rebate that waits to be paid out is returned before its order is taken back', async () => {
  await app.changeSettings({ min_charge_money: 1, withdraw_hold_days: 7 });
  const { owner, user } = await invited();
  const { id, trade } = await bought({}, user);
  const earned = await wallet(owner);
  const form = { addressType: 'USDT-TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
  expect((await app.call('/api/wallet/change_reward_adress', form, owner)).code).toBe(0);
  clock.advance(8 * DAY_MS);
  const charge = (await app.call('/api/wallet/make_charge', {}, owner)).data;
  await note(event(trade));
  const flag = await openFlag(id);
  // The end of the flag would let the withdrawal be settled, and nothing of the rebate be left to take.
  expect(await takeBack(flag)).toMatchObject({ code: codes.conflict.code, msg: expect.stringContaining(owner.email) });
  expect((await orderOf(id)).flags[0].state).toBe('open');
  const back = { charge_id: charge._id, msg: '订单已退款' };
  expect((await app.call('/api/admin/charge/return_charge', back, admin)).code).toBe(0);
  expect((await takeBack(flag)).data).toMatchObject({ rebate: earned });
});

test('a flag is ended once, and an order taken back once', async () => {
  const { id, trade } = await bought();
  await note(event(trade));
  const flag = await openFlag(id);
  expect((await takeBack(flag)).code).toBe(0);
  expect(await takeBack(flag)).toMatchObject({ code: codes.conflict.code, msg: '该标记已处理' });
  expect(await ask('dismiss_flag', { flag_id: flag, reason: '不再' })).toMatchObject({ code: codes.conflict.code });
  clock.advance(1000);
  await note(event(trade));
  const again = await openFlag(id);
  expect(await takeBack(again)).toMatchObject({ code: codes.conflict.code, msg: '该订单已收回过，请解除标记' });
  expect((await ask('dismiss_flag', { flag_id: again, reason: '同一笔退款' })).code).toBe(0);
  expect((await ask('dismiss_flag', { flag_id: again, reason: '同一笔退款' })).code).toBe(codes.conflict.code);
  expect((await orderOf(id)).flags.map(({ state }: { state: string }) => state)).toEqual(['dismissed', 'taken_back']);
});

test('staff find the trades of flagged orders, however many newer ones there are, and have them as a file', async () => {
  const { id, trade } = await bought();
  for (let newer = 0; newer < 2; newer += 1) await bought();
  const flagged = async (more: object = {}): Promise<string[]> =>
    (await ask('tradelist', { flagged: true, requestNumber: 1000, ...more })).data.map(
      ({ _id }: { _id: string }) => _id,
    );
  const [before] = [await flagged()];
  expect(before).not.toContain(trade);
  await note(event(trade));
  expect(await flagged()).toEqual([trade, ...before]);
  expect(await flagged({ requestNumber: 1, filterStr: id })).toEqual([trade]);
  expect((await ask('export', { flagged: true, columns: ['order'] })).data).toMatchObject({ rows: before.length + 1 });
  expect((await ask('dismiss_flag', { flag_id: await openFlag(id), reason: '误报' })).code).toBe(0);
  expect(await flagged()).toEqual(before);
});

test('staff flag an order by hand that money came for, and no other', async () => {
  const user = await app.account();
  const { _id: unpaid } = await order(user, await makeCombo());
  const form = { reason: 'dispute', note: '银行来函' };
  expect(await ask('flag_order', { order_id: unpaid, ...form })).toMatchObject({ code: codes.conflict.code });
  const { id } = await bought();
  expect((await orderOf(id)).can_flag).toBe(true);
  expect((await ask('flag_order', { order_id: id, ...form })).code).toBe(0);
  expect(await ask('flag_order', { order_id: id, ...form })).toMatchObject({ msg: '该订单已有待处理的标记' });
  expect((await orderOf(id)).flags[0]).toMatchObject({ opened_by: admin.email, note: '银行来函', reason: 'dispute' });
});

test('what there is not is not found, and a take-back asks for a second look', async () => {
  const nothing = crypto.randomUUID();
  const { notFound, stepUpNeeded } = codes;
  expect((await ask('flag_order', { order_id: nothing, reason: 'refund', note: '无' })).code).toBe(notFound.code);
  expect((await ask('take_back_preview', { order_id: nothing })).code).toBe(notFound.code);
  expect((await takeBack(nothing)).code).toBe(notFound.code);
  expect((await ask('dismiss_flag', { flag_id: nothing, reason: '无' })).code).toBe(notFound.code);
  expect((await takeBack(nothing, await app.account({ type: 'admin' }))).code).toBe(stepUpNeeded.code);
});

test('rebates cannot be withdrawn in their hold time, nor while their order is flagged', async () => {
  await app.changeSettings({ min_charge_money: 1, withdraw_hold_days: 7 });
  const { owner, user } = await invited();
  const { id, trade } = await bought({}, user);
  const earned = await wallet(owner);
  const parts = async () => {
    const { withdrawable, waiting, flagged } = (await app.call('/api/wallet/mywallet', {}, owner)).data;
    return { withdrawable, waiting, flagged };
  };
  expect(await parts()).toEqual({ withdrawable: 0, waiting: earned, flagged: 0 });
  clock.advance(8 * DAY_MS);
  expect(await parts()).toEqual({ withdrawable: earned, waiting: 0, flagged: 0 });
  await note(event(trade));
  expect(await parts()).toEqual({ withdrawable: 0, waiting: 0, flagged: earned });
  await takeBack(await openFlag(id));
  expect(await parts()).toEqual({ withdrawable: 0, waiting: 0, flagged: 0 });
  expect((await one(user, id)).status).toBe('paied');
});

test('a withdrawal is not settled while an order behind it is flagged', async () => {
  await app.changeSettings({ min_charge_money: 1, withdraw_hold_days: 7 });
  const { owner, user } = await invited();
  const { id, trade } = await bought({}, user);
  const earned = await wallet(owner);
  const form = { addressType: 'USDT-TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
  expect((await app.call('/api/wallet/change_reward_adress', form, owner)).code).toBe(0);
  clock.advance(8 * DAY_MS);
  const charge = (await app.call('/api/wallet/make_charge', {}, owner)).data;
  expect(charge.money).toBe(earned);
  const checkout = () => app.call('/api/admin/charge/checkout_charge', { charge_id: charge._id, txid: '' }, admin);
  const listed = async () =>
    (await app.call('/api/admin/charge/charge_list', {}, admin)).data.find(
      ({ _id }: { _id: string }) => _id === charge._id,
    );
  expect((await listed()).flagged).toBe(false);
  await note(event(trade));
  expect((await listed()).flagged).toBe(true);
  expect(await checkout()).toMatchObject({
    code: codes.conflict.code,
    msg: `这笔提现涉及有争议的订单 ${id}，请先处理该订单`,
  });
  expect((await ask('dismiss_flag', { flag_id: await openFlag(id), reason: '误报' })).code).toBe(0);
  expect((await checkout()).code).toBe(0);
});

test('a withdrawal of other rebates is settled while an order is flagged that was left out of it', async () => {
  await app.changeSettings({ min_charge_money: 1, withdraw_hold_days: 7 });
  const { owner, user } = await invited();
  const [left, taken] = [await bought({}, user), await bought({}, user)];
  const earned = await wallet(owner);
  const form = { addressType: 'USDT-TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
  expect((await app.call('/api/wallet/change_reward_adress', form, owner)).code).toBe(0);
  clock.advance(8 * DAY_MS);
  await note(event(left.trade));
  const charge = (await app.call('/api/wallet/make_charge', {}, owner)).data;
  expect(charge.money).toBe(earned / 2);
  const checkout = () => app.call('/api/admin/charge/checkout_charge', { charge_id: charge._id, txid: '' }, admin);
  await note(event(taken.trade));
  expect((await checkout()).code).toBe(codes.conflict.code);
  expect((await ask('dismiss_flag', { flag_id: await openFlag(taken.id), reason: '误报' })).code).toBe(0);
  expect((await checkout()).code).toBe(0);
  expect((await takeBack(await openFlag(left.id))).data).toMatchObject({ rebate: earned / 2 });
});

test('use that waits to be charged is charged before an order is taken back', async () => {
  const { user, id, trade } = await bought();
  await sql`update traffic_account set pending = ${10 * GIB} where user_num = ${user.num}`.execute(deps.db);
  await note(event(trade));
  // The preview says why less is left than was given, though nothing is charged yet.
  expect(await preview(id)).toMatchObject({ traffic: { given: 100 * GIB, left: 90 * GIB }, pending: 10 * GIB });
  expect((await takeBack(await openFlag(id))).data).toMatchObject({ traffic: 90 * GIB });
  expect((await preview(id)).pending).toBe(0);
  const { rows } = await sql`
    select granted, spent, pending from traffic_account where user_num = ${user.num}`.execute(deps.db);
  expect(rows).toEqual([{ granted: 10 * GIB, spent: 10 * GIB, pending: 0 }]);
});
