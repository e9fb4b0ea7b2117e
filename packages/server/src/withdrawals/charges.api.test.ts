import { codes } from '@skyport/contract/codes';
import { beforeEach, expect, test } from 'vitest';
import { callDuring } from '../accounts/race-testing.ts';
import { startShop } from '../orders/testing/scene.ts';
import { DAY_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { endWithdrawal } from './decide.ts';
import { checkPayouts } from './jobs.ts';
import { findWithdrawal, listUnchecked, noteAsked } from './store.ts';
import { giveMoney, TRON } from './testing/wallets.ts';
import { texts } from './texts.ts';

const { app, deps, clock, admin } = await startShop();
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ admin_id: operator.userId, exchange_rate: 7.2 });

type Path = 'charge_list' | 'checkout_charge' | 'return_charge' | 'wallet' | 'message' | 'mark_withdrawable';
const PATHS: Readonly<Record<Path, string>> = {
  charge_list: '/api/admin/charge/charge_list',
  checkout_charge: '/api/admin/charge/checkout_charge',
  return_charge: '/api/admin/charge/return_charge',
  wallet: '/api/admin/charge/wallet',
  message: '/api/admin/charge/message',
  mark_withdrawable: '/api/admin/charge/mark_withdrawable',
};
const staff = (path: Path, payload: object, who = admin) => app.call(PATHS[path], payload, who);
const TXID = 'ab'.repeat(32);

let user: TestSession;
let id = '';
/** A customer whose withdrawal of 1,000 yuan is open. */
const asking = async (who?: TestSession): Promise<{ user: TestSession; id: string }> => {
  const owner = who ?? (await app.account({ steppedUp: true }));
  await app.call('/api/wallet/change_reward_adress', { addressType: 'USDT-TRC20', address: TRON }, owner);
  await giveMoney(app, owner, 'wallet_rebate');
  clock.advance(DAY_MS);
  return { user: owner, id: (await app.call('/api/wallet/make_charge', {}, owner)).data._id };
};
beforeEach(async () => void ({ user, id } = await asking()));

const one = async (): Promise<TestData> =>
  (await staff('charge_list', {})).data.find(({ _id }: TestData) => _id === id);
const wallet = async (): Promise<TestData> => (await staff('wallet', { uid: user.userId })).data;
const bell = async (who = user): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, who)).data.map(({ desc }: TestData) => desc);

test('an admin settles a withdrawal once, with or without its transaction, and its owner is told', async () => {
  expect(await one()).toMatchObject({
    uid: user.userId,
    email: user.email,
    status: 'request',
    money: 1000,
    chain: 'none',
  });
  expect(await wallet()).toMatchObject({ money: 0, withdrawing: 1000, addressType: 'USDT-TRC20', address: TRON });
  expect((await staff('checkout_charge', { charge_id: id, txid: ` 0x${TXID.toUpperCase()} ` })).code).toBe(0);
  expect(await one()).toMatchObject({ status: 'paid', paidTime: clock.now().toISOString(), txid: TXID, chain: 'none' });
  expect(await wallet()).toMatchObject({ money: 0, withdrawing: 0 });
  expect((await bell())[0]).toBe(texts.settled('1000.00', '138.888'));
  for (const path of ['checkout_charge', 'return_charge'] as const)
    expect(await staff(path, { charge_id: id, msg: '再来' })).toMatchObject({ code: 1109, msg: texts.isDecided });
  const next = await asking(user);
  const again = await staff('checkout_charge', { charge_id: next.id, txid: TXID });
  expect(again).toMatchObject({ code: codes.conflict.code, msg: texts.txidUsed });
  expect((await staff('checkout_charge', { charge_id: next.id })).code).toBe(0);
});

test('a transaction has the form of its chain', async () => {
  for (const txid of ['x', TXID.slice(1), `${TXID}0`, 'g'.repeat(64), '-1'])
    expect((await staff('checkout_charge', { charge_id: id, txid })).code, txid).toBe(codes.invalidPayload.code);
  expect((await one()).status).toBe('request');
});

