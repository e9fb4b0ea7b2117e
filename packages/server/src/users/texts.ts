import type { EditableName } from '@skyport/contract/users-form';
import { amount } from '../notices/index.ts';

/** A field that somebody else changed: its label, what was shown, and what stands there now. */
interface StaleField {
  readonly name: EditableName;
  readonly label: string;
  readonly from: unknown;
  readonly to: unknown;
}

const valueText = (name: EditableName, value: unknown): string => {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (value === null || value === undefined || value === '') return '空';
  if (Array.isArray(value)) return `${value.length} 项`;
  if (name === 'traffic') return amount(Number(value));
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
};

const staleField = ({ name, label, from, to }: StaleField): string =>
  `${label} ${valueText(name, from)} → ${valueText(name, to)}`;

/** Texts of what staff change of an account. */
export const editTexts = {
  /** How an adjustment stands in the account's traffic records. */
  adjusted: '管理员调整',
  stale: (fields: readonly StaleField[]): string =>
    `该用户刚被修改（${fields.map(staleField).join('，')}），请核对后重新保存`,
  unshown: '修改钱包、流量或会员需要同时发送修改前的值',
  reasonMissing: '请填写修改钱包、流量或会员的原因',
  ownDisabled: '不能禁用自己的账号',
  lastAdmin: '这是最后一位可用的管理员，不能禁用',
  agencyOfAgency: '代理商不能同时是代理商用户',
  staffOfAgency: '管理员和运营不能成为代理商用户',
  ownAgency: '不能选择该用户自己作为代理商',
  noAgency: '该账号不是代理商，或已被删除，请重新选择',
  openBalance: '该用户还有钱包余额，或未完成的订单、提现、转赠',
  noPermission: '权限不存在',
  tooMuch: '数值过大',
  walletTooLow: '钱包余额不足',
  trafficTooLow: (left: number): string => `最多只能减少 ${amount(left)}`,
} as const;

/** A field of a channel that somebody else changed: its name, what was shown, and what stands there now. */
type StaleChannelField = readonly [name: keyof typeof channelLabels, from: string | number, to: string | number];

const channelLabels = {
  name: '渠道名称',
  code: '渠道码',
  rewardRate: '返利比例',
  comsumerDuration: '返利天数',
} as const;

/** Texts of what staff change of a channel. */
export const channelTexts = {
  stale: (fields: readonly StaleChannelField[]): string =>
    `该渠道刚被修改（${fields
      .map(([name, from, to]) => `${channelLabels[name]} ${from === '' ? '空' : from} → ${to === '' ? '空' : to}`)
      .join('，')}），请核对后重新保存`,
  agencyUser: '代理商用户不能成为渠道',
  codeTaken: '该渠道码已属于其他用户',
} as const;
