import { codes } from '@skyport/contract/codes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEpayGateway, type EpayGateway } from '../../../../../testkit/epay/gateway.ts';
import { shopOf } from '../../orders/testing/shop.ts';
import { createTestApp } from '../../testing.ts';
import type { TestApp, TestData, TestSession } from '../../testing-app.ts';

let app: TestApp;
let admin: TestSession;
let gateway: EpayGateway;
beforeAll(async () => {
  app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
  admin = await app.account({ type: 'admin', steppedUp: true });
  gateway = await startEpayGateway();
});
afterAll(async () => {
  await gateway.close();
  await app.close();
});
beforeEach(() => {
  gateway.recover();
  // Calls of one admin are counted by the minute.
  app.clock.advance(60_000);
});

const ask = (what: string, payload: object = {}, session = admin) =>
  app.call(`/api/admin/pay_instance/${what}`, payload, session);
const form = (changes: object = {}) => {
  const { pid, key, signKeyMode } = gateway.merchant;
  return { kind: 'epay_v1', label: '易支付', gateway: gateway.url, pid, key, signKeyMode, ...changes };
};
const make = async (changes: object = {}): Promise<TestData> => (await ask('create', form(changes))).data;
/** One that is on: of its account there is no other one that is. */
const makeOn = async (changes: object = {}): Promise<TestData> => {
  await app.deps.db.updateTable('pay_instances').set({ is_on: false }).execute();
  const { _id, version } = await make(changes);
  return (await ask('switch', { _id, version, on: true })).data;
};
const choose = (change: object) => app.call('/api/admin/config/set_config', change, admin);
const conflict = (msg: string) => expect.objectContaining({ code: codes.conflict.code, msg });
const refusedAt = (field: string, msg: string) => expect.objectContaining({ code: 1100, msg, data: { field } });

