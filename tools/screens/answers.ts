import { allRows } from '@skyport/contract';
import { accountsCalls, type HeldPermission, type UserInfo } from '@skyport/contract/accounts';
import type { BuiltCall, Output } from '@skyport/contract/call';
import { checkinCalls } from '@skyport/contract/checkin';
import { couponsCalls } from '@skyport/contract/coupons';
import { linkWatchCalls, type LinkFetch } from '@skyport/contract/link-watch';
import { trouble } from '@skyport/contract/node-trouble';
import { nodesCalls } from '@skyport/contract/nodes';
import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { permissionsCalls } from '@skyport/contract/permissions';
import { rulesCalls, type RulesState } from '@skyport/contract/rules';
import { secondStepCalls } from '@skyport/contract/second-step';
import { ownNamesCalls } from '@skyport/contract/own-names';
import { sessionsCalls, type SessionInfo } from '@skyport/contract/sessions';
import { trafficCalls } from '@skyport/contract/traffic';
import { GIB } from '@skyport/contract/units';
import { usersCalls } from '@skyport/contract/users';
import { defaultRules } from '@skyport/documents';
import { sampleHost, sampleUser } from '@skyport/web/testing/samples';
import { sampleAccount } from '@skyport/web/users/testing';
import { giveAudit } from './audit-answers.ts';
import { exampleOf } from './example.ts';
import { answerFleet } from './fleet-answers.ts';
import { giveGifts, givePrizes } from './gift-answers.ts';
import { giveMoney } from './money-answers.ts';
import { giveOrders, giveTrades } from './order-answers.ts';
import { givePartners } from './partner-answers.ts';
import { giveShop } from './shop-answers.ts';
import { giveSystem } from './system-answers.ts';
import { giveSettings } from './settings-answers.ts';
import { giveTickets } from './ticket-answers.ts';
import { giveTelegram } from './telegram-answers.ts';
import { giveUser } from './user-answers.ts';
import { giveWallet } from './wallet-answers.ts';

/** The moment that every picture shows. */
export const NOW = Date.parse('2026-11-21T06:30:00Z');
const DAY = 86_400_000;

/** Who looks at a screen. */
export type Viewer = 'visitor' | 'customer' | 'admin';

const id = (group: number, n: number): string =>
  `01970000-0000-7000-8${String(group).padStart(3, '0')}-${String(n).padStart(12, '0')}`;
const ago = (days: number): string => new Date(NOW - days * DAY).toISOString();
const range = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Whoever is logged in in a picture. */
export const user = (viewer: Viewer): UserInfo => ({
  ...sampleUser,
  _id: id(1, 1),
  email: viewer === 'admin' ? 'admin@skyport.example' : 'linxiaoyu@example.com',
  type: viewer === 'admin' ? 'admin' : 'normal',
  userkey: 'q7Rm2Xc9VtLk4HsWzB8nJfPd3GyTa6Ue',
  paidUser: true,
  traffic: 180 * GIB,
  spendTraffic: Math.round(53.6 * GIB),
  vipExpireTime: ago(-23),
  dailyTimePackageUsage: Math.round(18.52 * GIB),
  describe_host: 'https://sub.skyport.example',
  wallet_money: 36.5,
  apple_share_url: 'https://share.example/appleid',
});

const held: HeldPermission[] = ['游戏专线', '家宽住宅 IP', '流媒体解锁', '回国线路', '内测节点'].map((desc, n) => ({
  id: id(11, n),
  name: `p${n}`,
  desc,
  expireTime: ago(-30 - 11 * n),
}));

const sessions: SessionInfo[] = [
  ['Chrome · Windows', '203.0.113.0/24', 0],
  ['Safari · iPhone', '2001:db8:5::/48', 0.2],
  ['微信 · Android', '198.51.100.0/24', 3.6],
  ['未知设备', '', 21],
].map(([device, network, days], n) => ({
  _id: id(12, n),
  device: String(device),
  network: String(network),
  createTime: ago(Number(days) + 5),
  lastSeen: ago(Number(days)),
  current: n === 0,
}));

const places = [
  ['香港', '🇭🇰'],
  ['日本', '🇯🇵'],
  ['新加坡', '🇸🇬'],
  ['美国', '🇺🇸'],
  ['台湾', '🇹🇼'],
  ['英国', '🇬🇧'],
] as const;
const people = 'chenwei wangfang liyang zhaomin sunjie zhoulei wujing xuqian hanbing luoyi'.split(' ');

