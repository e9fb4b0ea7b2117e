import { auditKinds } from '@skyport/contract/audit-kinds';
import { couponTypeNames, type CouponType } from '@skyport/contract/coupons';
import { resolutionNames } from '@skyport/contract/money';
import { amount } from '../notices/index.ts';
import { PPM } from '../platform/ppm.ts';
import { comboSumText, comboText } from './digest-combos.ts';
import { prizeText } from './digest-prizes.ts';
import type { CouponSum, Digest, DigestTotals } from './digest-builder.ts';
import type { WorthChange } from './digest-changes.ts';
import type { DigestLine, MoneyDecision, Raised } from './digest-rules.ts';

/** Longest line: a reason may have five hundred characters, and Telegram takes four thousand in all. */
const LONGEST = 200;
/** Longest name of a coupon or product, and most days, within a line: what follows them is what matters. */
const NAME_KEPT = 30;
const DAYS_KEPT = 3;

const MILLI = 1000;
const BASIS = 10_000;

/** What so much of a type's own unit is: bytes, days, milli-yuan or ten-thousandths of whole orders. */
const valueText = (type: CouponType, value: bigint): string => {
  switch (type) {
    case 'freeUse':
      return amount(Number(value));
    case 'freeTime':
      return `${value} 天`;
    case 'cash':
      return `${Number(value) / MILLI} 元`;
    case 'discount':
      return `${Number(value) / BASIS} 单全价`;
  }
};

/** How many permissions, and until when the last of them is held. */
const permissionsText = (value: unknown): string => {
  const ends = Object.values(value ?? {}).map((end) => String(end).slice(0, 10));
  return ends.length === 0 ? '无' : `${ends.length} 项（最晚至 ${ends.toSorted().at(-1)}）`;
};

const fieldTexts: Readonly<Record<string, readonly [name: string, value: (value: unknown) => string]>> = {
  type: ['类型', (value) => couponTypeNames[value as CouponType]],
  traffic: ['流量', (value) => amount(Number(value))],
  traffic_limited: ['限时', (value) => (value === true ? '是' : '否')],
  traffic_hours: ['流量自动过期', (value) => `${Number(value)} 小时`],
  vip_days: ['会员天数', (value) => `${Number(value)} 天`],
  money: ['抵扣现金', (value) => `${Number(value) / MILLI} 元`],
  discount_bp: ['折扣', (value) => String(Number(value) / BASIS)],
  per_user: ['每人可用次数', (value) => (value === 0 ? '不限' : String(value))],
  total: ['总次数', (value) => (value === 0 ? '不限' : String(value))],
  expires_at: ['过期时间', (value) => String(value).slice(0, 10)],
  scale_ppm: ['倍率', (value) => String(Number(value) / PPM)],
  daily_unlimited: ['特殊每日限量', (value) => (value === true ? '是' : '否')],
  daily_unlimited_gb: ['每日限量', (value) => `${Number(value)} G`],
  normal_permission: ['通用权限', (value) => (value === true ? '是' : '否')],
  permissions: ['权限', permissionsText],
  force_reward: ['强制返利', (value) => (value === true ? '是' : '否')],
  reward_bp: ['返利比例', (value) => (value === undefined ? '无' : String(Number(value) / BASIS))],
  consumer_days: ['返利天数', (value) => (value === undefined ? '无' : `${Number(value)} 天`)],
};

const changeText = ({ field, from, to }: WorthChange): string => {
  const [name, value] = fieldTexts[field] ?? [field, String];
  return `${name} ${value(from)} → ${value(to)}`;
};

/** With its sign: what was given, or taken. */
const signed = (value: number | bigint, text: (size: number) => string): string =>
  `${value < 0 ? '-' : '+'}${text(Math.abs(Number(value)))}`;

const yuan = (milli: number): string => `${milli / MILLI} 元`;

const endText = (end: string | null): string => (end === null ? '无' : end.slice(0, 10));

type AdjustedLine = Extract<DigestLine, { readonly what: 'accountAdjusted' }>;

const adjustedText = ({ money, traffic, vip, changes, reason }: AdjustedLine): string => {
  const parts = [
    ...(money === 0 ? [] : [`钱包 ${signed(money, yuan)}`]),
    ...(traffic === 0 ? [] : [`流量 ${signed(traffic, amount)}`]),
    ...(vip ? [`会员到期 ${endText(vip[0])} → ${endText(vip[1])}`] : []),
    ...changes.map(changeText),
  ];
  return parts.join('，') + (reason === '' ? '' : `（${reason}）`);
};

