import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startAlipay } from '../../../../testkit/alipay/gateway.ts';
import { copiedFromAlipay } from '../../../../testkit/alipay/till.ts';
import { startEpayGateway } from '../../../../testkit/epay/gateway.ts';
import { buildQuery, noticeParams, signNotice } from '../../../../testkit/epay/notices.ts';
import { copiedFrom } from '../../../../testkit/epay/till.ts';
import { settleClaim } from '../orders/inbox.ts';
import { askTrades } from '../orders/queries.ts';
import { storeTakenBack } from '../orders/taken-back.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import { createTestApp } from '../testing.ts';
import type { TestData } from '../testing-app.ts';
import { learnAccounts } from './instances/accounts.ts';

/* Two instances that share a gateway and a merchant take money into one account. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock, gate } = app;
const gateway = await startEpayGateway({ clock: () => clock.now() });
afterAll(async () => {
  await gateway.close();
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, one, wallet } = shopOf(app, admin);

const ask = (what: string, payload: object) => app.call(`/api/admin/pay_instance/${what}`, payload, admin);
const make = async (changes: object): Promise<TestData> => {
  clock.advance(MINUTE_MS);
  return (await ask('create', { kind: 'epay_v1', ...copiedFrom(gateway, 1), ...changes })).data;
};
const shown = async (): Promise<TestData[]> => (await ask('list', {})).data;
const turn = async ({ _id }: TestData, on: boolean) => {
  const { version } = (await shown()).find((each) => each._id === _id)!;
  return ask('switch', { _id, version, on });
};
const a = await make({ label: '甲' });
const b = await make({ label: '乙', kind: 'epay_v2', ...copiedFrom(gateway, 2), gateway: `${gateway.url}submit.php` });
const c = await make({ label: '丙', pid: '1002' });
const sameAs = (other: string) =>
  expect.objectContaining({
    code: codes.conflict.code,
    msg: `该通道与启用中的“${other}”是同一个收款账号（网关和商户号相同），同一账号只能启用一个通道；请先停用“${other}”`,
  });

/** How instances stood before accounts were named: those of these names are on, and nothing is known of accounts. */
const asBefore = async (...on: TestData[]): Promise<void> => {
  const names = on.map(({ name }) => name as string);
  await sql`update pay_instances set account = null, shares_account = false, is_on = name = any(${names})`.execute(
    deps.db,
  );
  await sql`update versions set value = value + 1 where name = 'pay_instances'`.execute(deps.db);
  await deps.payments.refresh();
};

test('two products of one Alipay application are on together, two instances of one product are not', async () => {
  const alipay = await startAlipay({ clock: () => clock.now() });
  onTestFinished(() => alipay.close());
  const [f2f, page, again] = (await Promise.all(
    ['alipay_f2f', 'alipay_page', 'alipay_f2f'].map((kind) => make({ kind, label: kind, ...copiedFromAlipay(alipay) })),
  )) as [TestData, TestData, TestData];
  expect(await turn(f2f, true)).toMatchObject({ code: 0 });
  expect(await turn(page, true)).toMatchObject({ code: 0 });
  expect(await turn(again, true)).toEqual(sameAs('alipay_f2f'));
  for (const { _id, version } of (await shown()).filter(({ kind }) => kind.startsWith('alipay'))) {
    expect(await ask('delete', { _id, version })).toMatchObject({ code: 0 });
  }
});