/** The nodes of every picture. */
export const nodes = range(7, (n) => ({
  _id: id(2, n),
  index: n + 1,
  name: `${pick(places, n)[0]} ${n % 2 ? '家宽' : 'BGP'} ${String(n + 1).padStart(2, '0')}`,
  country: { name: pick(places, n)[0], flag: pick(places, n)[1] },
  type: n % 3 === 2 ? ('reality' as const) : ('v2ray' as const),
  ip: `203.0.113.${n + 10}`,
  host: `node${n + 1}.skyport.example`,
  ctrl_port: 888,
  zz_port: 443,
  port: 8443,
  public_port: 443,
  desc: n % 2 ? '住宅 IP，适合流媒体' : '低延迟，适合日常浏览',
  warp: false,
  open_log: false,
  panel_networks: [],
  serverType: 'ubuntu_x86' as const,
  ssh_port: 22,
  ssh_username: 'root',
  ssh_password: '' as const,
  enabled: n !== 6,
  link_mbps: 1000,
  has_ssh_password: true,
  ssh_password_mark: '0123456789abcdef',
  warp_keys: '' as const,
  has_warp_keys: false,
  warp_keys_mark: '',
  status: n !== 4,
  health: n === 4 ? ('offline' as const) : n === 3 ? ('degraded' as const) : ('healthy' as const),
  troubles: n === 4 ? [trouble('timedOut')] : [],
  reached_at: ago(n === 4 ? 1 : 0),
  enrolled: n !== 5,
  join_problem: n === 5 ? { code: 'silent' as const, detail: '', ended: false } : null,
  // One of each colour.
  speed: [38, 75, 112, 168, null, 223, 260][n]!,
  agent_version: n === 5 ? '' : '0.1.0',
  updateConfigTimes: 14 * n + 3,
}));

const entries = range(4, (n) => ({
  _id: id(3, n),
  index: n + 1,
  name: `${pick(['广州移动', '上海电信', '深圳联通', '北京多线'], n)}入口`,
  ip: `198.51.100.${n + 1}`,
  ipList: range(n, (k) => `198.51.100.${20 + 10 * n + k}`),
  desc: pick(['主力中转', '晚高峰备用', '', '测试中'], n),
  visible: n !== 3,
}));

const lines = range(9, (n) => ({
  _id: id(4, n),
  index: n + 1,
  name: `${pick(places, n)[0]} ${pick(['标准', '高速', 'REALITY'], n)}`,
  agentID: id(2, n % 7),
  protocol: pick(['ss', 'vmesh_tcp', 'reality'] as const, n),
  bridge: n % 2 ? ('report' as const) : ('none' as const),
  entryID: n % 2 ? id(3, n % 4) : null,
  scale: pick([1, 1.5, 1, 0.5], n),
  num: 1 + (n % 3),
  public: n === 8,
  fixName: false,
  disableForAgency: n === 5,
  permissionRequire: n === 6 ? id(5, 0) : null,
  bridgeAddr: '',
  ip: '',
  host: '',
  realityTarget: '',
  hot: (n + 1) * 87 * GIB,
  msg: '',
}));

const couponNames = ['新人体验', '双十一福利', '客服补偿', '老用户回馈'];
const coupons = range(12, (n) => ({
  _id: id(6, n),
  name: pick(couponNames, n),
  type: pick(['freeUse', 'freeTime', 'cash', 'discount'] as const, n),
  taobao: n % 5 === 4,
  code: `SKY${2026 + n}A`,
  traffic: n % 4 === 0 ? 8 * GIB : 0,
  traffixHaveLimitTime: n === 4,
  traffixLimitTime: n === 4 ? 72 : 0,
  vipDay: n % 4 === 1 ? 7 : 0,
  forMoney: n % 4 === 2 ? 10 : 0,
  discount: n % 4 === 3 ? 0.8 : 1,
  useNumPerUser: 1,
  NumberOfAuthorizations: 500,
  expireTime: ago(-30 + n),
  vipExpireTime: 7,
  exactCode: false,
  authTimes: 37 * n,
  createTime: ago(n),
  maker: n % 3 === 2 ? '' : 'ops@example.com',
  owner: n % 3 === 2 ? 'linxiaoyu@example.com' : '',
}));

const couponRecords = range(30, (n) => ({
  _id: id(7, n),
  email: n % 9 === 8 ? '' : `${pick(people, n)}@example.com`,
  code: `SKY${2026 + (n % 12)}A`,
  type: pick(['freeUse', 'freeTime', 'cash', 'discount'] as const, n),
  add_traffic: n % 4 === 0 ? 8 * GIB : 0,
  add_day: n % 4 === 1 ? 7 : 0,
  add_money: n % 4 === 2 ? 10 : 0,
  discount: n % 4 === 3 ? 0.8 : 1,
  time: ago(n / 3),
  is_delete: n % 7 === 6,
}));