const sumText = (type: CouponType, { sum, endless }: CouponSum): string =>
  (sum > 0n ? `，面值合计 ${valueText(type, sum)}` : '') + (endless > 0 ? `，其中 ${endless} 个不限次数` : '');

const madeText = (type: CouponType, sums: CouponSum, name = ''): string =>
  `新建${couponTypeNames[type]} ${sums.count} 个${name}${sumText(type, sums)}`;

/** What was added to the face value; a coupon that has no total any more says so by its changes. */
const raisedText = (raised: Raised | undefined): string =>
  raised && raised.sum > 0n ? `，面值增加 ${valueText(raised.type, raised.sum)}` : '';

const daysText = (days: readonly string[]): string =>
  days.slice(0, DAYS_KEPT).join('、') + (days.length > DAYS_KEPT ? ` 等 ${days.length} 天` : '');

type ChangedLine = Extract<DigestLine, { readonly what: 'couponChanged' }>;

/** Whose decision it was before comes first: it must not be what a long line loses. */
const changedText = ({ changes, raised, from }: ChangedLine, emails: ReadonlyMap<string, string>): string => {
  const decided = from === undefined ? '' : `（原由 ${emails.get(from) ?? from} 设定）`;
  return `修改优惠券${decided}：${changes.map(changeText).join('，')}${raisedText(raised)}`;
};

const shortName = (name: string): string => (name.length > NAME_KEPT ? `${name.slice(0, NAME_KEPT)}…` : name);

const madeLineText = (line: Extract<DigestLine, { readonly what: 'couponsMade' }>): string =>
  madeText(line.type, line, `（“${shortName(line.name)}”${line.count > 1 ? '等' : ''}）`);

const receiptText = ({
  amount: sum,
  reference,
  reason,
}: Extract<DigestLine, { readonly what: 'receiptNoted' }>): string =>
  `登记人工收款 ${yuan(sum)}，单号 ${reference}${reason === '' ? '' : `（${reason}）`}`;

const moneyDecisions: Readonly<Record<MoneyDecision, string>> = {
  ...resolutionNames,
  settled: '再次结算',
  dismissed: '忽略',
};

type DecidedLine = Extract<DigestLine, { readonly what: 'moneyDecided' }>;
type MarkedLine = Extract<DigestLine, { readonly what: 'walletMarked' }>;

/** Money comes first: it must not be what a long line loses. */
const decidedText = ({ to, amount: sum, currency, reference, reason }: DecidedLine): string => {
  const money = currency === 'CNY' ? yuan(sum) : `${sum / MILLI} ${currency}`;
  return `处理款项 ${money}：${moneyDecisions[to]}，单号 ${reference}${reason === '' ? '' : `（${reason}）`}`;
};

const moneyText = (line: DecidedLine | MarkedLine, emails: ReadonlyMap<string, string>): string =>
  line.what === 'moneyDecided'
    ? decidedText(line)
    : `设为可提现 ${yuan(line.amount)}：${emails.get(line.account) ?? line.account}（${line.reason}）`;

type FlagLine = Extract<DigestLine, { readonly what: 'flagEnded' }>;

const HOUR_MS = 3_600_000;

const takenText = ({ traffic, vip_ms, rebate, credited }: NonNullable<FlagLine['taken']>): string => {
  const some = (sum: number, text: string): string[] => (sum > 0 ? [text] : []);
  const parts = [
    ...some(traffic, `流量 ${amount(traffic)}`),
    ...some(vip_ms, `会员 ${Math.floor(vip_ms / HOUR_MS)} 小时`),
    ...some(rebate, `返利 ${yuan(rebate)}`),
    ...some(credited, `钱包 ${yuan(credited)}`),
  ];
  return parts.length === 0 ? '已无剩余' : parts.join('、');
};

const flagText = ({ order, reason, taken }: FlagLine): string =>
  taken
    ? `收回订单“${shortName(order)}”：${takenText(taken)}（${reason}）`
    : `解除订单“${shortName(order)}”的退款标记（${reason}）`;

const decisions = { bill: '计费', dismiss: '驳回' } as const;

type NodeUseLine = Extract<DigestLine, { readonly what: 'reportDecided' | 'useReturned' | 'journalAccepted' }>;

const nodeUseText = (line: NodeUseLine): string => {
  switch (line.what) {
    case 'reportDecided':
      return `${decisions[line.action]}一份用量报告（${line.reason}）`;
    case 'useReturned':
      return `退回节点用量：${daysText(line.days)}，共 ${amount(line.bytes)}（${line.reason}）`;
    case 'journalAccepted':
      return `接受节点账本（${line.reason}）`;
  }
};

