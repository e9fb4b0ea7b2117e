import type { CallerRead } from '../../platform/caller-read.ts';
import type { AccountType } from '../../platform/deps.ts';
import type { TrafficColumns } from '../../traffic/index.ts';

/** Everything the console shows about the logged-in account, as stored. Money in milli-yuan, traffic in bytes. */
export interface ProfileRow extends TrafficColumns {
  readonly id: string;
  readonly email: string;
  readonly icon: string;
  readonly type: AccountType | null;
  readonly userkey_enc: Buffer;
  readonly paid: boolean;
  readonly is_agency_user: boolean;
  readonly is_agency: boolean;
  readonly second_step: boolean;
  readonly in_xinjiang: boolean;
  readonly in_foreign: boolean;
  readonly use_english_node: boolean;
  readonly channel_code: string;
  readonly prefer_domain: string;
  readonly describe_host: string;
  readonly last_active_at: Date;
  readonly telegram_id: string | null;
  /** Name of the bot at Telegram; null while there is none. */
  readonly telegram_bot: string | null;
  readonly checkin_day: string | null;
  readonly checkin_streak: number | null;
  readonly wallet: number;
}

/** The profile across the tables of three features, with the session: it is read with every page. */
export const profileRead: CallerRead = {
  name: 'profile',
  columns: `u.icon, u.userkey_enc, u.in_xinjiang, u.in_foreign, u.use_english_node, u.channel_code, u.prefer_domain,
            u.is_agency, u.describe_host, u.last_active_at, u.telegram_id::text as telegram_id,
            (select username from telegram_bot) as telegram_bot, u.daily_unlimited, u.daily_unlimited_gb,
            t.granted, t.spent, t.vip_until, t.daily_quota, t.day::text as day, t.day_used,
            c.day::text as checkin_day, c.streak as checkin_streak, w.balance as wallet`,
  joins: `join traffic_account t on t.user_num = u.num
          left join lateral (select day, streak from checkins where user_id = u.id order by day desc limit 1) c on true
          cross join lateral (select coalesce(sum(balance), 0)::bigint as balance from ledger_account
                           where owner = u.num and kind in ('wallet', 'wallet_rebate') and unit = 'CNY_MILLI') w`,
};