const { type: _type, ...account } = sampleAccount;
const users = range(60, (n) => ({
  ...account,
  _id: id(8, n),
  email: `${pick(people, n)}${100 + n}@example.com`,
  ...(n % 11 !== 10 && {
    type: n === 0 ? ('admin' as const) : n % 6 === 5 ? ('channel' as const) : ('normal' as const),
  }),
  disable: n === 13,
  channel_code: n % 4 ? 'skyport' : 'SPRING',
  createTime: ago(n * 1.7),
  paidUser: n % 3 !== 0,
  is_agency_user: n % 17 === 16,
  wallet_money: n % 5 ? 0 : 12.5 * n,
  spendTraffic: n * 3 * GIB,
  traffic: (20 + n * 5) * GIB,
  vipExpireTime: n % 3 ? ago(n - 40) : null,
  lastActiveTime: ago(n / 4),
  first_url: 'https://skyport.example/',
  last_url: 'https://skyport.example/',
}));

const permissions = range(3, (n) => ({
  _id: id(5, n),
  name: pick(['高速线路', '流媒体解锁', '游戏加速'], n),
  desc: pick(['可使用带 REALITY 的高速线路', '住宅 IP，解锁主流流媒体', '低延迟专线'], n),
  useTimes: 41 * (n + 1),
  holders: 23 * (n + 1),
}));

const used = [7.2, 11.4, 15.1, 5.9, 18.8, 13.2, 10.1, 20.4, 14.7, 18.52];
const trafficRecords = used.map((g, n) => ({
  type: 'spend' as const,
  desc: '使用流量',
  trafficChange: -Math.round(g * 0.3 * GIB),
  exemptionTraffic: Math.round(g * 0.7 * GIB),
  allTraffic: 180 * GIB,
  allSpend: Math.round((40 + n) * GIB),
  day: new Date(NOW - (9 - n) * DAY).toISOString().slice(0, 10),
  updateTime: ago(9 - n),
}));

const hoursAgo = (hours: number): string => ago(Math.floor(hours) / 24).replace(/:\d\d:\d\d\./, ':00:00.');
const linkFetches = range(16, (n): LinkFetch => {
  const client = pick(['mihomo', 'shadowrocket', 'singbox', 'generic', 'v2rayng'], n);
  return {
    network: n % 5 === 3 ? `2409:8a${20 + n}:5${n}::/48` : `${pick([113, 120, 223, 36], n)}.${80 + n}.${7 * n}.0/24`,
    client,
    version: client === 'mihomo' ? '1.19.15' : client === 'v2rayng' ? '1.10.7' : '',
    firstHour: hoursAgo(40 + n * 5),
    lastHour: hoursAgo(n * n * 0.7),
    count: 3 + ((n * 7) % 20),
    days: 1 + (n % 5),
  };
});
const linkAlarms = range(12, (n) => ({
  userId: id(8, n),
  email: `${pick(people, n)}${100 + n}@example.com`,
  networks: 61 - n * 5,
  fetches: 640 - n * 40,
  wrongKeys: n < 2 ? 320 - n * 150 : 0,
  networksToldAt: n < 9 ? ago(0.2) : null,
  wrongKeysToldAt: n < 2 ? ago(0.1) : null,
}));

const rules: RulesState = {
  version: 14,
  isDefault: false,
  rules: defaultRules,
  ownHosts: ['sub.skyport.example'],
  history: range(14, (n) => ({
    version: 14 - n,
    at: ago(n * 2.3),
    by: n === 3 ? '' : `${pick(people, n % 2)}@skyport.example`,
    isDefault: n === 9,
    groups: 22 - (n % 4),
    lists: 11,
    entries: 340 - n * 7,
  })),
};
const previewText = `proxies:
  - {name: "🇭🇰 香港 01", type: "vmess", server: "203.0.113.1", port: 10001, alterId: 0, cipher: "auto", udp: true}
proxy-groups:
  - {name: "节点选择", type: "select", proxies: ["自动选择", "香港节点", "DIRECT", "🇭🇰 香港 01"]}
rules:
${defaultRules.lists.flatMap(({ suffixes }) => suffixes.map((s) => `  - "DOMAIN-SUFFIX,${s},节点选择"`)).join('\n')}
`;

/** Answers by path. `empty` leaves every list empty. */
export type Answers = ReadonlyMap<string, unknown>;

/** The site of every picture. */
export const site: HostInfo = {
  ...sampleHost,
  notice_title: '线路升级通知',
  notice_content: '本周六凌晨 2:00–4:00 升级香港与日本线路，期间可能短暂断线。\n升级后请更新一次订阅。',
  contact_info: 'Telegram @skyport_service',
  contentUrl_guonei: 'https://dl.skyport.example',
  contentUrl_guowai: 'https://dl-global.skyport.example',
  virtual_card_url: 'https://card.example',
};