describe('an instance', () => {
  test('is made switched off, with its account in the ledger, and never shows its secret', async () => {
    const made = await make();
    expect(made).toMatchObject({
      kind: 'epay_v1',
      pid: '1001',
      key: '',
      secrets: ['key'],
      on: false,
      problem: '',
      has_trades: false,
      modes: ['alipay', 'wxpay', 'urlscheme'],
      chosen: [],
      window_minutes: 120,
      version: 1,
    });
    expect(made.name).toMatch(/^epay_v1_[a-z0-9]{10}$/);
    expect(made.notify_url).toMatch(`http://console.test/api/pay/notify/${made.name}/`);
    const accounts = await app.deps.db.selectFrom('ledger_account').select('kind').execute();
    expect(accounts.map(({ kind }) => kind)).toContain(`clearing:${made.name}`);
    const stored = await app.deps.db.selectFrom('pay_instances').selectAll().execute();
    expect(JSON.stringify([stored, (await ask('list')).data])).not.toContain(gateway.merchant.key);
  });

  test('is made once by a form that is sent twice, whose secret is nowhere to be read', async () => {
    const change = app.deps.ids.next();
    const first = await ask('create', form({ change }));
    expect(await ask('create', form({ change }))).toEqual(first);
    expect((await ask('list')).data.filter(({ _id }: TestData) => _id === first.data._id)).toHaveLength(1);
    expect(await ask('create', form({ change, key: 'another' }))).toMatchObject({ code: codes.conflict.code });
    const noted = await app.deps.db.selectFrom('made_records').selectAll().execute();
    expect(noted).toMatchObject([{ kind: 'payInstance', record_id: first.data._id }]);
    expect(JSON.stringify(noted)).not.toContain(gateway.merchant.key);
    await ask('delete', { _id: first.data._id, version: first.data.version });
    expect((await ask('create', form({ change }))).code).toBe(codes.notFound.code);
  });

  test('keeps its secret when none is sent, and is saved by one of two who had it open', async () => {
    const { _id, version } = await make();
    const saved = (await ask('update', { ...form({ key: '', label: '主通道' }), _id, version })).data;
    expect(saved).toMatchObject({ label: '主通道', secrets: ['key'], version: 2 });
    expect((await ask('test', { _id })).data).toEqual({ problem: null });
    expect(await ask('update', { ...form({ label: '别的' }), _id, version })).toEqual(
      conflict('该支付通道已被其他管理员修改，请刷新后重试'),
    );
    expect(await ask('update', { ...form({ key: '', label: '主通道' }), _id, version: 2 })).toMatchObject({
      data: { version: 2 },
    });
  });

  test('sends a stored secret to no other gateway than the one that it was typed for', async () => {
    const { _id, version } = await make();
    const moved = { ...form({ key: '', gateway: 'https://other.example/' }), _id, version };
    expect(await ask('update', moved)).toEqual(refusedAt('key', '更换网关地址时请重新填写密钥'));
    expect((await ask('update', { ...moved, key: 'typed-again-0123456789' })).code).toBe(0);
  });

  test.each([
    [{ label: ' ' }, 'label'],
    [{ fee_percent: 20.1 }, 'fee_percent'],
    [{ fee_percent: 0.000_01 }, 'fee_percent'],
    [{ fee_fixed: 100.01 }, 'fee_fixed'],
    [{ fee_fixed: 0.001 }, 'fee_fixed'],
    [{ fee_fixed: -1 }, 'fee_fixed'],
    [{ window_minutes: 4 }, 'window_minutes'],
    [{ window_minutes: 1441 }, 'window_minutes'],
    [{ subject: '商品&money=0.01' }, 'subject'],
    [{ subject: '商品-{email}' }, 'subject'],
    [{ subject: '一'.repeat(43) }, 'subject'],
    [{ signKeyMode: 'none' }, 'signKeyMode'],
    [{ pid: '10\n01' }, 'pid'],
    [{ pid: '10\u200B01' }, 'pid'],
    [{ kind: 'epay_v9' }, 'kind'],
  ])('%j is refused', async (changes, _field) => {
    const before = (await ask('list')).data.length;
    expect((await ask('create', form(changes))).code).toBe(codes.invalidPayload.code);
    expect((await ask('list')).data.length).toBe(before);
  });

  test.each([
    [{ key: '' }, '请填写商户密钥'],
    [{ pid: '' }, '请填写商户号'],
    [{ gateway: 'nowhere' }, '网关地址不正确，应类似 https://pay.example.com/'],
    [
      { kind: 'epay_v2', privateKey: 'none' },
      '商户私钥或平台公钥无法读取：应为至少 2048 位的 RSA 密钥（PEM 或其 Base64 内容）',
    ],
  ])('with %j cannot be switched on, and says so when it is tried out', async (changes, says) => {
    const { _id, version, problem } = await make(changes);
    expect(problem).toBe(says);
    expect(await ask('switch', { _id, version, on: true })).toEqual(conflict(`不能启用：${says}`));
    expect((await ask('test', { _id })).data).toEqual({ problem: says });
  });

  test('that is on cannot lose what it needs', async () => {
    const { _id, version } = await makeOn();
    expect(await ask('update', { ...form({ pid: '' }), _id, version })).toEqual(
      conflict('启用中的通道不能这样保存：请填写商户号'),
    );
  });

  test('whose secret nobody can read any more is as one without', async () => {
    const { _id, name } = await makeOn();
    await app.deps.db
      .updateTable('pay_instances')
      .set({ secrets: JSON.stringify({ key: Buffer.from('of another key').toString('base64') }) })
      .where('id', '=', _id)
      .execute();
    const shown = (await ask('list')).data.find((each: TestData) => each.name === name);
    expect(shown.problem).toBe('密钥无法读取，请重新填写');
  });

  test('is tried out at its gateway, in words', async () => {
    const { _id } = await make();
    const problem = async () => (await ask('test', { _id })).data.problem;
    expect(await problem()).toBeNull();
    gateway.trouble.html = true;
    expect(await problem()).toBe('网关返回的不是接口数据：地址可能有误，或被对方的防火墙拦截');
    gateway.recover();
    const wrong = await make({ key: 'another key' });
    expect((await ask('test', { _id: wrong._id })).data.problem).toContain('网关拒绝');
  });

  test('belongs to admins alone, and changes only behind a step-up', async () => {
    const { _id, version } = await make();
    const [staff, customer] = [await app.account({ type: 'yunying', steppedUp: true }), await app.account()];
    const calls = [
      ['list', {}],
      ['create', form()],
      ['update', { ...form(), _id, version }],
      ['switch', { _id, version, on: true }],
      ['delete', { _id, version }],
      ['test', { _id }],
    ] as const;
    for (const [what, payload] of calls) {
      expect((await ask(what, payload, staff)).code, what).toBe(codes.roleForbidden.code);
      expect((await ask(what, payload, customer)).code, what).toBe(codes.roleForbidden.code);
      expect((await app.call(`/api/admin/pay_instance/${what}`, payload)).code, what).toBe(codes.sessionExpired.code);
    }
    const bare = await app.account({ type: 'admin' });
    for (const [what, payload] of calls.slice(1, 5))
      expect((await ask(what, payload, bare)).code, what).toBe(codes.stepUpNeeded.code);
  });
});

describe('the settings', () => {
  test('choose instances that are there, on, and fit', async () => {
    const made = await make();
    expect(await choose({ alipay: 'epay_v1_0000000000' })).toEqual(refusedAt('alipay', '没有该支付通道，可能已被删除'));
    expect(await choose({ alipay: made.name })).toEqual(refusedAt('alipay', '支付通道“易支付”已停用，请先启用'));
    const on = await makeOn();
    expect(app.deps.payments.choiceProblem('usdt', on.name)).toBe('支付通道“易支付”不支持USDT');
    expect((await choose({ alipay: on.name })).code).toBe(0);
    await expect.poll(() => app.deps.payments.modes()).toEqual(['alipay', 'urlscheme']);
    expect((await ask('list')).data.find((each: TestData) => each._id === on._id).chosen).toEqual([
      'alipay',
      'urlscheme',
    ]);
    expect(await ask('delete', { _id: on._id, version: on.version })).toEqual(
      conflict('系统设置正在使用该通道，请先改选其他通道'),
    );
  });
});

