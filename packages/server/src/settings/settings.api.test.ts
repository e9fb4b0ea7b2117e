import { codes } from '@skyport/contract/codes';
import { secretNames, settingNames } from '@skyport/contract/settings-rules';
import { defaultSettings } from '@skyport/contract/settings-table';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../testing.ts';
import type { TestSession } from '../testing-app.ts';

/*
 * The calls of /admin_config through the gate: what is shown, saved, refused and kept of it.
 */

const PASSWORD = 'c'.repeat(64);
const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });
const careful = await app.account({ type: 'admin', password: PASSWORD });

const get = async (who = admin) => (await app.call('/api/admin/config/get', {}, who)).data;
const save = (change: object, who = admin) => app.call('/api/admin/config/set_config', change, who);
const history = async (page: object = {}) => (await app.call('/api/admin/config/history', page, admin)).data;
const rowsOf = async (table: 'settings' | 'error_log' | 'audit_log'): Promise<string> =>
  JSON.stringify(await deps.db.selectFrom(table).selectAll().execute());
const refusedAt = (field: string, msg: string) => ({ code: codes.invalidPayload.code, msg, data: { field } });

// Answers are limited by the minute.
beforeEach(() => clock.advance(5 * 60_000));

test('every setting is shown with its default, and of secrets only whether they are set', async () => {
  const { version, secrets, ...values } = await get();
  expect(values).toEqual(defaultSettings);
  expect([version, secrets, Object.keys(values)]).toEqual([0, [], settingNames]);
});

test('what is saved is shown, counts a version on, and leaves the rest as it was', async () => {
  const { version } = await get();
  const saved = await save({ site_name: '  海港 ', push_min: 30, notice_title: '公告', version });
  expect(saved).toMatchObject({ code: 0, data: { site_name: '海港', push_min: 30, version: version + 1 } });
  expect(await get()).toEqual(saved.data);
  expect(await save(saved.data)).toMatchObject({ code: 0, data: { version: version + 1 } });
  await expect.poll(() => deps.settings.current().site_name).toBe('海港');
});

describe('bad input', () => {
  test.each([
    ['push_min', 0, '最低转赠流量应在 1 到 100000 之间'],
    ['channelRewardRate', 0.04, '默认返利比例应在 0.05 到 0.5 之间'],
    ['channelRewardRate', 0.51, '默认返利比例应在 0.05 到 0.5 之间'],
    ['push_min', 1.5, '最低转赠流量应为整数'],
    ['timezone', 'Mars/Olympus', '时区应为时区，例如 Asia/Shanghai'],
    ['timezone', '+08:00', '时区应为时区，例如 Asia/Shanghai'],
    ['site_name', ' ', '站点名称不能为空'],
    ['site_name', '一\n二', '站点名称不能包含换行或控制字符'],
    ['preferDomain', 'https://best.example', '推荐域名应为域名，不含 http:// 和路径'],
    ['contentUrl_guonei', 'javascript:alert(1)', '国内下载地址应为以 http:// 或 https:// 开头的地址'],
    ['smtp_from', 'nobody', '发件地址应为邮箱'],
    ['admin_id', 'boss', '接收告警的用户应为用户 ID'],
    ['yunying_list', 'a\nb', '运营用户应为用户 ID，每行一个'],
    ['alipay', 'no such', '支付宝通道不是可选的值'],
    ['usdt', 'no such', 'USDT 通道不是可选的值'],
    ['usdtpay', 'T1', 'USDT 收款地址应为 T 或 0x 开头的地址，多个用空格分开'],
    [
      'usdtpay',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T 不是有效的收款地址，请检查大小写和位数',
    ],
    ['usdtpay', `0x${'a'.repeat(40)} 0x${'b'.repeat(40)}`, `0x${'b'.repeat(40)} 与前面的地址属于同一条链`],
    ['usdt_bep20_nodes', 'node', 'BEP20 节点地址应为以 https:// 开头的地址，多个用空格分开'],
    [
      'usdt_bep20_nodes',
      'https://node.example/k1 http://bsc.example/k2',
      '节点 bsc.example 必须以 https:// 开头：密钥和到账记录不能明文传输',
    ],
    ['usdt_trc20_nodes', 'https://10.0.0.7:8090#k', '节点 10.0.0.7:8090 指向内网，不能使用'],
    ['withdraw_hold_days', -1, '返利提现等待时间应在 0 到 365 之间'],
    ['withdraw_hold_days', 1.5, '返利提现等待时间应为整数'],
  ] as const)('%s cannot be %j: %s, and nothing is saved with it', async (name, value, msg) => {
    const before = await get();
    expect(await save({ contact_info: '不该保存', [name]: value })).toMatchObject(refusedAt(name, msg));
    expect(await get()).toEqual(before);
  });

  test.each([
    [{ push_min: '30' }],
    [{ notice_show: 'yes' }],
    [{ site_name: ['x'] }],
    [{ contact_info: 'x'.repeat(301) }],
  ])('%j is of another kind or too long', async (change) => {
    const before = await get();
    expect((await save(change)).code).toBe(codes.invalidPayload.code);
    expect(await get()).toEqual(before);
  });

  test('an account that does not exist can neither hear alarms nor be operations staff', async () => {
    const nobody = crypto.randomUUID();
    const msg = `没有 ID 为 ${nobody} 的用户`;
    expect(await save({ admin_id: nobody })).toMatchObject(refusedAt('admin_id', msg));
    expect(await save({ yunying_list: nobody })).toMatchObject(refusedAt('yunying_list', msg));
    const { userId, email } = await app.account();
    const noAdmin = `${email} 不是管理员，不能接收告警`;
    expect(await save({ admin_id: userId })).toMatchObject(refusedAt('admin_id', noAdmin));
  });
});