/** Lists of the back office that nobody wrote an answer for are made up from their rows of the contract. */
const giveExamples = (answers: Map<string, unknown>, empty: boolean): void => {
  for (const { row } of allRows()) {
    if (row.kind !== 'call' || row.rate !== 'read' || row.audit === undefined || answers.has(row.path)) continue;
    const example = exampleOf(row.output, empty);
    if (example !== undefined) answers.set(row.path, example);
  }
};

/** What the calls of the console answer in a picture, each held against its row of the contract. */
export const answersFor = (viewer: Viewer, empty: boolean): Answers => {
  const answers = new Map<string, unknown>();
  const give = <C extends BuiltCall>(row: C, answer: Output<C>): void => {
    answers.set(row.path, row.output.parse(empty && Array.isArray(answer) ? [] : answer));
  };
  give(noticesCalls.hostGet, site);
  give(
    nodesCalls.agentList,
    nodes.map(({ _id, name, desc, country, speed, index }) => ({ _id, name, desc, country, speed, orderID: index })),
  );
  if (viewer === 'visitor') return answers;
  give(accountsCalls.userInfo, user(viewer));
  give(accountsCalls.myPermissions, empty ? [] : held);
  give(secondStepCalls.secondStep, { since: null, recoveryLeft: 0, required: false });
  // There is always the session that asks.
  answers.set(sessionsCalls.sessions.path, empty ? sessions.slice(0, 1) : sessions);
  const ownNames = { direct: ['bank.example.com', 'oa.example.cn'], proxied: ['news.example.org'] };
  answers.set(ownNamesCalls.ownNames.path, empty ? { direct: [], proxied: [] } : ownNames);
  giveTelegram(give, { bound: viewer === 'admin', empty });
  give(noticesCalls.list, [{ _id: id(9, 1), href: '/feedback', desc: '您的工单有了新的回复', time: ago(1) }]);
  give(trafficCalls.myTrafficRecords, trafficRecords.toReversed());
  const used = { fetches: linkFetches, networks: 16, networksToday: 14, alarmAbove: 12 };
  give(linkWatchCalls.linkFetches, empty ? { ...used, fetches: [], networks: 0, networksToday: 0 } : used);
  giveOrders(give, ago);
  giveWallet(give);
  giveTickets(give, { empty });
  givePartners(give, ago, empty);
  giveGifts(give, { ago, empty });
  give(checkinCalls.signUseInfo, user(viewer).signUseRewardInfo);
  if (viewer === 'customer') return answers;
  give(linkWatchCalls.linkAlarms, { at: ago(0), alarms: linkAlarms });
  give(linkWatchCalls.linkFetchesOf, empty ? { ...used, fetches: [], networks: 0, networksToday: 0 } : used);
  answerFleet(give, nodes);
  giveAudit(give, { empty });
  giveTrades(give, ago);
  giveShop(give);
  givePrizes(give, { empty });
  giveMoney(give);
  giveSystem(give, { empty });
  giveSettings(give, { empty });
  give(nodesCalls.list, nodes);
  give(nodesCalls.entryList, entries);
  give(nodesCalls.lineList, lines);
  give(couponsCalls.list, coupons);
  give(couponsCalls.recordList, couponRecords);
  give(permissionsCalls.list, permissions);
  give(rulesCalls.get, empty ? { ...rules, version: 0, isDefault: true, history: [] } : rules);
  give(rulesCalls.preview, {
    text: previewText,
    bytes: 29_119,
    emptyGroups: ['回国线路'],
    emptyLists: [],
    strayLists: [],
  });
  give(usersCalls.userlist, empty ? { users: [], total: 0 } : { users, total: 512 });
  giveUser(give, {
    user: users[1]!,
    records: trafficRecords.toReversed(),
    coupons: couponRecords,
    sessions,
    ago,
    empty,
  });
  giveExamples(answers, empty);
  return answers;
};

/** A link of Shadowsocks, which the lists of its apps and of ShadowsocksR's hold. */
const shadowsocks = (n: number): string => {
  const [name, flag] = pick(places, n);
  const secret = Buffer.from(`aes-256-gcm:${'k'.repeat(22)}`).toString('base64url');
  const title = `${flag} ${name} ${String(n + 1).padStart(2, '0')}`;
  return `ss://${secret}@203.0.113.${n + 10}:8388#${encodeURIComponent(title)}`;
};

export const documentFor = (empty: boolean): string => (empty ? '' : range(14, shadowsocks).join('\n'));