test('a returned withdrawal is in the wallet again and can be withdrawn, and the message says why', async () => {
  expect((await staff('return_charge', { charge_id: id, msg: ' ' })).code).toBe(codes.invalidPayload.code);
  expect((await staff('return_charge', { charge_id: id, msg: '地址是交易所的' })).code).toBe(0);
  expect(await one()).toMatchObject({ status: 'returned', msg: '地址是交易所的' });
  expect(await wallet()).toMatchObject({ money: 1000, withdrawable: 1000, withdrawing: 0 });
  expect((await bell())[0]).toBe(texts.returned('1000.00', '地址是交易所的'));
  expect((await app.call('/api/wallet/make_charge', {}, user)).code).toBe(0);
});

test('a message is left whatever has become of a withdrawal, and its owner is told of a new one', async () => {
  expect((await staff('message', { charge_id: id, msg: '明天处理' })).code).toBe(0);
  expect((await bell())[0]).toBe(texts.message('1000.00', '明天处理'));
  await staff('checkout_charge', { charge_id: id });
  const told = (await bell()).length;
  await staff('message', { charge_id: id, msg: '明天处理' });
  expect((await staff('message', { charge_id: id, msg: '' })).code).toBe(0);
  expect([(await one()).msg, (await bell()).length]).toEqual(['', told]);
  expect((await staff('message', { charge_id: id, msg: 'x'.repeat(201) })).code).toBe(codes.invalidPayload.code);
});

test('nobody settles a withdrawal of their own', async () => {
  const own = await asking(await app.account({ type: 'admin', steppedUp: true }));
  const answer = await staff('checkout_charge', { charge_id: own.id }, own.user);
  expect(answer).toMatchObject({ code: codes.conflict.code, msg: texts.isOwn });
  expect((await staff('checkout_charge', { charge_id: own.id })).code).toBe(0);
});

test('settled and returned at once, a withdrawal has one end', async () => {
  const decided = (path: Path) => staff(path, { charge_id: id, msg: '退回' });
  const answers = await Promise.all(
    (['checkout_charge', 'return_charge', 'checkout_charge', 'return_charge'] as const).map(decided),
  );
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1109, 1109, 1109]);
});

test('the list has open withdrawals first, or those in one state', async () => {
  await staff('checkout_charge', { charge_id: id });
  const open = await asking();
  const all: TestData[] = (await staff('charge_list', {})).data;
  expect(all.findIndex((row) => row._id === open.id)).toBeLessThan(all.findIndex((row) => row._id === id));
  for (const status of ['request', 'paid', 'returned'] as const) {
    const rows: TestData[] = (await staff('charge_list', { status })).data;
    expect(rows.every((row) => row.status === status)).toBe(true);
  }
  expect((await staff('charge_list', { status: 'lost' })).code).toBe(codes.invalidPayload.code);
});

test('the list is searched for an account, an address or a transaction at the server', async () => {
  const found = async (filterStr: string): Promise<string[]> =>
    (await staff('charge_list', { filterStr })).data.map(({ _id }: TestData) => _id);
  const row = (await staff('charge_list', {})).data.find(({ _id }: TestData) => _id === id);
  expect(await found(row.email.toUpperCase())).toContain(id);
  expect(await found(row.address.slice(3, 20))).toContain(id);
  await staff('checkout_charge', { charge_id: id, txid: '01ef'.repeat(16) });
  expect(await found('1EF01EF0')).toEqual([id]);
  expect(await found('nobody@example.com')).toEqual([]);
});

test('staff make other money withdrawable, once for each time that they want it', async () => {
  await giveMoney(app, user, 'wallet', 30_000);
  const mark = (fields: object) =>
    staff('mark_withdrawable', { uid: user.userId, money: 20, reason: '补偿', change: deps.ids.next(), ...fields });
  const change = deps.ids.next();
  expect((await mark({ change })).code).toBe(0);
  expect((await mark({ change })).code).toBe(0);
  const entries = deps.db.selectFrom('audit_log').select('detail').where('object', '=', user.userId);
  expect(await entries.where('kind', '=', 'wallet').execute()).toEqual([
    { detail: { marked: 20_000, reason: '补偿' } },
  ]);
  expect(await wallet()).toMatchObject({ money: 30, withdrawable: 20, other: 10 });
  expect(await mark({})).toMatchObject({ code: codes.conflict.code, msg: texts.markedTooMuch });
  for (const bad of [{ money: 0 }, { money: -1 }, { money: 1.0001 }, { money: 1e9 }, { reason: '' }])
    expect((await mark(bad)).code).toBe(codes.invalidPayload.code);
  const agency = await app.account({ isAgencyUser: true });
  expect(await mark({ uid: agency.userId })).toMatchObject({ code: codes.conflict.code, msg: texts.noWallet });
});

