import { DAY_MS } from '../../platform/clock.ts';
import { giveMoney, TRON } from '../../withdrawals/testing/wallets.ts';
import { SECRETS, type StaffCases, type StaffSetup } from './staff-case.ts';

/** A payment instance as its form says it: nobody answers at its gateway. */
const payInstanceForm = { label: '易支付', gateway: 'https://pay.invalid/', pid: '1001', key: SECRETS.payKey };

/** A customer's order for the product that a case before has made. */
const unpaidOrder = async ({ scene, made }: StaffSetup): Promise<string> => {
  const customer = await scene.app.account();
  const { data } = await scene.app.call('/api/shop/create_order', { combo_id: made['combo'] }, customer);
  return data._id;
};

/** The same, paid by a receipt with this reference. */
const paidOrder = async (setup: StaffSetup, reference: string): Promise<string> => {
  const id = await unpaidOrder(setup);
  await setup.scene.save('trades/receipt', { order_id: id, amount: 10, reference });
  return id;
};

/** The flag of such an order. */
const flag = async (setup: StaffSetup, reference: string): Promise<string> => {
  const form = { order_id: await paidOrder(setup, reference), reason: 'refund', note: '客户退款' };
  return (await setup.scene.save('trades/flag_order', form))._id;
};

/** What a provider said of money, and did not confirm. */
const doubtfulClaim = async ({ scene }: StaffSetup, reference: string): Promise<string> => {
  const { db, ids, clock } = scene.app.deps;
  const [id, at] = [ids.next(), clock.now()];
  await db
    .insertInto('claims')
    .values({
      id,
      instance: 'test',
      merchant: '',
      trade_number: '',
      reference,
      reference_key: reference,
      amount: 1000,
      currency: 'CNY',
      paid_at: at,
      received_at: at,
      state: 'doubtful',
      verdict: 'denied',
      must_ask: true,
    })
    .execute();
  return id;
};

/** A customer who has asked for a withdrawal, and its id. */
const openWithdrawal = async ({ scene }: StaffSetup): Promise<string> => {
  const { db, clock } = scene.app.deps;
  const customer = await scene.app.account();
  const at = clock.now();
  await giveMoney(scene.app, customer, 'wallet_rebate');
  await db
    .insertInto('payout_addresses')
    .values({
      user_id: customer.userId,
      network: 'trc20',
      address: TRON,
      changed_at: new Date(at.getTime() - 2 * DAY_MS),
    })
    .execute();
  return (await scene.app.call('/api/wallet/make_charge', {}, customer)).data._id;
};

/** Money that only a provider's list has. */
const difference = async ({ scene }: StaffSetup, reference: string): Promise<string> => {
  const { db, ids, clock } = scene.app.deps;
  const id = ids.next();
  await db
    .insertInto('reconciliation_lines')
    .values({
      id,
      instance: 'test',
      day: '2026-11-20',
      kind: 'missing',
      reference,
      reference_key: reference,
      trade_number: '',
      theirs: 1000,
      currency: 'CNY',
      found_at: clock.now(),
    })
    .execute();
  return id;
};

