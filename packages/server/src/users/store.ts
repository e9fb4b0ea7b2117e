import type { userSorts } from '@skyport/contract/users';
import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';
import type { AccountType } from '../platform/deps.ts';
import { containing } from '../platform/like-pattern.ts';

/** An account as the list needs it: no password, and the link key only as it is stored, encrypted. */
export interface ListedUser {
  readonly id: string;
  readonly num: number;
  readonly email: string;
  readonly type: AccountType | null;
  readonly disabled: boolean;
  readonly scale_ppm: number;
  readonly channel_code: string;
  readonly created_at: Date;
  readonly paid: boolean;
  readonly is_agency: boolean;
  readonly is_agency_user: boolean;
  readonly last_active_at: Date;
  readonly first_url: string;
  readonly last_url: string;
  readonly userkey_enc: Buffer;
  readonly can_change_key: boolean;
  readonly can_change_password: boolean;
  readonly second_step: boolean;
  readonly normal_permission: boolean;
  readonly daily_unlimited: boolean;
  readonly daily_unlimited_gb: number;
  readonly force_reward: boolean;
  readonly granted: number;
  readonly spent: number;
  readonly vip_until: Date | null;
  readonly wallet: number;
}

/** Which accounts, in which order. */
export interface UserQuery {
  readonly limit: number;
  readonly offset: number;
  readonly filter: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly sortBy: (typeof userSorts)[number];
  readonly descending: boolean;
}

/** The only columns by which a caller may sort. */
const sortColumns: Record<UserQuery['sortBy'], RawBuilder<unknown>> = {
  createTime: sql`u.created_at`,
  lastActiveTime: sql`u.last_active_at`,
  email: sql`u.email`,
  traffic: sql`t.granted`,
  spendTraffic: sql`t.spent`,
  vipExpireTime: sql`t.vip_until`,
};

const matching = ({ filter, from, to }: UserQuery): RawBuilder<unknown> => {
  const parts = [sql`true`];
  if (filter) {
    const pattern = containing(filter);
    parts.push(sql`(u.email ilike ${pattern} or u.id::text ilike ${pattern} or u.channel_code ilike ${pattern})`);
  }
  if (from) parts.push(sql`u.created_at >= ${from}`);
  if (to) parts.push(sql`u.created_at <= ${to}`);
  return sql.join(parts, sql` and `);
};

/** One page of the accounts that match. The page is cut before the wallets are looked up. */
export const listUsers = async (db: Db, query: UserQuery): Promise<ListedUser[]> => {
  const order = sql`${sortColumns[query.sortBy]} ${query.descending ? sql`desc nulls last` : sql`asc nulls first`}`;
  const { rows } = await sql<ListedUser>`
    with page as (
      select u.id, u.num, u.email, u.type, u.disabled, u.scale_ppm, u.channel_code, u.created_at, u.paid, u.is_agency,
             u.is_agency_user, u.last_active_at, u.first_url, u.last_url, u.userkey_enc, u.can_change_key,
             u.can_change_password, u.second_step, u.normal_permission, u.daily_unlimited, u.daily_unlimited_gb, u.force_reward,
             t.granted, t.spent, t.vip_until, row_number() over (order by ${order}, u.id) as place
        from users u join traffic_account t on t.user_num = u.num
       where ${matching(query)}
       order by ${order}, u.id
       limit ${query.limit} offset ${query.offset})
    select page.*, coalesce(w.balance, 0) as wallet
      from page left join ledger_account w on w.owner = page.num and w.kind = 'wallet' and w.unit = 'CNY_MILLI'
     order by place`.execute(db);
  return rows;
};

/** How many accounts match. */
export const countUsers = async (db: Db, query: UserQuery): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users u where ${matching(query)}`.execute(db);
  return rows[0]?.count ?? 0;
};