describe('settings that contradict each other', () => {
  const mail = { smtp_host: 'mail.example', smtp_from: 'a@mail.example' };
  test.each([
    ['smtp_from', { smtp_host: 'mail.example' }],
    ['signup_confirm', { signup_confirm: true }],
    ['s3_endpoint', { s3_on: true }],
    ['s3_secret_key', { s3_on: true, s3_endpoint: 'https://s3.example', s3_bucket: 'b', s3_access_key: 'k' }],
    ['telegram_webhook', { telegram_webhook: true }],
    ['notice_content', { notice_show: true, notice_content: ' ' }],
    ['agency_user_domain', { agency_user_domain: 'Best.example', preferDomain: 'best.example:8443' }],
    ['agency_user_domain', { agency_user_domain: 'Console.test' }],
    ['premium_channel_code', { premium_channel_code: 'skyport' }],
    ['usdtpay', { usdt: 'usdt', usdt_trc20_nodes: 'https://node.example' }],
    ['usdt', { usdt: 'usdt', usdtpay: `0x${'a'.repeat(40)}` }],
    ['usdtCheckInterval', { usdtCheckTime: 5, usdtCheckInterval: 300 }],
  ])('are refused at %s: %j', async (field, change) => {
    const before = await get();
    expect(await save(change)).toMatchObject({ code: codes.invalidPayload.code, data: { field } });
    expect(await get()).toEqual(before);
  });

  test('go together once the other one is there, and then it cannot be taken away', async () => {
    expect((await save({ ...mail, signup_confirm: true })).code).toBe(0);
    expect(await save({ smtp_host: '' })).toMatchObject({ data: { field: 'signup_confirm' } });
    expect((await save({ smtp_host: '', signup_confirm: false })).code).toBe(0);
  });

  test('that were there before are left alone by a change of something else', async () => {
    await app.changeSettings({ notice_show: true, notice_content: '' });
    expect((await save({ contact_info: '客服' })).code).toBe(0);
    expect((await save({ notice_show: false })).code).toBe(0);
  });
});

describe('secrets', () => {
  const SECRET = 'the secret of the mail server';

  test('are kept by an empty text, replaced by another one, and taken away only when that is asked for', async () => {
    expect(await save({ smtp_password: SECRET })).toMatchObject({
      data: { smtp_password: '', secrets: ['smtp_password'] },
    });
    await save({ smtp_password: '', contact_info: '一' });
    expect((await deps.settings.fresh(deps.db)).smtp_password).toBe(SECRET);
    await save({ smtp_password: `another: ${SECRET}` });
    expect((await deps.settings.fresh(deps.db)).smtp_password).toBe(`another: ${SECRET}`);
    expect((await save({ clear: ['smtp_password'] })).data.secrets).toEqual([]);
    expect((await deps.settings.fresh(deps.db)).smtp_password).toBe('');
    expect((await save({ clear: ['site_name'] })).code).toBe(codes.invalidPayload.code);
  });

  test('stand in no answer, table, audit or history', async () => {
    for (const name of secretNames) await save({ [name]: `${name} ${SECRET}` });
    const tables = await Promise.all((['settings', 'error_log', 'audit_log'] as const).map(rowsOf));
    const answers = JSON.stringify([await get(), await history({ limit: 200 })]);
    expect(answers).toContain('"secret":"changed"');
    expect([...tables, answers].join('\n')).not.toContain(SECRET);
    await save({ clear: secretNames });
  });
});

describe('a step-up', () => {
  const GUARDED = {
    smtp_host: '',
    smtp_plain: true,
    telegram_bot_token: '1:abcdefghijk',
    s3_secret_key: 'k',
    usdtpay: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    usdt_trc20_nodes: 'https://node.example#k',
    contentUrl_guonei: 'https://dl.example',
    agency_user_domain: 'agency.example',
    exchange_rate: 8,
    telegram_api_root: 'https://tg.example',
    notify_url: 'https://pay.example',
    return_url: 'https://pay.example',
    apple_share_url: 'https://share.example',
    s3_endpoint: 'https://s3.example',
    preferDomain: 'best.example',
    describe_host: 'sub.example',
    admin_id: admin.userId,
    yunying_list: '',
    staff_second_step: true,
    apine_install: 'https://install.example/a.sh',
  };

  test.each(Object.entries(GUARDED).filter(([name]) => !['smtp_host', 'yunying_list'].includes(name)))(
    '%s is asked for it, and is saved with it',
    async (name, value) => {
      const who = await app.account({ type: 'admin', password: PASSWORD });
      const before = await get();
      expect((await save({ [name]: value }, who)).code).toBe(codes.stepUpNeeded.code);
      expect(await get()).toEqual(before);
      expect((await save({ [name]: value, confirm: PASSWORD }, who)).code).toBe(0);
      // Past the gate: with `staff_second_step` on, admins without a second step may do nothing else.
      await app.changeSettings({ [name]: before[name] });
      await save({ clear: secretNames });
    },
  );

  test('is not asked for where nothing of that changes', async () => {
    const state = await get();
    expect((await save({ ...state, contact_info: '二' }, careful)).code).toBe(0);
  });
});

