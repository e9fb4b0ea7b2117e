import type { ChangedSince } from '@skyport/contract/changed-fields';
import { amount } from '../notices/index.ts';

const valueText = (name: string, value: unknown): string => {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (value === null || value === undefined || value === '') return '空';
  if (Array.isArray(value)) return `${value.length} 项`;
  if (name === 'traffic') return amount(Number(value));
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
};

/** What somebody else changed of a thing whose form was open. */
export const staleText = <F>(thing: string, fields: readonly ChangedSince<F>[]): string => {
  const parts = fields.map(({ name, label, from, to }) => `${label} ${valueText(name, from)} → ${valueText(name, to)}`);
  return `该${thing}刚被修改（${parts.join('，')}），请核对后重新保存`;
};

/** Texts of what staff change of an account. */
export const editTexts = {
  /** How an adjustment stands in the account's traffic records. */
  adjusted: '管理员调整',
  unshown: '修改钱包、流量或会员需要同时发送修改前的值',
  reasonMissing: '请填写修改钱包、流量或会员的原因',
  ownDisabled: '不能禁用自己的账号',
  lastAdmin: '这是最后一位可用的管理员，不能禁用',
  agencyOfAgency: '代理商不能同时是代理商用户',
  staffOfAgency: '管理员和运营不能成为代理商用户',
  ownAgency: '不能选择该用户自己作为代理商',
  hasCustomers: (count: number): string => `该代理商还有 ${count} 个下级客户，请先将他们移出`,
  noAgency: '该账号不是代理商，或已被删除，请重新选择',
  openBalance: '该用户还有钱包余额，或未完成的订单、提现、转赠',
  noPermission: '权限不存在',
  tooMuch: '数值过大',
  adjustedOtherwise: '钱包或流量已按先前填写的数值修改，请关闭窗口后查看',
  walletTooLow: '钱包余额不足',
  trafficTooLow: (left: number): string => `最多只能减少 ${amount(left)}`,
} as const;

/** Texts of what staff change of a channel. */
export const channelTexts = {
  agencyUser: '代理商用户不能成为渠道',
  codeTaken: '该渠道码已属于其他用户',
} as const;
