import { CHECK_IN_REWARDS } from './check-in-rewards.ts';
import { backupSettings } from './settings-backup.ts';
import { listSettings } from './settings-lists.ts';
import { usdtSettings } from './settings-usdt.ts';
import { DEFAULT_TIMEZONE } from './units.ts';

/** What every setting has: its name and help on the settings page, in Chinese, and the section it stands in. */
interface Common {
  readonly label: string;
  readonly help?: string;
  readonly section: Section;
}
/**
 * What a text can have to be: a host name, one with a port, an address or host, an http(s) address, an e-mail address,
 * the id of an account, ids one a line, a channel's code, a time zone, addresses on chains, addresses of endpoints,
 * PEM.
 */
export type TextFormat =
  | 'host'
  | 'hostAndPort'
  | 'base'
  | 'url'
  | 'email'
  | 'account'
  | 'accounts'
  | 'channelCode'
  | 'timezone'
  | 'receiving'
  | 'endpoints'
  | 'pem';
export interface NumberSetting extends Common {
  readonly kind: 'number';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** Whole numbers only. */
  readonly whole: boolean;
  /** The most decimals that are kept, where those are less than six. */
  readonly decimals?: number;
}
export interface TextSetting extends Common {
  readonly kind: 'text' | 'secret';
  readonly default: string;
  readonly maxLength: number;
  /** What the text has to be when it is not empty; asked when it is saved, never of what is stored. */
  readonly format?: TextFormat;
  /** Cannot be left empty. */
  readonly needed?: true;
  /** The only values that can be chosen, with their names. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The way to pay for which a payment instance is chosen: empty for none, else its name. */
  readonly serves?: 'alipay' | 'wxpay' | 'usdt';
}
export interface FlagSetting extends Common {
  readonly kind: 'flag';
  readonly default: boolean;
}
/** A setting: its default, its bounds and its unit. */
export type SettingRow = NumberSetting | TextSetting | FlagSetting;
/** A section of the settings page. */
export type Section =
  | 'site'
  | 'telegram'
  | 'mail'
  | 'files'
  | 'backup'
  | 'traffic'
  | 'nodes'
  | 'lists'
  | 'sales'
  | 'rewards'
  | 'notice'
  | 'downloads'
  | 'channels';

const number = (
  section: Section,
  label: string,
  value: number,
  [min, max]: readonly [number, number],
  unit: string,
  whole = true,
  help = '',
): NumberSetting => ({ kind: 'number', section, label, default: value, min, max, unit, whole, ...(help && { help }) });
const text = (section: Section, label: string, value = '', help = '', maxLength = 500): TextSetting => ({
  kind: 'text',
  section,
  label,
  default: value,
  maxLength,
  ...(help && { help }),
});
const secret = (section: Section, label: string, help = ''): TextSetting => ({
  ...text(section, label, '', help),
  kind: 'secret',
});
const flag = (section: Section, label: string, value: boolean, help = ''): FlagSetting => ({
  kind: 'flag',
  section,
  label,
  default: value,
  ...(help && { help }),
});

/** A text that has to have a format. */
const as = (format: TextFormat, row: TextSetting): TextSetting => ({ ...row, format });
/** A text that cannot be left empty. */
const needed = (row: TextSetting): TextSetting => ({ ...row, needed: true });
/** A number of which no more decimals are kept. */
const kept = <R extends NumberSetting>(decimals: number, row: R): R => ({ ...row, decimals });
/** The address of a script that installs nodes of one server type. */
const script = (label: string): TextSetting => as('url', text('nodes', label, '', '留空使用面板自带脚本'));
const YEAR_DAYS = 3650;
/** How long figures of use are kept. */
const days = (label: string, standard: number, fewest: number, help: string) =>
  number('traffic', label, standard, [fewest, YEAR_DAYS], '天', true, help);

/**
 * Every setting of the product, once: the settings page, the server and the documents are made from this table. Values
 * travel and are stored under these names (the specification's spelling where it has one).
 */
