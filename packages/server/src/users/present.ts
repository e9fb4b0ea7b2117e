import { domainOf } from '@skyport/contract/hosts';
import { yuanOf } from '@skyport/contract/units';
import type { UserDetail, UserRow } from '@skyport/contract/users';
import type { EditableUser } from '@skyport/contract/users-form';
import type { ListedUser, UserRecord } from './store.ts';

/** An account as admins see it. The customer's own key never leaves; the day's key stands in for it. */
export const presentUser = (row: ListedUser, dailyKey: string): UserRow => ({
  _id: row.id,
  email: row.email,
  ...(row.type && { type: row.type }),
  disable: row.disabled,
  scale: Number(row.scale_ppm) / 1e6,
  channel_code: row.channel_code,
  createTime: row.created_at.toISOString(),
  paidUser: row.paid,
  is_agency: row.is_agency,
  is_agency_user: row.is_agency_user,
  wallet_money: yuanOf(Number(row.wallet)),
  spendTraffic: Number(row.spent),
  traffic: Number(row.granted),
  vipExpireTime: row.vip_until?.toISOString() ?? null,
  lastActiveTime: row.last_active_at.toISOString(),
  first_url: row.first_url,
  last_url: row.last_url,
  userkey: '',
  dailyDescribKey: dailyKey,
  canChangeDescribeKey: row.can_change_key,
  canChangePassword: row.can_change_password,
  second_step: row.second_step,
  normalPermission: row.normal_permission,
  specialDailyUnlimitTraffic: row.daily_unlimited,
  dailyUnlimitTraffic: row.daily_unlimited_gb,
  forceReward: row.force_reward,
  agent_id: row.agent_id,
  describe_host: row.describe_host,
  preferDomain: domainOf(row.prefer_domain),
  password: '',
});

/** One account as its own page shows it. */
export const presentDetail = (row: UserRecord, dailyKey: string): UserDetail => ({
  ...presentUser(row, dailyKey),
  agent_email: row.agent_email ?? '',
  inviter_email: row.inviter_email ?? '',
  permissions: row.permissions.map(({ id, name, until }) => ({
    id,
    name,
    expireTime: new Date(until).toISOString(),
  })),
});

/** What of a stored account can be edited, as its form says it. */
export const editableOf = (row: UserRecord): EditableUser => {
  const { permissions, ...shown } = presentDetail(row, '');
  return {
    ...shown,
    permissions: permissions.map(({ id, expireTime }) => ({ id, expireTime })),
  };
};