describe('two at once', () => {
  test('the second is refused, and can see what was changed in between', async () => {
    const { version } = await get();
    expect((await save({ contact_info: '先', version })).code).toBe(0);
    expect(await save({ site_name: '后', version })).toMatchObject({ code: codes.conflict.code });
    const { changes } = await history();
    expect(changes[0]).toMatchObject({
      version: version + 1,
      by: admin.email,
      changes: [{ name: 'contact_info', after: '先' }],
    });
    expect((await save({ site_name: '后', version: version + 1 })).code).toBe(0);
  });

  test('in the same moment one of them wins', async () => {
    const { version } = await get();
    const answers = await Promise.all(['甲', '乙', '丙'].map((site_name) => save({ site_name, version })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code, codes.conflict.code]);
  });
});

describe('the history', () => {
  test('has who, when, before and after, newest first, and what a change took back', async () => {
    const { contact_info, version } = await get();
    clock.advance(1000);
    await save({ contact_info: '新的', signUseRewardTraffic: 300, version });
    const at = clock.now().toISOString();
    clock.advance(1000);
    await save({ contact_info, version: version + 1, undoes: version + 1 }, careful);
    const { changes, total } = await history({ limit: 2 });
    expect(changes).toMatchObject([
      {
        by: careful.email,
        undoes: version + 1,
        changes: [{ name: 'contact_info', before: '新的', after: contact_info }],
      },
      {
        by: admin.email,
        version: version + 1,
        undoes: null,
        time: at,
        changes: [
          { name: 'contact_info', before: contact_info, after: '新的' },
          { name: 'signUseRewardTraffic', before: 200, after: 300 },
        ],
      },
    ]);
    expect(total).toBeGreaterThan(2);
    expect((await history({ limit: 1, skip: 1 })).changes).toEqual([changes[1]]);
  });

  test('a save that changes nothing, a refused one and a test leave no entry', async () => {
    const { total } = await history();
    await save({ contact_info: (await get()).contact_info });
    await save({ push_min: 0 });
    await app.call('/api/admin/config/test', { part: 'mail' }, admin);
    expect((await history()).total).toBe(total);
  });
});

describe('the list of operations staff', () => {
  const typeOf = async ({ userId }: TestSession) =>
    (await deps.db.selectFrom('users').select('type').where('id', '=', userId).executeTakeFirstOrThrow()).type;

  test('makes accounts operations staff and customers again, who have to log in anew', async () => {
    const [one, two] = [await app.account(), await app.account()];
    const list = (ids: readonly string[]) => save({ yunying_list: ids.join('\n') });
    expect((await list([one.userId, ` ${two.userId} `, ''])).code).toBe(0);
    expect([await typeOf(one), await typeOf(two)]).toEqual(['yunying', 'yunying']);
    expect((await app.call('/api/user/userinfo', {}, one)).code).toBe(codes.sessionExpired.code);
    expect((await list([two.userId])).code).toBe(0);
    expect([await typeOf(one), await typeOf(two)]).toEqual(['normal', 'yunying']);
    expect((await list([])).code).toBe(0);
    expect(await typeOf(two)).toBe('normal');
  });

  test('takes no admin, who stays one', async () => {
    const msg = `${admin.email} 是管理员，不能设为运营`;
    expect(await save({ yunying_list: admin.userId })).toMatchObject(refusedAt('yunying_list', msg));
    expect(await typeOf(admin)).toBe('admin');
  });

  test('takes no customer of an agency, who may do less than others', async () => {
    const customer = await app.account({ isAgencyUser: true });
    const msg = `${customer.email} 是代理商用户，不能设为运营`;
    expect(await save({ yunying_list: customer.userId })).toMatchObject(refusedAt('yunying_list', msg));
    expect(await typeOf(customer)).toBe('normal');
  });
});

test.each(['get', 'set_config', 'history', 'test'])('%s is for admins only', async (name) => {
  const payload = name === 'test' ? { part: 'mail' } : {};
  for (const type of ['normal', 'channel', 'yunying'] as const) {
    const answer = await app.call(`/api/admin/config/${name}`, payload, await app.account({ type }));
    expect(answer.code).toBe(codes.roleForbidden.code);
  }
  expect((await app.call(`/api/admin/config/${name}`, payload)).code).toBe(codes.sessionExpired.code);
});
