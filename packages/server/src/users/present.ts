import { milli, yuanOfMilli } from '@skyport/contract/units';
import type { UserRow } from '@skyport/contract/users';
import type { ListedUser } from './store.ts';

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
  wallet_money: yuanOfMilli(milli(Number(row.wallet))),
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
  password: '',
});