beforeEach(() => {
  clock.advance(MINUTE_MS);
});
afterEach(async () => {
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

describe('of two instances of one account', () => {
  beforeEach(async () => {
    await asBefore();
    await learnAccounts(deps);
  });

  test('refuses to switch on the second one and names the first', async () => {
    expect((await turn(a, true)).code).toBe(0);
    expect(await turn(b, true)).toEqual(sameAs('甲'));
    expect((await turn(a, false)).code).toBe(0);
    expect((await turn(b, true)).code).toBe(0);
    expect(await turn(a, true)).toEqual(sameAs('乙'));
    expect((await turn(c, true)).code).toBe(0);
  });

  test('switches on one when both are asked for at the same moment', async () => {
    const answers = await Promise.all([turn(a, true), turn(b, true)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
  });

  test('refuses to save an instance that is on with the account of another', async () => {
    for (const each of [a, c]) expect((await turn(each, true)).code).toBe(0);
    const { version } = (await shown()).find(({ _id }) => _id === c._id)!;
    const form = { ...copiedFrom(gateway, 1), label: '丙', _id: c._id, version };
    expect(await ask('update', form)).toEqual(sameAs('甲'));
    expect((await ask('update', { ...form, pid: '1003' })).code).toBe(0);
  });
});

test('tells the operators of a pair that is on already, once, and leaves it on', async () => {
  await asBefore(a, b, c);
  const notices = () =>
    deps.db.selectFrom('notifications').select('text').where('text', 'like', '%同一个收款账号%').execute();
  const before = (await notices()).length;
  for (const _start of [1, 2]) await learnAccounts(deps);
  expect((await notices()).slice(before).map(({ text }) => text)).toEqual([
    '支付通道“乙”与“甲”是同一个收款账号（网关和商户号相同）。请停用其中一个；停用后不能再同时启用。',
  ]);
  const problems = Object.fromEntries((await shown()).map(({ label, on, problem }) => [label, [on, problem]]));
  expect(problems).toEqual({
    甲: [true, '与启用中的“乙”是同一个收款账号，同一笔款项会通知两个通道；请停用其中一个'],
    乙: [true, '与启用中的“甲”是同一个收款账号，同一笔款项会通知两个通道；请停用其中一个'],
    丙: [true, ''],
  });
});

describe.each([
  { way: 'both are on', on: [a, b] },
  { way: 'the second one is off', on: [a] },
  { way: 'the first one is off by now', on: [a], isLeft: true },
])('a notification that both take, where $way', ({ on, isLeft }) => {
  beforeEach(async () => {
    await asBefore(...on);
    await learnAccounts(deps);
    await app.changeSettings({ alipay: a.name });
  });

  const bought = async () => {
    const user = await app.account();
    const { _id } = await order(user, await makeCombo());
    const trade = (await buy(user, _id)).data;
    if (isLeft === true) await turn(a, false);
    const number = (trade._id as string).replaceAll('-', '');
    gateway.pay(number);
    return { user, id: _id as string, trade: trade._id as string, number };
  };
  /** Sends the notification of a trade to an instance, signed as that one expects it. */
  const send = async (number: string, to: TestData): Promise<string> => {
    const placed = gateway.books.find(number, gateway.now())!;
    const now = gateway.now();
    const said = noticeParams(placed, gateway.keys, { shape: gateway.shape, now });
    const query = buildQuery(signNotice(said, to.kind === 'epay_v2' ? 2 : 1, { keys: gateway.keys, now }));
    const url = `${new URL(to.notify_url as string).pathname}?${query}`;
    return (await gate.app.inject({ method: 'GET', url })).body;
  };
  const settleAll = async (): Promise<void> => {
    for (const { name } of [a, b]) await runJob(askTrades, deps, { instance: name as string });
    for (const { id } of await deps.db.selectFrom('claims').select('id').where('state', '=', 'waiting').execute())
      await runJob(settleClaim, deps, { id });
  };
  const booked = async (number: string) => {
    const reference = gateway.books.find(number, gateway.now())!.tradeNo;
    const payments = await deps.db
      .selectFrom('payments')
      .select(['instance', 'outcome', 'amount'])
      .where('reference', '=', reference)
      .execute();
    return payments;
  };
  const balances = async () => {
    const rows = await deps.db
      .selectFrom('ledger_account')
      .select(['kind', 'balance'])
      .where('kind', 'in', [`clearing:${a.name}`, `clearing:${b.name}`, 'unclaimed'])
      .execute();
    return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
  };

  test.each([
    ['after the first', [a, b]],
    ['before the first', [b, a]],
    ['alone', [b]],
    ['again and again', [a, b, b, a, b]],
  ])('is booked once and acknowledged: the copy comes %s', async (_when, sent) => {
    const it = await bought();
    const before = await balances();
    for (const to of sent) {
      expect(await send(it.number, to)).toBe('success');
      await settleAll();
    }
    expect(await booked(it.number)).toEqual([{ instance: a.name, outcome: 'paid', amount: 30_000 }]);
    expect([(await one(it.user, it.id)).status, await wallet(it.user)]).toEqual(['paied', 0]);
    const after = await balances();
    expect(after[`clearing:${a.name}`]! - before[`clearing:${a.name}`]!).toBe(-30_000);
    for (const kind of [`clearing:${b.name}`, 'unclaimed']) expect(after[kind], kind).toBe(before[kind]);
    const copies = await deps.db
      .selectFrom('pay_deliveries')
      .selectAll()
      .where('instance', '=', b.name)
      .orderBy('last_at')
      .execute();
    expect(copies.at(-1)).toMatchObject({ verdict: 'copy', why: '与支付通道“甲”是同一收款账号，按同一笔款项处理' });
  });

  test('is booked once when it comes to both at the same moment', async () => {
    const it = await bought();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => send(it.number, n % 2 ? a : b)));
    expect(new Set(answers)).toEqual(new Set(['success']));
    await settleAll();
    expect(await booked(it.number)).toEqual([{ instance: a.name, outcome: 'paid', amount: 30_000 }]);
  });

  test('is not given a second time after the gateway of the trade has moved to another address', async () => {
    const it = await bought();
    await send(it.number, a);
    await settleAll();
    const moved = sql`update pay_instances set account = 'epay|moved|1001', shares_account = false where name = ${a.name}`;
    await moved.execute(deps.db);
    await sql`update versions set value = value + 1 where name = 'pay_instances'`.execute(deps.db);
    await deps.payments.refresh();
    await send(it.number, b);
    await settleAll();
    const { id } = await deps.db
      .selectFrom('payments')
      .select('id')
      .where('reference', '=', gateway.books.find(it.number, gateway.now())!.tradeNo)
      .where('outcome', '=', 'unclaimed')
      .executeTakeFirstOrThrow();
    const give = { payment_id: id, to: 'wallet', email: it.user.email, reason: '核实' };
    expect((await app.call('/api/admin/money/resolve_unclaimed', give, admin)).code).toBe(codes.conflict.code);
  });

  test('flags the order that has it when the other instance tells that it was taken back', async () => {
    const it = await bought();
    await deps.db
      .updateTable('trades')
      .set({ instance: c.name as string })
      .where('id', '=', it.trade)
      .execute();
    await send(it.number, b);
    await settleAll();
    const { tradeNo: payment } = gateway.books.find(it.number, gateway.now())!;
    const { id } = await deps.db
      .selectFrom('payments')
      .select('id')
      .where('reference', '=', payment)
      .executeTakeFirstOrThrow();
    const given = { payment_id: id, to: 'order', order_id: it.id, reason: '核实' };
    expect((await app.call('/api/admin/money/resolve_unclaimed', given, admin)).code).toBe(0);
    const takenBack = {
      reason: 'refund',
      reference: `r${payment}`,
      merchant: '1001',
      tradeNumber: it.number,
      payment,
      amount: 30_000,
      isTotal: true,
      currency: 'CNY',
      at: clock.now(),
    } as const;
    const tell = (to: TestData) =>
      inTransaction(deps.db, (trx) => storeTakenBack(trx, deps, { instance: to.name as string, takenBack }));
    expect([await tell(a), await tell(b)]).toEqual(['stored', 'known']);
    const flags = await deps.db.selectFrom('order_flags').select('reason').where('order_id', '=', it.id).execute();
    expect(flags).toEqual([{ reason: 'refund' }]);
  });

  test("is given once, from either instance, where both had booked it as nobody's before", async () => {
    const it = await bought();
    await asBefore(...on);
    await deps.db
      .updateTable('trades')
      .set({ instance: c.name as string })
      .where('id', '=', it.trade)
      .execute();
    for (const to of [a, b]) await send(it.number, to);
    await settleAll();
    await learnAccounts(deps);
    const { tradeNo: reference } = gateway.books.find(it.number, gateway.now())!;
    const rows = await deps.db
      .selectFrom('payments')
      .select(['id', 'outcome'])
      .where('reference', '=', reference)
      .orderBy('id')
      .execute();
    expect(rows.map(({ outcome }) => outcome)).toEqual(['unclaimed', 'unclaimed']);
    const [first, second] = rows.map(({ id }) => id);
    const give = async (payment_id: string | undefined, to: string) =>
      (
        await app.call(
          '/api/admin/money/resolve_unclaimed',
          { payment_id, to, reason: '核实', ...(to === 'wallet' && { email: it.user.email }) },
          admin,
        )
      ).code;
    expect(await give(second, 'wallet')).toBe(codes.conflict.code);
    if (isLeft === true) {
      expect(await give(first, 'explained')).toBe(0);
      expect(await give(second, 'wallet')).toBe(0);
    } else {
      expect(await give(first, 'wallet')).toBe(0);
      expect(await give(second, 'wallet')).toBe(codes.conflict.code);
      expect(await give(second, 'explained')).toBe(0);
    }
    expect(await wallet(it.user)).toBe(30);
  });

  test('is not given to a buyer a second time where the copy was booked before accounts were named', async () => {
    const it = await bought();
    await asBefore(...on);
    for (const to of [a, b]) await send(it.number, to);
    await settleAll();
    expect(await booked(it.number)).toHaveLength(2);
    await learnAccounts(deps);
    const { id } = await deps.db
      .selectFrom('payments')
      .select('id')
      .where('instance', '=', b.name)
      .where('outcome', '=', 'unclaimed')
      .executeTakeFirstOrThrow();
    const give = (to: string, more: object) =>
      app.call('/api/admin/money/resolve_unclaimed', { payment_id: id, to, reason: '核实', ...more }, admin);
    const refused = { code: codes.conflict.code, msg: expect.stringContaining('是同一笔钱，不能再次入账') };
    expect(await give('order', { order_id: it.id })).toMatchObject(refused);
    expect(await give('wallet', { email: it.user.email })).toMatchObject(refused);
    expect((await give('explained', {})).code).toBe(0);
    expect(await wallet(it.user)).toBe(0);
  });
});
