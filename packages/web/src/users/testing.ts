import type { UserRow } from '@skyport/contract/users';
import { gigabytes } from '@skyport/contract/units';

/** A paying customer, as admins see the account. */
export const sampleAccount: UserRow = {
  _id: '01970000-0000-7000-8000-000000000001',
  email: 'lin@example.com',
  type: 'normal',
  disable: false,
  scale: 1,
  channel_code: 'K7M2QX',
  createTime: '2026-11-01T00:00:00.000Z',
  paidUser: true,
  is_agency: false,
  is_agency_user: false,
  wallet_money: 36.5,
  spendTraffic: gigabytes(2),
  traffic: gigabytes(50),
  vipExpireTime: null,
  lastActiveTime: '2026-11-20T00:00:00.000Z',
  first_url: '',
  last_url: '',
  userkey: '',
  dailyDescribKey: 'k'.repeat(32),
  canChangeDescribeKey: true,
  canChangePassword: true,
  normalPermission: false,
  specialDailyUnlimitTraffic: false,
  dailyUnlimitTraffic: 0,
  forceReward: false,
  password: '',
};