test('money that was marked is not marked again with another amount or reason after a lost answer', async () => {
  await giveMoney(app, user, 'wallet', 30_000);
  const form = { uid: user.userId, money: 20, reason: '补偿', change: deps.ids.next() };
  expect((await staff('mark_withdrawable', form)).code).toBe(0);
  for (const edit of [{ money: 10 }, { reason: '活动' }])
    expect(await staff('mark_withdrawable', { ...form, ...edit })).toMatchObject({
      code: codes.conflict.code,
      msg: texts.markedOtherwise,
    });
  expect(await wallet()).toMatchObject({ withdrawable: 20, other: 10 });
});

test('two withdrawals that are settled with one transaction at the same moment: the second is told', async () => {
  const next = await asking();
  const txid = 'ef'.repeat(32);
  const row = (await findWithdrawal(deps.db, next.id))!;
  const ending = { row, status: 'paid', decided_by: operator.userId, txid } as const;
  const answer = await callDuring(
    deps.db,
    (trx) => endWithdrawal(trx, deps, ending),
    () => staff('checkout_charge', { charge_id: id, txid }),
  );
  expect(answer).toMatchObject({ code: codes.conflict.code, msg: texts.txidUsed, data: { field: 'txid' } });
  expect((await one()).status).toBe('request');
});

test('of the open withdrawals the longest wait stands first', async () => {
  const [second, third] = [await asking(), await asking()];
  const rows: TestData[] = (await staff('charge_list', { status: 'request' })).data;
  const asked = rows.map(({ _id }) => _id).filter((each) => [id, second.id, third.id].includes(each));
  expect(asked).toEqual([id, second.id, third.id]);
  for (const each of asked) await staff('checkout_charge', { charge_id: each });
  const paid: TestData[] = (await staff('charge_list', { status: 'paid' })).data;
  expect(paid.slice(0, 3).map(({ _id }) => _id)).toEqual([third.id, second.id, id]);
});

test('what there is not is not found, and everything of staff needs an admin and most of it a step-up', async () => {
  const payload = { charge_id: deps.ids.next(), uid: deps.ids.next(), msg: 'x', money: 1, reason: 'x', change: id };
  for (const path of ['checkout_charge', 'return_charge', 'message', 'wallet', 'mark_withdrawable'] as const)
    expect((await staff(path, payload)).code, path).toBe(codes.notFound.code);
  const [plain, yunying] = [await app.account(), await app.account({ type: 'yunying', steppedUp: true })];
  for (const path of Object.keys(PATHS) as Path[]) {
    for (const who of [plain, yunying])
      expect((await staff(path, payload, who)).code, path).toBe(codes.roleForbidden.code);
    expect((await app.call(PATHS[path], payload)).code, path).toBe(codes.sessionExpired.code);
  }
  for (const path of ['checkout_charge', 'return_charge', 'mark_withdrawable'] as const)
    expect((await staff(path, payload, operator)).code, path).toBe(codes.stepUpNeeded.code);
});

test('a payout is not reported as unknown to its chain after a day without an endpoint', async () => {
  // Nothing listens at this address.
  await app.changeSettings({ usdt_trc20_nodes: 'https://127.0.0.1:9' });
  await staff('checkout_charge', { charge_id: id, txid: 'cd'.repeat(32) });
  clock.advance(DAY_MS + 1);
  await runJob(checkPayouts, deps, {});
  expect((await one()).chain).toBe('waiting');
  expect(await bell(operator)).not.toContain(texts.chain.unseen(user.email, '1000.00'));
  await app.changeSettings({ usdt_trc20_nodes: '' });
});

test('payouts that no endpoint can look up do not keep later ones from being asked about', async () => {
  await app.changeSettings({ usdt_trc20_nodes: 'https://127.0.0.1:9' });
  await staff('checkout_charge', { charge_id: id, txid: 'ce'.repeat(32) });
  const later = await asking();
  await staff('checkout_charge', { charge_id: later.id, txid: 'cf'.repeat(32) });
  const waiting = async () => (await listUnchecked(deps.db, 100)).map((row) => row.id);
  await noteAsked(deps.db, id, clock.now());
  expect((await waiting()).indexOf(later.id)).toBeLessThan((await waiting()).indexOf(id));
  await app.changeSettings({ usdt_trc20_nodes: '' });
});
