import type { UserType } from '@skyport/contract/accounts';
import type { userSorts, userStates } from '@skyport/contract/users';
import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';
import type { AccountType } from '../platform/deps.ts';
import { idRangeOf } from '../platform/id-range.ts';
import { containing } from '../platform/like-pattern.ts';
import { type ListTotal, totalOf } from '../platform/list-total-store.ts';

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
  readonly agent_id: string | null;
  readonly describe_host: string;
  readonly prefer_domain: string;
  readonly granted: number;
  readonly spent: number;
  readonly vip_until: Date | null;
  readonly wallet: number;
}

/** Which accounts. */
export interface UserMatch {
  readonly filter: string;
  readonly agencies: boolean;
  readonly type?: UserType | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly state: (typeof userStates)[number] | undefined;
  /** The instant at which memberships have ended. */
  readonly now: Date;
}

/** Which accounts, in which order. */
export interface UserQuery extends UserMatch {
  readonly limit: number;
  readonly offset: number;
  readonly sortBy: (typeof userSorts)[number];
  readonly descending: boolean;
}

/**
 * The only columns by which a caller may sort, each with the number that decides between equals: that of the same
 * table, so that one index holds the order. Only the end of membership may be missing. Last visit and use are sorted by
 * copies of every ten minutes.
 */
const sortColumns: Record<UserQuery['sortBy'], { readonly by: string; readonly num: string; readonly gaps?: true }> = {
  createTime: { by: 'u.created_at', num: 'u.num' },
  lastActiveTime: { by: 'c.last_active_at', num: 'c.user_num' },
  email: { by: 'u.email', num: 'u.num' },
  traffic: { by: 't.granted', num: 't.user_num' },
  spendTraffic: { by: 'c.spent', num: 'c.user_num' },
  vipExpireTime: { by: 't.vip_until', num: 't.user_num', gaps: true },
};

/** Tables of those columns, to be joined to accounts. */
const sortTables: Readonly<Record<string, string>> = {
  'u.num': '',
  't.user_num': 'join traffic_account t on t.user_num = u.num',
  'c.user_num': 'join user_sort_values c on c.user_num = u.num',
};

const orderOf = ({ by, num, gaps }: (typeof sortColumns)[UserQuery['sortBy']], descending: boolean) => {
  const [way, empty] = descending ? ['desc', ' nulls last'] : ['asc', ' nulls first'];
  return sql.raw(`${by} ${way}${gaps ? empty : ''}, ${num} ${way}`);
};

/** Conditions on `users u`, and on `traffic_account t`. */
const conditionsOf = ({ filter, agencies, type, ids, from, to, state, now }: UserMatch) => {
  const [users, traffic]: [RawBuilder<unknown>[], RawBuilder<unknown>[]] = [[], []];
  if (filter) {
    const pattern = containing(filter);
    const range = idRangeOf(filter);
    const byId = range ? sql`or u.id between ${range.from}::uuid and ${range.to}::uuid` : sql``;
    users.push(sql`(u.email ilike ${pattern} or u.channel_code ilike ${pattern} ${byId})`);
  }
  if (agencies) users.push(sql`u.is_agency`);
  if (type) users.push(sql`u.type = ${type}`);
  if (ids) users.push(sql`u.id = any(${[...ids]}::uuid[])`);
  if (from) users.push(sql`u.created_at >= ${from}`);
  if (to) users.push(sql`u.created_at <= ${to}`);
  // As the statistics of migration 185 name it.
  if (state === 'exhausted') traffic.push(sql`t.granted - t.spent <= 0`);
  if (state === 'expired') traffic.push(sql`t.vip_until <= ${now}`);
  return { users, traffic };
};

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions], sql` and `);

/** Accounts that match, where `users u` is listed. */
const matching = (match: UserMatch): RawBuilder<unknown> => {
  const { users, traffic } = conditionsOf(match);
  if (traffic.length === 0) return all(users);
  return all([...users, sql`u.num in (select t.user_num from traffic_account t where ${all(traffic)})`]);
};

/** Accounts that match, from the tables that the conditions name and no other. */
const sourceOf = (match: UserMatch): { readonly num: RawBuilder<unknown>; readonly from: RawBuilder<unknown> } => {
  const { users, traffic } = conditionsOf(match);
  if (traffic.length === 0) return { num: sql`u.num`, from: sql`users u where ${all(users)}` };
  const tables = sql.raw(`traffic_account t ${users.length > 0 ? 'join users u on u.num = t.user_num' : ''}`);
  return { num: sql`t.user_num`, from: sql`${tables} where ${all([...users, ...traffic])}` };
};

const columns = sql.raw(`u.id, u.num, u.email, u.type, u.disabled, u.scale_ppm, u.channel_code, u.created_at, u.paid,
  u.is_agency, u.is_agency_user, u.last_active_at, u.first_url, u.last_url, u.userkey_enc, u.can_change_key,
  u.can_change_password, u.second_step, u.normal_permission, u.daily_unlimited, u.daily_unlimited_gb, u.force_reward,
  u.agent_id, u.describe_host, u.prefer_domain, t.granted, t.spent, t.vip_until`);

/** Up to so many matches are found first and sorted afterwards: an index of the order might reach them last. */
const FEW = 1000;

