import type { UserRow } from './users.ts';

/** Titles of the columns in which accounts are listed and exported. */
export const userColumnTitles = {
  email: '邮箱',
  state: '状态',
  type: '身份',
  channel: '渠道码',
  traffic: '流量',
  left: '剩余流量',
  spendTraffic: '已用流量',
  vipExpireTime: '会员到期',
  money: '钱包（元）',
  paid: '付费用户',
  createTime: '注册时间',
  lastActiveTime: '最近活跃',
  scale: '倍率',
  agency: '代理商',
  agencyUser: '代理商用户',
  daily: '每日限量（G）',
  forceReward: '强制返利',
  firstUrl: '首次来源',
  lastUrl: '最近来源',
  id: 'ID',
} as const;
export type UserColumn = keyof typeof userColumnTitles;

/** Whether an account may be used, and has something to use, in words. */
export const userStateNames = { on: '正常', empty: '无可用流量', off: '禁用' } as const;

/** State of an account at an instant, in ms since 1970. */
export const userStateOf = (
  {
    disable,
    traffic,
    spendTraffic,
    vipExpireTime,
  }: Pick<UserRow, 'disable' | 'traffic' | 'spendTraffic' | 'vipExpireTime'>,
  now: number,
): keyof typeof userStateNames => {
  if (disable) return 'off';
  const isMember = vipExpireTime !== null && Date.parse(vipExpireTime) > now;
  return isMember || traffic > spendTraffic ? 'on' : 'empty';
};

/** Types of accounts, in words. */
export const userTypeNames = { admin: '管理员', yunying: '运营', channel: '渠道', normal: '用户' } as const;

const NO_TYPE = '—';

/** What an account is: its type, and what it has to do with agencies. */
export const userTypeText = ({
  type,
  is_agency,
  is_agency_user,
}: Pick<UserRow, 'type' | 'is_agency' | 'is_agency_user'>): string =>
  [
    type ? userTypeNames[type] : NO_TYPE,
    ...(is_agency ? [userColumnTitles.agency] : []),
    ...(is_agency_user ? [userColumnTitles.agencyUser] : []),
  ].join(' · ');
