import { expect, test } from 'vitest';
import { hasLines, newSettingProblem, tidied } from './settings-formats.ts';
import { contradictionsIn, isGuarded, rowOf, settingNames } from './settings-rules.ts';
import { defaultSettings, type SettingName, type Settings } from './settings-table.ts';

const ID = '01970000-0000-7000-8000-000000000001';
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';

test('every default can be saved', () => {
  expect(settingNames.flatMap((name) => newSettingProblem(name, defaultSettings[name]) ?? [])).toEqual([]);
  expect(contradictionsIn({ values: defaultSettings, has: () => false }, settingNames)).toEqual([]);
});

test.each<[SettingName, readonly string[], readonly string[]]>([
  ['smtp_host', ['smtp.example.com', 'localhost', '203.0.113.7', '2001:db8::7'], ['http://a.example', 'a b', 'a/b']],
  [
    'preferDomain',
    ['best.example', 'best.example:8443', ''],
    ['https://best.example', 'best.example:0', 'a.example/x'],
  ],
  ['agency_user_domain', ['agency.example'], ['agency.example:8443', '-a.example']],
  ['describe_host', ['sub.example', 'https://sub.example/x'], ['ftp://sub.example', 'sub example']],
  ['contentUrl_guonei', ['https://dl.example/files', 'http://dl.example'], ['dl.example', 'https://a:b@dl.example']],
  ['smtp_from', ['noreply@mail.example'], ['noreply', 'a@b@c.example']],
  ['admin_id', [ID, ''], ['boss', `${ID}, ${ID}`]],
  ['yunying_list', [ID, `${ID}\n\n ${ID} `], [`${ID}\nboss`]],
  ['default_channel_code', ['SPRING-1'], ['', 'a b']],
  ['timezone', ['UTC', 'Asia/Tokyo', 'America/Argentina/Buenos_Aires'], ['', 'Mars/Olympus', '+08:00', '08:00']],
  ['smtp_ca', [PEM, ''], ['MIIB', `${PEM}\nmore`]],
  ['alipay', ['', 'epay_v1_k3j9'], ['E Pay', 'epay-1']],
  [
    'usdtpay',
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t, 0xdAC17F958D2ee523a2206206994597C13D831ec7', `bep20:0x${'a'.repeat(40)}`],
    ['T1', 'solana:0x1', `0x${'a'.repeat(39)}`],
  ],
  ['usdt_trc20_nodes', ['https://a.example#key https://b.example/v1'], ['a.example', 'https://a.example key']],
  ['site_name', ['天港', '天港 ❤️'], ['', 'a\nb', 'a\u0000b', 'a\u200Bb', '\u202Eab']],
  ['smtp_password', ['a\u200Bb'], []],
])('%s takes %j and neither of %j', (name, right, wrong) => {
  expect(right.flatMap((text) => newSettingProblem(name, text) ?? [])).toEqual([]);
  expect(wrong.filter((text) => newSettingProblem(name, text) === undefined)).toEqual([]);
});

test('a number that would be kept as another one cannot be saved', () => {
  for (const name of ['traffic_spend_scale', 'upload_traffic_spend_scale'] as const) {
    expect(newSettingProblem(name, 0.000_000_4)).toContain('最多 6 位小数');
    expect([0, 0.000_001, 1.000_001, 999.999_999].map((scale) => newSettingProblem(name, scale))).toEqual(
      Array.from({ length: 4 }),
    );
  }
  for (const [name, right, wrong] of [
    ['exchange_rate', 7.2345, 7.234_56],
    ['channelRewardRate', 0.1234, 0.123_45],
    ['min_charge_money', 99.999, 99.999_9],
  ] as const) {
    expect(newSettingProblem(name, right)).toBeUndefined();
    expect(newSettingProblem(name, wrong)).toMatch(/最多 [34] 位小数/);
  }
});

test('texts are saved without blanks around them, secrets as they were typed', () => {
  expect(tidied('site_name', ' 天港\n')).toBe('天港');
  expect(tidied('smtp_password', ' pass word ')).toBe(' pass word ');
  expect(tidied('notice_show', true)).toBe(true);
});

test('what is written on several lines is listed', () => {
  expect(settingNames.filter((name) => hasLines(rowOf(name)))).toEqual([
    'smtp_ca',
    'yunying_list',
    'notice_content',
    'buy_notice',
  ]);
});

test('a step-up is asked for by these settings and no others', () => {
  expect(settingNames.filter(isGuarded)).toEqual(
    [
      'preferDomain',
      'describe_host',
      'agency_user_domain',
      'apple_share_url',
      'staff_second_step',
      'admin_id',
      'telegram_bot_token',
      'telegram_api_root',
      'smtp_host',
      'smtp_port',
      'smtp_user',
      'smtp_password',
      'smtp_from',
      'smtp_plain',
      'smtp_ca',
      's3_endpoint',
      's3_secret_key',
      'backup_s3',
      'apine_install',
      'ubuntu_x86_install',
      'ubuntu_arm_install',
      'ubuntu_guonei_install',
      'ubuntu_reality_install',
      'alpine_reality_install',
      'mainland_list_url',
      'ad_list_url',
      'alipay',
      'wxpay',
      'usdt',
      'usdtpay',
      'usdt_trc20_nodes',
      'usdt_erc20_nodes',
      'usdt_bep20_nodes',
      'usdt_polygon_nodes',
      'exchange_rate',
      'notify_url',
      'return_url',
      'admin_id',
      'yunying_list',
      'contentUrl_guonei',
      'contentUrl_guowai',
    ].filter((name, at, all) => all.indexOf(name) === at),
  );
});

test('a contradiction is said when one of its settings changes, and not for what else changes', () => {
  const values: Settings = { ...defaultSettings, notice_show: true };
  const wanted = { values, has: () => false };
  expect(contradictionsIn(wanted, ['notice_show'])).toEqual([
    { field: 'notice_content', message: '显示公告时，公告内容不能为空' },
  ]);
  expect(contradictionsIn(wanted, ['site_name'])).toEqual([]);
});

test('a secret counts as there without being shown', () => {
  const values = {
    ...defaultSettings,
    s3_on: true,
    s3_endpoint: 'https://s3.example',
    s3_bucket: 'b',
    s3_access_key: 'k',
  };
  expect(contradictionsIn({ values, has: () => true }, ['s3_on'])).toEqual([]);
  expect(contradictionsIn({ values, has: () => false }, ['s3_on'])).toMatchObject([{ field: 's3_secret_key' }]);
});