export const settingsTable = {
  site_name: needed(text('site', '站点名称', '天港', '', 40)),
  timezone: as('timezone', needed(text('site', '时区', DEFAULT_TIMEZONE, '决定“一天”从何时开始', 60))),
  preferDomain: as('hostAndPort', text('site', '推荐域名', '', '用户当前域名与此不同时会提示切换', 253)),
  describe_host: as('base', text('site', '订阅域名', '', '订阅链接的地址，留空则与网站相同', 300)),
  agency_user_domain: as('host', text('site', '代理商域名', '', '从该域名访问的页面只显示精简功能', 253)),
  contact_info: text('site', '联系方式', '', '显示在公告下方', 300),
  apple_share_url: as('url', text('site', '共享 Apple ID 链接', '', '付费用户在共享 Apple ID 页面打开', 500)),
  virtual_card_url: as('url', text('site', '虚拟卡链接', '', 'Apple ID 注册教程中的虚拟卡，留空则不显示', 500)),
  status_page: flag('site', '公开服务状态页', false, '任何人可在 /status 查看网站、节点和支付近 90 天的状态，不含地址'),
  signup_confirm: flag('site', '注册需要邮件确认', false, '仅在配置了发信服务器后有效'),
  staff_second_step: flag(
    'site',
    '员工必须使用动态验证码',
    false,
    '开启后，管理员和运营在设置动态验证码之前不能使用其他功能',
  ),
  link_network_alarm: number(
    'site',
    '订阅链接网络数告警',
    12,
    [0, 10_000],
    '个',
    true,
    '24 小时内从更多网络使用同一订阅链接时提醒用户，0 表示不提醒',
  ),
  link_fetch_limit: number(
    'site',
    '订阅更新次数上限',
    30,
    [0, 1_000_000],
    '次/分钟',
    true,
    '每个用户更新订阅的频率，短时间内可达两倍，0 表示不限制',
  ),
  usage_line: flag(
    'site',
    '首行显示剩余流量',
    false,
    'v2rayN、v2rayNG 和 NekoBox 不显示用量，开启后其第一条线路的名称为剩余流量和到期日，该线路不能连接',
  ),
  admin_id: as('account', text('site', '接收告警的用户', '', '留空则告警发给全部管理员', 40)),
  telegram_bot_token: secret('telegram', '机器人令牌', '由 @BotFather 提供'),
  telegram_api_root: as('url', text('telegram', '接口地址', '', '留空使用官方地址，内地服务器填写代理地址', 300)),
  telegram_webhook: flag('telegram', '使用 Webhook', false, '需要 HTTPS 域名，关闭时由服务器主动拉取消息'),
  telegram_sub_link: flag('telegram', '机器人可发送订阅链接', true, '仅在私聊中，60 秒后自动删除'),

  smtp_host: as('host', text('mail', '发信服务器', '', '例如 smtp.example.com，留空则不发送邮件', 253)),
  smtp_port: number('mail', '发信端口', 587, [1, 65_535], '', true, '465 直接使用 TLS，其他端口使用 STARTTLS'),
  smtp_user: text('mail', '发信账号', '', '留空则不登录', 254),
  smtp_password: secret('mail', '发信密码'),
  smtp_from: as('email', text('mail', '发件地址', '', '收件人看到的地址，留空则与发信账号相同', 254)),
  smtp_plain: flag('mail', '允许不加密', false, '仅用于本机或内网的发信服务器'),
  smtp_ca: as('pem', text('mail', '发信服务器的 CA 证书', '', 'PEM 格式，服务器使用自签证书时填写', 8000)),

  s3_on: flag(
    'files',
    '图片存放在对象存储',
    false,
    '兼容 S3 的存储；关闭时新图片存放在服务器本地，已存放的图片仍从原处读取',
  ),
  s3_endpoint: as('url', text('files', '对象存储地址', '', '例如 https://s3.example.com', 300)),
  s3_bucket: text('files', '存储桶', '', '', 63),
  s3_region: text('files', '存储区域', 'auto', '', 60),
  s3_access_key: text('files', '访问密钥 ID', '', '', 200),
  s3_secret_key: secret('files', '访问密钥'),
  ...backupSettings,

  traffic_spend_scale: number('traffic', '全局流量倍率', 1, [0, 1000], '倍', false, '0 表示不计流量'),
  upload_traffic_spend_scale: number('traffic', '上传流量倍率', 1, [0, 1000], '倍', false, '0 表示上传不计流量'),
  minestTrafficSpend: number('traffic', '最小计费流量', 0, [0, 1_000_000], 'M', true, '不足时先累计，达到后一并计费'),
  noGlobalTrafficScaleLimit: number(
    'traffic',
    '免全局倍率门槛',
    0,
    [0, 1_000_000],
    'G',
    true,
    '流量低于此值的用户不受全局倍率影响',
  ),
  vip_traffic_thred_rate_limit: number('traffic', '会员每小时流量上限', 0, [0, 1_000_000], 'G', true, '0 表示不限制'),
  traffic_record_days: days('流量记录保留', 92, 31, '按月清理，更早的记录会被删除'),
  usage_detail_days: days('用户线路明细保留', 62, 31, '每个用户在每条线路上的每日用量'),
  daily_figure_days: days('每日用量统计保留', 400, 31, '节点和线路的每日合计'),
  usage_batch_days: days('流量报告保留', 35, 8, '节点已计费的流量报告，不含明细'),

  updateV2rayDuration: number('nodes', '节点状态检查间隔', 60, [2, 3600], '秒'),
  trafficStasticDuration: number('nodes', '流量统计间隔', 60, [2, 3600], '秒'),
  apine_install: script('Alpine 安装脚本地址'),
  ubuntu_x86_install: script('Ubuntu x86 安装脚本地址'),
  ubuntu_arm_install: script('Ubuntu ARM 安装脚本地址'),
  ubuntu_guonei_install: script('Ubuntu 国内安装脚本地址'),
  ubuntu_reality_install: script('Ubuntu Reality 安装脚本地址'),
  alpine_reality_install: script('Alpine Reality 安装脚本地址'),

  ...listSettings,

  alipay: { ...text('sales', '支付宝通道', '', '手机上打开支付宝应用也使用该通道', 40), serves: 'alipay' },
  wxpay: { ...text('sales', '微信支付通道', '', '', 40), serves: 'wxpay' },
  usdt: {
    ...text('sales', 'USDT 通道', '', '自有地址：监听链上到账，需填写收款地址和对应链的节点；也可选 USDT 网关', 40),
    serves: 'usdt',
  },
  ...usdtSettings,
  notify_url: as('url', text('sales', '支付通知地址', '', '支付网关可以访问的地址，留空使用网站自身地址')),
  return_url: as('url', text('sales', '支付返回地址', '', '留空则返回用户下单时的域名')),
  order_expire_hours: number('sales', '未付订单保留时间', 24, [1, 720], '小时'),
  min_charge_money: kept(3, number('sales', '最低提现金额', 500, [0, 1_000_000], '元', false)),
  withdraw_hold_days: number('sales', '返利提现等待时间', 7, [0, 365], '天', true, '订单支付后满这么久，返利才可提现'),
  push_min: number('sales', '最低转赠流量', 20, [1, 100_000], 'G'),
  push_cost_rate: number('sales', '转赠手续费率', 0.2, [0, 0.9], '', false, '0.2 即收 20%'),

  openChannel: flag('channels', '注册即成为渠道', false),
  inviteRule: flag('channels', '返利有期限', false, '开启后仅在被邀请人注册后的返利天数内返利'),
  channelRewardRate: kept(4, number('channels', '默认返利比例', 0.2, [0.05, 0.5], '', false, '0.2 即返 20%')),
  channelConsumerDuration: number('channels', '默认返利天数', 365, [1, YEAR_DAYS], '天'),
  default_channel_code: as(
    'channelCode',
    needed(text('channels', '默认渠道码', 'skyport', '没有渠道码的访客注册时使用', 40)),
  ),
  premium_channel_code: as(
    'channelCode',
    text('channels', '高价渠道码', '', '该渠道的用户只能看到 20 元以上的商品', 40),
  ),
  yunying_list: as('accounts', text('channels', '运营用户', '', '保存后立即改变这些用户的类型', 4000)),

  signUseRewardTraffic: number('rewards', '签到奖励', CHECK_IN_REWARDS.signUseRewardTraffic, [0, 1_000_000], 'M'),
  continueSignUseDay: number('rewards', '连续签到天数', CHECK_IN_REWARDS.continueSignUseDay, [1, 366], '天'),
  continueSignReward: number('rewards', '连续签到额外奖励', CHECK_IN_REWARDS.continueSignReward, [0, 1_000_000], 'M'),
  prizeBaseCost: number('rewards', '抽奖消耗', 1, [0, 10_000], 'G'),
  gameSeat: number('rewards', '转盘格数', 8, [2, 24], '格'),

  notice_show: flag('notice', '显示公告', false),
  notice_title: text('notice', '公告标题', '', '', 100),
  notice_content: text('notice', '公告内容', '', '', 4000),
  notice_mark_red: flag('notice', '公告标红', false),
  notice_day_interval: number('notice', '公告间隔', 1, [0, 365], '天'),
  buy_notice: text('notice', '购买提示', '', '留空则不显示', 4000),

  contentUrl_guonei: as('url', text('downloads', '国内下载地址', '', '客户端下载文件所在的地址')),
  contentUrl_guowai: as('url', text('downloads', '国外下载地址', '', '开启“国外订阅”的用户使用')),
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settingsTable;

type ValueOf<R extends SettingRow> = R['kind'] extends 'number' ? number : R['kind'] extends 'flag' ? boolean : string;

/** The value of every setting, defaults filled in. */
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof settingsTable)[K]> };

/** The settings of an installation where nobody has changed anything. */
export const defaultSettings: Settings = Object.fromEntries(
  Object.entries(settingsTable).map(([name, row]) => [name, row.default]),
) as unknown as Settings;

/** Why a value cannot be that of the setting, in Chinese, or undefined when it can. */
export const settingProblem = (name: SettingName, value: unknown): string | undefined => {
  const row: SettingRow = settingsTable[name];
  if (row.kind === 'flag') return typeof value === 'boolean' ? undefined : `${row.label}应为开关`;
  if (row.kind === 'number') return numberProblem(row, value);
  if (typeof value !== 'string') return `${row.label}应为文字`;
  return value.length <= row.maxLength ? undefined : `${row.label}不能超过 ${row.maxLength} 个字`;
};

const numberProblem = (row: NumberSetting, value: unknown): string | undefined => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${row.label}应为数字`;
  if (row.whole && !Number.isInteger(value)) return `${row.label}应为整数`;
  if (value < row.min || value > row.max) return `${row.label}应在 ${row.min} 到 ${row.max} 之间`;
  return undefined;
};
