import { Email } from './shapes.ts';
import type { FieldProblem } from './field-refusal.ts';
import { type SettingName, type SettingRow, type Settings, settingsTable } from './settings-table.ts';

const names = Object.keys(settingsTable) as SettingName[];

/** Names of every setting, in the order of the page. */
export const settingNames: readonly SettingName[] = names;

/** Settings that are written and never shown. */
export const secretNames: readonly SettingName[] = names.filter((name) => settingsTable[name].kind === 'secret');

const GUARDED: readonly string[] = [
  'alipay',
  'wxpay',
  'usdt',
  'usdtpay',
  'contentUrl_guonei',
  'contentUrl_guowai',
  'agency_user_domain',
  'exchange_rate',
  'telegram_api_root',
  'notify_url',
  'return_url',
  'apple_share_url',
  's3_endpoint',
  'backup_s3',
  'preferDomain',
  'describe_host',
  'mainland_list_url',
  'ad_list_url',
  'admin_id',
  'yunying_list',
  'staff_second_step',
];

/**
 * Whether a change of the setting asks for a step-up: whoever may change it could take money, secrets or power, or lead
 * customers elsewhere.
 */
export const isGuarded = (name: SettingName): boolean =>
  settingsTable[name].kind === 'secret' ||
  GUARDED.includes(name) ||
  name.startsWith('smtp_') ||
  name.endsWith('_install');

/** What settings are to be, as far as they can contradict each other; of a secret only whether there is one. */
interface WantedSettings {
  readonly values: Settings;
  readonly has: (secret: SettingName) => boolean;
}

/** Settings that do not go together: which they are, and at which of them it is said. */
interface Contradiction {
  readonly of: readonly SettingName[];
  readonly at: SettingName;
  readonly says: string;
  readonly holds: (wanted: WantedSettings) => boolean;
}

const isEmpty = (text: string): boolean => text.trim() === '';
const hostOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[:/]/)[0] ?? '';
const same = (a: string, b: string): boolean => !isEmpty(a) && a === b;

const MAIL: readonly SettingName[] = ['smtp_host', 'smtp_from', 'smtp_user'];
const hasSender = ({ smtp_from, smtp_user }: Pick<Settings, 'smtp_from' | 'smtp_user'>): boolean =>
  [smtp_from, smtp_user].some((address) => Email.safeParse(address).success);
/** Whether mails can be sent: there is a server, and an address to send from. */
export const canMail = (values: Pick<Settings, 'smtp_host' | 'smtp_from' | 'smtp_user'>): boolean =>
  !isEmpty(values.smtp_host) && hasSender(values);

const USDT_NODES: readonly SettingName[] = [
  'usdt_trc20_nodes',
  'usdt_erc20_nodes',
  'usdt_bep20_nodes',
  'usdt_polygon_nodes',
];

const s3Needs = (at: SettingName, isMissing: Contradiction['holds']): Contradiction => ({
  of: ['s3_on', 'backup_s3', at],
  at,
  says: `使用对象存储时${settingsTable[at].label}不能为空`,
  holds: (wanted) => (wanted.values.s3_on || wanted.values.backup_s3) && isMissing(wanted),
});

const contradictions: readonly Contradiction[] = [
  {
    of: MAIL,
    at: 'smtp_from',
    says: '填写发信服务器后，发件地址或发信账号必须是邮箱',
    holds: ({ values }) => !isEmpty(values.smtp_host) && !hasSender(values),
  },
  {
    of: ['signup_confirm', ...MAIL],
    at: 'signup_confirm',
    says: '注册需要邮件确认时，必须填写发信服务器和发件地址',
    holds: ({ values }) => values.signup_confirm && !canMail(values),
  },
  s3Needs('s3_endpoint', ({ values }) => isEmpty(values.s3_endpoint)),
  s3Needs('s3_bucket', ({ values }) => isEmpty(values.s3_bucket)),
  s3Needs('s3_access_key', ({ values }) => isEmpty(values.s3_access_key)),
  s3Needs('s3_secret_key', ({ has }) => !has('s3_secret_key')),
  {
    of: ['telegram_webhook', 'telegram_bot_token'],
    at: 'telegram_webhook',
    says: '使用 Webhook 前必须填写机器人令牌',
    holds: ({ values, has }) => values.telegram_webhook && !has('telegram_bot_token'),
  },
  ...(
    [
      ['mainland_list_on', 'mainland_list_url'],
      ['ad_list_on', 'ad_list_url'],
    ] as const
  ).map(([on, url]): Contradiction => ({
    of: [on, url],
    at: url,
    says: `开启名单时${settingsTable[url].label}不能为空`,
    holds: ({ values }) => values[on] && isEmpty(values[url]),
  })),
  {
    of: ['notice_show', 'notice_content'],
    at: 'notice_content',
    says: '显示公告时，公告内容不能为空',
    holds: ({ values }) => values.notice_show && isEmpty(values.notice_content),
  },
  {
    of: ['agency_user_domain', 'preferDomain'],
    at: 'agency_user_domain',
    says: '代理商域名不能与推荐域名相同',
    holds: ({ values }) => same(hostOf(values.agency_user_domain), hostOf(values.preferDomain)),
  },
  {
    of: ['premium_channel_code', 'default_channel_code'],
    at: 'premium_channel_code',
    says: '高价渠道码不能与默认渠道码相同，否则所有访客只能看到高价商品',
    holds: ({ values }) => same(values.premium_channel_code, values.default_channel_code),
  },
  {
    of: ['usdt', 'usdtpay'],
    at: 'usdtpay',
    says: 'USDT 使用自有地址收款时，收款地址不能为空',
    holds: ({ values }) => values.usdt === 'usdt' && isEmpty(values.usdtpay),
  },
  {
    of: ['usdt', ...USDT_NODES],
    at: 'usdt',
    says: 'USDT 使用自有地址收款时，至少填写一条链的节点地址',
    holds: ({ values, has }) => values.usdt === 'usdt' && !USDT_NODES.some(has),
  },
  {
    of: ['usdtCheckInterval', 'usdtCheckTime'],
    at: 'usdtCheckInterval',
    says: '查询间隔必须短于等待时间',
    holds: ({ values }) => values.usdtCheckInterval >= values.usdtCheckTime * 60,
  },
];

/**
 * What contradicts itself among settings of which some were changed, said at one field each. What was there before and
 * has nothing to do with the change is left alone.
 */
export const contradictionsIn = (
  wanted: WantedSettings,
  changed: readonly SettingName[],
): readonly FieldProblem<SettingName>[] =>
  contradictions
    .filter(({ of, holds }) => of.some((name) => changed.includes(name)) && holds(wanted))
    .map(({ at, says }) => ({ field: at, message: says }));

/** The row of a setting, whatever its kind. */
export const rowOf = (name: SettingName): SettingRow => settingsTable[name];