describe('a customer', () => {
  const buying = async (changes: object = {}) => {
    const instance = await makeOn(changes);
    await app.changeSettings({ alipay: instance.name, wxpay: '' });
    const shop = shopOf(app, admin);
    const user = await app.account();
    const { _id } = await shop.order(user, await shop.makeCombo());
    return { instance, shop, user, id: _id as string };
  };

  test('pays by the instance that was chosen, whose gateway knows the trade', async () => {
    const { instance, shop, user, id } = await buying({ subject: '会员-{id}', window_minutes: 15 });
    expect((await shop.check(user, id)).data.modes).toEqual(['alipay', 'urlscheme']);
    const trade = (await shop.buy(user, id)).data;
    expect(trade).toMatchObject({ status: 'topay', third_pay_platform: '易支付', seconds_left: 15 * 60 });
    const number = trade._id.replaceAll('-', '');
    gateway.pay(number);
    const sent = gateway.envelope(number);
    expect(JSON.stringify(sent)).toContain(instance.notify_url.split('/').at(-1));
  });

  test('comes back to where the settings say, and the gateway notifies us where they say', async () => {
    await app.changeSettings({ notify_url: 'https://in.example/', return_url: 'https://back.example/#/shop' });
    const { instance, shop, user, id } = await buying();
    await app.changeSettings({ wxpay: instance.name });
    const shown = (await ask('list')).data.find((each: TestData) => each._id === instance._id);
    expect(shown.notify_url).toMatch(`https://in.example/api/pay/notify/${instance.name}/`);
    const trade = (await shop.buy(user, id, { pay_mode: 'wxpay' })).data;
    expect(gateway.books.find(trade._id.replaceAll('-', ''), gateway.now())).toMatchObject({
      made: { notify_url: shown.notify_url, return_url: 'https://back.example/pay/return', type: 'wxpay' },
    });
    await app.changeSettings({ notify_url: '', return_url: '' });
  });

  test('is offered it no more once it is off, while its trades are known', async () => {
    const { instance, shop, user, id } = await buying();
    await shop.buy(user, id);
    const off = (await ask('switch', { _id: instance._id, version: instance.version, on: false })).data;
    expect((await shop.check(user, id)).data.modes).toEqual([]);
    expect(app.deps.payments.known(instance.name)?.readNotification).toBeDefined();
    expect(await ask('delete', { _id: off._id, version: off.version })).toEqual(
      conflict('系统设置正在使用该通道，请先改选其他通道'),
    );
    await app.changeSettings({ alipay: '' });
    expect(await ask('delete', { _id: off._id, version: off.version })).toEqual(
      conflict('该通道已有交易或款项，不能删除；可以停用'),
    );
    expect(await ask('update', { ...form({ pid: '1002' }), _id: off._id, version: off.version })).toEqual(
      refusedAt('pid', '已有交易，不能更换商户号；请新建一个支付通道'),
    );
  });

  test('is either chosen or deleted by two who do both at the same moment, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      app.clock.advance(60_000);
      const on = await makeOn();
      const [chosen, deleted] = await Promise.all([
        choose({ wxpay: on.name }),
        ask('delete', { _id: on._id, version: on.version }),
      ]);
      expect([chosen.code, deleted.code].filter((code) => code === 0)).toHaveLength(1);
      const left = await app.deps.db.selectFrom('pay_instances').select('id').where('id', '=', on._id).execute();
      expect(left).toHaveLength(chosen.code === 0 ? 1 : 0);
      await app.changeSettings({ wxpay: '' });
    }
  });

  test('finds none that was deleted, whose name is never given again', async () => {
    const made = await make();
    expect((await ask('delete', { _id: made._id, version: made.version })).code).toBe(0);
    expect(app.deps.payments.known(made.name)).toBeUndefined();
    expect((await ask('test', { _id: made._id })).code).toBe(codes.notFound.code);
    const again = { ...made, kind: undefined };
    expect((await ask('update', { ...again, version: made.version })).code).toBe(codes.notFound.code);
    await expect(
      app.deps.db
        .insertInto('ledger_account')
        .values({ kind: `clearing:${made.name}`, unit: 'CNY_MILLI' })
        .execute(),
    ).rejects.toThrow(/unique/);
  });
});

test('an instance that is gone is shown as that, not by its stored name', () => {
  expect(app.deps.payments.labelOf('epay_v1_k3j9x2m7qa')).toBe('已删除的通道');
});