/** Lines of what staff sell, give or change of an account. */
type ShopLine = Extract<
  DigestLine,
  {
    what:
      | 'couponsMade'
      | 'comboMade'
      | 'comboCheaper'
      | 'prizeMade'
      | 'prizeBetter'
      | 'couponChanged'
      | 'accountAdjusted'
      | 'rebateSet';
  }
>;

const otherText = (line: Exclude<DigestLine, ShopLine>, emails: ReadonlyMap<string, string>): string => {
  switch (line.what) {
    case 'receiptNoted':
      return receiptText(line);
    case 'trafficGiven':
      return `从工单赠送流量 ${amount(line.bytes)}（${line.reason}）`;
    case 'moneyDecided':
    case 'walletMarked':
      return moneyText(line, emails);
    case 'flagEnded':
      return flagText(line);
    case 'unreadable':
      return `${line.count} 条无法识别的“${auditKinds[line.kind]}”记录`;
    default:
      return nodeUseText(line);
  }
};

const whatText = (line: DigestLine, emails: ReadonlyMap<string, string>): string => {
  switch (line.what) {
    case 'couponsMade':
      return madeLineText(line);
    case 'comboMade':
    case 'comboCheaper':
      return comboText(line, shortName);
    case 'prizeMade':
    case 'prizeBetter':
      return prizeText(line, shortName);
    case 'couponChanged':
      return changedText(line, emails);
    case 'accountAdjusted':
      return `调整用户 ${emails.get(line.account) ?? line.account}：${adjustedText(line)}`;
    case 'rebateSet':
      return `设定渠道 ${emails.get(line.account) ?? line.account}：${line.changes.map(changeText).join('，')}`;
    default:
      return otherText(line, emails);
  }
};

/** One line of the digest; `emails` are the addresses of accounts. */
export const lineText = (line: DigestLine, emails: ReadonlyMap<string, string>): string => {
  const who = line.actor === null ? '服务器命令' : (emails.get(line.actor) ?? line.actor);
  const text = `${who}：${whatText(line, emails)}`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
};

const accountsText = ({ count, money, traffic }: DigestTotals['accounts']): string =>
  `调整用户 ${count} 次，钱包合计 ${signed(money, yuan)}，流量合计 ${signed(traffic, amount)}`;

const totalsText = (totals: DigestTotals): string => {
  const {
    made,
    raised,
    combos,
    prizes,
    accounts,
    rebates,
    given,
    receipts,
    decided,
    marked,
    flags,
    returned,
    reports,
    journals,
    changes,
    unreadable,
  } = totals;
  const counted = (count: number, text: string): string[] => (count > 0 ? [text] : []);
  return [
    ...[...made].map(([type, sums]) => madeText(type, sums)),
    ...[...raised].map(([type, sums]) => `提高${couponTypeNames[type]} ${sums.count} 次${sumText(type, sums)}`),
    ...counted(combos.count, comboSumText(combos)),
    ...counted(prizes, `新建或提高奖品 ${prizes} 次`),
    ...counted(accounts.count, accountsText(accounts)),
    ...counted(rebates, `设定渠道返利 ${rebates} 次`),
    ...counted(given.count, `从工单赠送流量 ${given.count} 次，共 ${amount(Number(given.bytes))}`),
    ...counted(receipts.count, `登记人工收款 ${receipts.count} 笔，共 ${yuan(Number(receipts.money))}`),
    ...counted(decided, `处理款项 ${decided} 笔`),
    ...counted(marked.count, `设为可提现 ${marked.count} 次，共 ${yuan(Number(marked.money))}`),
    ...counted(flags, `处理退款标记 ${flags} 个`),
    ...counted(returned.count, `退回节点用量 ${returned.count} 次，共 ${amount(Number(returned.bytes))}`),
    ...counted(reports, `处理用量报告 ${reports} 份`),
    ...counted(journals, `接受节点账本 ${journals} 次`),
    ...counted(unreadable, `无法识别 ${unreadable} 条`),
    ...counted(changes, `修改优惠券 ${changes} 次`),
  ].join('、');
};

/** Texts around the lines of the digest. */
export const digestTexts = {
  subject: (days: string): string => `员工发放与调整（${days}）`,
  head: (days: string, count: number): string => `${days} 员工发放与调整共 ${count} 项`,
  /** What is said when not every line is named: the sums of all, and how many lines are left out. */
  more: ({ count, totals }: Digest, named: number): string[] =>
    count > named ? [`全部合计：${totalsText(totals)}`, `另有 ${count - named} 项，见操作记录`] : [],
  open: '查看操作记录',
} as const;
