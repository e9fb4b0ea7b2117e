import { auditKinds } from '@skyport/contract/audit-kinds';
import { couponTypeNames, type CouponType } from '@skyport/contract/coupons';
import { amount } from '../notices/index.ts';
import type { CouponChange, DigestLine } from './digest-rules.ts';

/** Longest line: a reason may have five hundred characters, and Telegram takes four thousand in all. */
const LONGEST = 200;

const MILLI = 1000;
const BASIS = 10_000;

/** What so much of a type's own unit is: bytes, days or milli-yuan. */
const valueText = (type: CouponType, value: bigint): string => {
  switch (type) {
    case 'freeUse':
      return amount(Number(value));
    case 'freeTime':
      return `${value} 天`;
    case 'cash':
      return `${Number(value) / MILLI} 元`;
    case 'discount':
      return '';
  }
};

const fieldTexts: Readonly<Record<string, readonly [name: string, value: (value: unknown) => string]>> = {
  type: ['类型', (value) => couponTypeNames[value as CouponType]],
  traffic: ['流量', (value) => amount(Number(value))],
  vip_days: ['会员天数', (value) => `${Number(value)} 天`],
  money: ['抵扣现金', (value) => `${Number(value) / MILLI} 元`],
  discount_bp: ['折扣', (value) => String(Number(value) / BASIS)],
  per_user: ['每人可用次数', (value) => (value === 0 ? '不限' : String(value))],
  total: ['总次数', (value) => (value === 0 ? '不限' : String(value))],
  expires_at: ['过期时间', (value) => String(value).slice(0, 10)],
};

const changeText = ({ field, from, to }: CouponChange): string => {
  const [name, value] = fieldTexts[field] ?? [field, String];
  return `${name} ${value(from)} → ${value(to)}`;
};

const whatText = (line: DigestLine): string => {
  switch (line.what) {
    case 'couponsMade': {
      const sum = line.sum > 0n ? `，面值合计 ${valueText(line.type, line.sum)}` : '';
      const endless = line.endless > 0 ? `，其中 ${line.endless} 个不限次数` : '';
      return `新建${couponTypeNames[line.type]} ${line.count} 个（“${line.name}”${line.count > 1 ? '等' : ''}）${sum}${endless}`;
    }
    case 'couponChanged':
      return `修改优惠码：${line.changes.map(changeText).join('，')}`;
    case 'reportDecided':
      return `${line.action === 'bill' ? '计费' : '驳回'}一份用量报告（${line.reason}）`;
    case 'useReturned':
      return `退回节点用量：${line.days.join('、')}，共 ${amount(line.bytes)}（${line.reason}）`;
    case 'journalAccepted':
      return `接受节点账本（${line.reason}）`;
    case 'unreadable':
      return `一条无法识别的“${auditKinds[line.kind]}”记录`;
  }
};

/** One line of the digest; `emails` are the addresses of accounts. */
export const lineText = (line: DigestLine, emails: ReadonlyMap<string, string>): string => {
  const who = line.actor === null ? '服务器命令' : (emails.get(line.actor) ?? line.actor);
  const text = `${who}：${whatText(line)}`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
};

/** Words around the lines of the digest. */
export const digestTexts = {
  subject: (days: string): string => `员工发放与调整（${days}）`,
  head: (days: string, count: number): string => `${days} 员工发放与调整共 ${count} 项`,
  more: (count: number): string[] => (count > 0 ? [`另有 ${count} 项，见操作记录`] : []),
  open: '查看操作记录',
} as const;
