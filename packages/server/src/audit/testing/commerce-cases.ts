import { defaultRules } from '@skyport/documents';
import { SECRETS, type StaffCases, type StaffSetup } from './staff-case.ts';

/** A coupon as its form says it. */
export const couponForm = (change: object = {}) => ({
  name: '新年',
  type: 'freeUse',
  traffic: 1024,
  code: SECRETS.code,
  NumberOfAuthorizations: 1,
  expireTime: '2027-01-01T00:00:00.000Z',
  ...change,
});

/** A payment instance as its form says it: nobody answers at its gateway. */
const payInstanceForm = { label: '易支付', gateway: 'https://pay.invalid/', pid: '1001', key: SECRETS.payKey };

/** A customer's order for the product that a case before has made. */
const unpaidOrder = async ({ scene, made }: StaffSetup): Promise<string> => {
  const customer = await scene.app.account();
  const { data } = await scene.app.call('/api/shop/create_order', { combo_id: made['combo'] }, customer);
  return data._id;
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

/** Coupons, permissions, the shop, settings and rules. */
export const commerceCases: StaffCases = {
  'coupons.update': () => ({
    payload: couponForm(),
    before: null,
    after: { name: '新年', traffic: 1024, code: { secret: 'set' } },
    makes: 'coupon',
  }),
  'coupons.delete': (setup) => ({
    payload: { id_list: [setup.made['coupon'], crypto.randomUUID()] },
    object: setup.made['coupon']!,
    before: { name: '新年' },
    after: null,
  }),
  'permissions.update': () => ({
    payload: { name: '高级', desc: '说明' },
    before: null,
    after: { name: '高级', description: '说明' },
    makes: 'permission',
  }),
  'permissions.delete': (setup) => ({
    payload: { id: setup.made['permission'] },
    object: setup.made['permission']!,
    before: { name: '高级' },
    after: null,
  }),
  'shop.updateCombo': () => ({
    payload: { name: '月付', price: 10, vipDuration: 30 },
    before: null,
    after: { name: '月付', price: 10_000, vip_days: 30 },
    makes: 'combo',
  }),
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
  'shop.deleteCombo': (setup) => ({
    payload: { id: setup.made['combo'] },
    object: setup.made['combo']!,
    before: { name: '月付' },
    after: null,
  }),
  'settings.setConfig': () => ({
    payload: { site_name: '海港', smtp_password: SECRETS.smtp, signup_confirm: false },
    object: 'settings',
    before: { site_name: '天港', smtp_password: { secret: 'none' } },
    after: { site_name: '海港', smtp_password: { secret: 'set' } },
    detail: { version: 1 },
  }),
  'settings.test': () => ({
    payload: { part: 'telegram' },
    object: 'settings',
    before: null,
    after: null,
    detail: { tested: 'telegram', problem: 'off' },
  }),
  'rules.save': () => ({
    payload: { base: 0, rules: { ...defaultRules, lists: defaultRules.lists.slice(1) } },
    object: 'rules',
    before: { version: 0, default: true },
    after: { version: 1, default: false },
  }),
  'rules.restore': () => ({
    payload: { base: 1, version: null },
    object: 'rules',
    before: { version: 1, default: false },
    after: { version: 2, default: true },
  }),
};