/** Numbers of one page of the accounts that match; `total` is how many there are: the far half is read from its end. */
const cutPage = async (db: Db, query: UserQuery, total: number): Promise<number[]> => {
  const { limit, offset, sortBy, descending } = query;
  const size = Math.min(limit, total - offset);
  if (size <= 0) return [];
  const isFar = total > FEW && offset > total / 2;
  const from = isFar ? total - offset - size : offset;
  const column = sortColumns[sortBy];
  const found = sql`from users u ${sql.raw(sortTables[column.num] ?? '')} where ${matching(query)}`;
  // With `offset 0` PostgreSQL finds all matches before it sorts.
  const few = sql`from (select ${sql.raw(`${column.by} as by, ${column.num} as num`)} ${found} offset 0) f`;
  const [source, ordered] = total > FEW ? [found, column] : [few, { ...column, by: 'f.by', num: 'f.num' }];
  const { rows } = await sql<{ num: number }>`
    select ${sql.raw(ordered.num)} as num ${source}
     order by ${orderOf(ordered, descending !== isFar)} limit ${size} offset ${from}`.execute(db);
  const nums = rows.map(({ num }) => num);
  return isFar ? nums.toReversed() : nums;
};

/** The accounts with these numbers, in their order. */
const rowsOf = async (db: Db, nums: readonly number[]): Promise<ListedUser[]> => {
  const { rows } = await sql<ListedUser>`
    select ${columns}, w.balance as wallet
      from unnest(${nums}::bigint[]) with ordinality page (num, place)
      join users u on u.num = page.num join traffic_account t on t.user_num = page.num
     cross join lateral (select coalesce(sum(balance), 0)::bigint as balance from ledger_account
                          where owner = page.num and kind in ('wallet', 'wallet_rebate') and unit = 'CNY_MILLI') w
     order by page.place`.execute(db);
  return rows;
};

/** One page of the accounts that match, of `total`. The page is cut before anything else of its accounts is read. */
export const listUsers = async (db: Db, query: UserQuery, total: number): Promise<ListedUser[]> =>
  rowsOf(db, await cutPage(db, query, total));

/** Accounts that match behind a number, from the newest to the oldest; cut by numbers that an index holds in order. */
export const listUsersBehind = async (
  db: Db,
  match: UserMatch,
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
): Promise<ListedUser[]> => {
  const { num, from } = sourceOf(match);
  const { rows } = await sql<{ num: number }>`
    select ${num} as num from ${from} ${after === undefined ? sql`` : sql`and ${num} < ${after}`}
     order by ${num} desc limit ${limit}`.execute(db);
  return rowsOf(
    db,
    rows.map((row) => row.num),
  );
};

/** How many accounts match; many are estimated. */
export const totalUsers = (db: Db, match: UserMatch): Promise<ListTotal> =>
  totalOf(db, sql`from ${sourceOf(match).from}`);

/** How many accounts match, exactly. */
export const countUsers = async (db: Db, match: UserMatch): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sourceOf(match).from}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** One account with its agency and everything it was ever given. */
export interface UserRecord extends ListedUser {
  /** Address of its agency. */
  readonly agent_email: string | null;
  /** Address of the account whose channel it came by. */
  readonly inviter_email: string | null;
  /** Permissions by id; `until` as PostgreSQL writes instants. */
  readonly permissions: readonly { readonly id: string; readonly name: string; readonly until: string }[];
}

/** The account with an id, or undefined. */
export const findUser = async (db: Db, id: string): Promise<UserRecord | undefined> => {
  const { rows } = await sql<UserRecord>`
    select ${columns}, w.balance as wallet, a.email as agent_email, i.email as inviter_email,
           coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'until', h.expires_at) order by p.id)
                       from user_permissions h join permissions p on p.id = h.permission_id
                      where h.user_id = u.id), '[]') as permissions
      from users u join traffic_account t on t.user_num = u.num
      left join users a on a.id = u.agent_id
      left join channel_codes c on c.code = u.channel_code and c.user_id <> u.id
      left join users i on i.id = c.user_id
      cross join lateral (select coalesce(sum(balance), 0)::bigint as balance from ledger_account
                            where owner = u.num and kind in ('wallet', 'wallet_rebate') and unit = 'CNY_MILLI') w
     where u.id = ${id}`.execute(db);
  return rows[0];
};

/** The same, its row locked until the transaction ends. */
export const lockUser = async (trx: Db, id: string): Promise<UserRecord | undefined> => {
  await sql`select from users where id = ${id} for update`.execute(trx);
  return findUser(trx, id);
};

/** How many customers an agency has. Whoever may become one waits for the agency's row. */
export const countCustomers = async (trx: Db, agency: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where agent_id = ${agency}`.execute(trx);
  return rows[0]?.count ?? 0;
};

/** Kinds of ledger accounts in which somebody has something that is not finished. */
const OPEN_KINDS = ['wallet', 'wallet_rebate', 'wallet_hold', 'withdraw_pending', 'push_escrow'];

/** Whether money, an order or a transfer of an account stands open. */
export const hasOpenBalance = async (trx: Db, userNum: number): Promise<boolean> => {
  const { rows } = await sql`
    select from ledger_account where owner = ${userNum} and kind = any(${OPEN_KINDS}::text[]) and balance <> 0
    union all
    select from orders where user_num = ${userNum} and status in ('topay', 'wallet_spend')
     limit 1`.execute(trx);
  return rows.length > 0;
};
