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

/** A customer's order for the product that a case before has made. */
const unpaidOrder = async ({ scene, made }: StaffSetup): Promise<string> => {
  const customer = await scene.app.account();
  const { data } = await scene.app.call('/api/shop/create_order', { combo_id: made['combo'] }, customer);
  return data._id;
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
