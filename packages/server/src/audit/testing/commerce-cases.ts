import { GIB } from '@skyport/contract/units';
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

/** A customer's open ticket. */
const openTicket = async ({ scene, made }: StaffSetup): Promise<string> => {
  if (made['openTicket']) return made['openTicket'];
  const payload = { title: '无法连接', desc: '昨天开始' };
  const { data } = await scene.app.call('/api/feedback/create', payload, await scene.app.account());
  made['openTicket'] = data._id;
  return data._id;
};

/** Coupons, prizes, permissions, products and tickets. */
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
  'prizes.update': () => ({
    payload: { name: '一等奖', gainTraffic: 1 },
    before: null,
    after: { name: '一等奖', traffic: 1024 ** 3, weight: 1 },
    makes: 'prize',
  }),
  'prizes.delete': (setup) => ({
    payload: { id: setup.made['prize'] },
    object: setup.made['prize']!,
    before: { name: '一等奖' },
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
  'tickets.reply': async (setup) => {
    const id = await openTicket(setup);
    return { payload: { id, desc: '请更新客户端' }, object: id, before: { replies: 0 }, after: { replies: 1 } };
  },
  'tickets.grant': async (setup) => {
    const id = await openTicket(setup);
    const payload = { id, traffic: 20, reason: '合理建议', change: crypto.randomUUID() };
    return {
      payload,
      object: id,
      before: { granted: 0 },
      after: { granted: 20 * GIB },
      detail: { traffic: 20 * GIB, reason: '合理建议' },
    };
  },
  'tickets.close': async (setup) => {
    const id = await openTicket(setup);
    return { payload: { id }, object: id, before: { state: 'open' }, after: { state: 'close' } };
  },
  'tickets.cannedUpdate': () => ({
    payload: { name: '更新客户端', text: '请更新客户端后再试' },
    before: null,
    after: { name: '更新客户端', text: '请更新客户端后再试' },
    makes: 'canned',
  }),
  'tickets.cannedDelete': (setup) => ({
    payload: { id: setup.made['canned'] },
    object: setup.made['canned']!,
    before: { name: '更新客户端' },
    after: null,
  }),
};

/** What takes products away again, after everything that needs one; settings and rules. */
export const commerceEndCases: StaffCases = {
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
  'rules.fetchOutsideList': async ({ scene }) => {
    await scene.app.changeSettings({ mainland_list_on: true, mainland_list_url: 'https://192.0.2.1/cn.txt' });
    return { payload: { list: 'cn' }, object: 'rules', before: null, after: null, detail: { fetched: '国内域名' } };
  },
  'rules.restore': () => ({
    payload: { base: 1, version: null },
    object: 'rules',
    before: { version: 1, default: false },
    after: { version: 2, default: true },
  }),
};