/** Orders' money, withdrawals and payment instances; they need the product that the cases of commerce make. */
export const moneyCases: StaffCases = {
  'payments.receipt': async (setup) => {
    const id = await unpaidOrder(setup);
    return {
      payload: { order_id: id, amount: 10, reference: 'transfer-1', reason: '对公转账' },
      object: id,
      before: { status: 'topay', payments: [] },
      after: { status: 'paied' },
      detail: { amount: 10_000, reference: 'transfer-1', reason: '对公转账' },
    };
  },
  'payments.flagOrder': async (setup) => ({
    payload: { order_id: await paidOrder(setup, 'transfer-2'), reason: 'refund', note: '客户退款' },
    before: null,
    after: { state: 'open', reason: 'refund', note: '客户退款' },
  }),
  'payments.takeBack': async (setup) => {
    const id = await flag(setup, 'transfer-3');
    return {
      payload: { flag_id: id, reason: '已退款' },
      object: id,
      before: { state: 'open', closed_why: '' },
      after: { state: 'taken_back', closed_why: '已退款', traffic: 0 },
      detail: { order: '月付', reason: '已退款' },
    };
  },
  'payments.dismissFlag': async (setup) => {
    const id = await flag(setup, 'transfer-4');
    return {
      payload: { flag_id: id, reason: '误报' },
      object: id,
      before: { state: 'open' },
      after: { state: 'dismissed', closed_why: '误报' },
      detail: { order: '月付', reason: '误报' },
    };
  },
  'money.settleClaim': async (setup) => {
    const id = await doubtfulClaim(setup, 'doubtful-1');
    return {
      payload: { claim_id: id },
      object: id,
      before: { state: 'doubtful', verdict: 'denied' },
      after: { state: 'settled', verdict: 'unclaimed' },
    };
  },
  'money.resolveUnclaimed': async ({ scene }) => {
    const { db } = scene.app.deps;
    const row = await db.selectFrom('payments').select('id').where('reference', '=', 'doubtful-1').executeTakeFirst();
    return {
      payload: { payment_id: row!.id, to: 'returned', reason: '已原路退回' },
      object: row!.id,
      before: { outcome: 'unclaimed' },
      after: { outcome: 'returned' },
      detail: { action: 'returned', reason: '已原路退回' },
    };
  },
  'money.settleDifference': async (setup) => {
    const id = await difference(setup, 'only-theirs-1');
    return {
      payload: { difference_id: id },
      object: id,
      before: { state: 'open' },
      after: { state: 'settled' },
      detail: { reference: 'only-theirs-1', amount: 1000, currency: 'CNY' },
    };
  },
  'money.explainDifference': async (setup) => {
    const id = await difference(setup, 'only-theirs-2');
    return {
      payload: { difference_id: id, reason: '测试款' },
      object: id,
      before: { state: 'open', closed_why: '' },
      after: { state: 'explained', closed_why: '测试款' },
    };
  },
  'money.dismissClaim': async (setup) => {
    const id = await doubtfulClaim(setup, 'doubtful-2');
    return {
      payload: { claim_id: id, reason: '伪造' },
      object: id,
      before: { state: 'doubtful' },
      after: { state: 'dismissed' },
      detail: { reason: '伪造' },
    };
  },
  'money.declineRequest': async (setup) => {
    const { scene, made } = setup;
    const customer = await scene.app.account();
    const { data } = await scene.app.call('/api/shop/create_order', { combo_id: made['combo'] }, customer);
    await scene.app.call('/api/order/claim_money', { order_id: data._id, reference: 'missed-1' }, customer);
    const { db } = scene.app.deps;
    const row = await db.selectFrom('money_requests').select('id').executeTakeFirstOrThrow();
    return {
      payload: { request_id: row.id, answer: '没有这笔款项' },
      object: row.id,
      before: { state: 'open' },
      after: { state: 'declined' },
    };
  },
  'withdrawals.checkoutCharge': async (setup) => {
    const id = await openWithdrawal(setup);
    return {
      payload: { charge_id: id, txid: 'ab'.repeat(32) },
      object: id,
      before: { status: 'request', txid: '' },
      after: { status: 'paid', txid: 'ab'.repeat(32) },
    };
  },
  'withdrawals.returnCharge': async (setup) => {
    const id = await openWithdrawal(setup);
    return {
      payload: { charge_id: id, msg: '地址有误' },
      object: id,
      before: { status: 'request', msg: '' },
      after: { status: 'returned', msg: '地址有误' },
    };
  },
  'withdrawals.chargeMessage': async (setup) => {
    const id = await openWithdrawal(setup);
    return { payload: { charge_id: id, msg: '请稍候' }, object: id, before: { msg: '' }, after: { msg: '请稍候' } };
  },
  'withdrawals.markWithdrawable': async ({ scene }) => {
    const customer = await scene.app.account();
    await giveMoney(scene.app, customer, 'wallet');
    return {
      payload: { uid: customer.userId, money: 10, reason: '补偿', change: crypto.randomUUID() },
      object: customer.userId,
      before: { other: 1_000_000, rebates: 0 },
      after: { other: 990_000, rebates: 10_000 },
      detail: { marked: 10_000, reason: '补偿' },
    };
  },
  'payments.makeInstance': () => ({
    payload: { ...payInstanceForm, kind: 'epay_v1' },
    before: null,
    after: { label: '易支付', pid: '1001', key: { secret: 'set' }, is_on: false },
    makes: 'payInstance',
  }),
  'payments.updateInstance': (setup) => ({
    payload: {
      ...payInstanceForm,
      _id: setup.made['payInstance'],
      version: 1,
      key: `${SECRETS.payKey}2`,
      fee_percent: 2,
    },
    object: setup.made['payInstance']!,
    before: { key: { secret: 'set' }, fee_ppm: 0 },
    after: { key: { secret: 'changed' }, fee_ppm: 20_000 },
  }),
  'payments.switchInstance': (setup) => ({
    payload: { _id: setup.made['payInstance'], version: 2, on: true },
    object: setup.made['payInstance']!,
    before: { is_on: false },
    after: { is_on: true },
  }),
  'payments.testInstance': (setup) => ({
    payload: { _id: setup.made['payInstance'] },
    object: setup.made['payInstance']!,
    before: null,
    after: null,
    detail: { works: false },
  }),
  'payments.deleteInstance': (setup) => ({
    payload: { _id: setup.made['payInstance'], version: 3 },
    object: setup.made['payInstance']!,
    before: { label: '易支付' },
    after: null,
  }),
};
