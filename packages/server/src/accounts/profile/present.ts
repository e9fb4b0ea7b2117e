import type { UserInfo } from '@skyport/contract/accounts';
import { yuanOf } from '@skyport/contract/units';
import type { Settings } from '@skyport/contract/settings-table';
import { checkedIn, shownStreak, signUseRewardInfo } from '../../checkin/index.ts';
import { preferredDomainOf } from '../../platform/preferred-domain.ts';
import { limitOf, trafficStateOf, usedToday } from '../../traffic/index.ts';
import type { ProfileRow } from './profile-store.ts';

const last = (row: ProfileRow) =>
  row.checkin_day === null ? undefined : { day: row.checkin_day, streak: row.checkin_streak ?? 1 };

/** What of a profile is not stored with the account. */
interface ProfileContext {
  /** The key of the subscription link; empty where the session may not see it. */
  readonly userkey: string;
  readonly settings: Settings;
  /** The current day, `YYYY-MM-DD`. */
  readonly today: string;
}

/** The profile as its owner sees it on `today`. */
export const presentProfile = (row: ProfileRow, { userkey, settings, today }: ProfileContext): UserInfo => ({
  _id: row.id,
  email: row.email,
  icon: row.icon,
  ...(row.type && { type: row.type }),
  userkey,
  paidUser: row.paid,
  traffic: Number(row.granted),
  spendTraffic: Number(row.spent),
  vipExpireTime: row.vip_until?.toISOString() ?? null,
  dailyTimePackageUsage: usedToday(trafficStateOf(row), today),
  limit: limitOf(trafficStateOf(row)),
  specialDailyUnlimitTraffic: row.daily_unlimited,
  haveContinueSignUseData: shownStreak(last(row), today, settings.continueSignUseDay),
  signUseToday: checkedIn(last(row), today),
  signUseRewardInfo: signUseRewardInfo(settings),
  channel_code: row.channel_code,
  preferDomain: preferredDomainOf(row, settings),
  describe_host: row.describe_host || settings.describe_host,
  inXinjiang: row.in_xinjiang,
  in_foreign: row.in_foreign,
  use_english_node: row.use_english_node,
  is_agency_user: row.is_agency_user,
  is_agency: row.is_agency,
  telegram_bound: row.telegram_id !== null,
  telegram_bot: row.telegram_bot === null || row.is_agency_user ? '' : `https://t.me/${row.telegram_bot}`,
  wallet_money: yuanOf(Number(row.wallet)),
  ...(row.paid && { apple_share_url: settings.apple_share_url }),
});
