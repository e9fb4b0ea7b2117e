import type { TrafficType } from '@skyport/contract/traffic-types';
import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';
import { containing } from '../platform/like-pattern.ts';
import { findUsersLike } from '../platform/users-like-store.ts';
import type { RecordRow } from './store.ts';

/** A stored record with the account it belongs to. */
export interface AdminRecordRow extends RecordRow {
  readonly uid: string;
  readonly email: string;
}

/** Which records of all accounts. */
export interface RecordMatch {
  readonly type: TrafficType;
  readonly since: string;
  /** The last day that may have records. */
  readonly until: string;
  /** Part of an e-mail address, or the beginning of an account's id; undefined for everybody. */
  readonly who: string | undefined;
}

/** The condition on accounts, if any, and whether it names at most 1,000 of them. */
const accountsOf = async (db: Db, who: string | undefined) => {
  if (who === undefined) return { condition: sql`true`, few: false };
  const users = await findUsersLike(db, who);
  return users
    ? { condition: sql`user_num = any(${users.nums}::bigint[])`, few: true }
    : { condition: sql`user_num in (select num from users where email ilike ${containing(who)})`, few: false };
};

/** Whether records of a type are begun in the account's own row, before they are filed. */
const isBegun = (type: TrafficType): boolean => type === 'spend' || type === 'agency_spend';
const sourceOf = (type: TrafficType) => sql.raw(isBegun(type) ? 'traffic_record_list' : 'traffic_records');

const columns = sql.raw('r.user_num, r.type, r.description, r.change, r.exempt, r.granted, r.spent, r.updated_at');

/** Days from one to an older one, in this order: a nested loop keeps it, so a limit ends the reading of older days. */
const daysBetween = (from: string, to: string) =>
  sql`(select ${from}::date - n as day from generate_series(0, ${from}::date - ${to}::date) n) d`;

/** More records than these are listed and summed by figures of ten minutes. */
const MOST_LIVE = 20_000;

/** Whether more records match than are read for one answer. */
export const areMany = async (db: Db, { type, since, who }: RecordMatch, most = MOST_LIVE): Promise<boolean> => {
  if (who !== undefined) return false;
  const upTo = async (source: string, order: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count
        from (select from ${sql.raw(source)} where type = ${type} and day >= ${since}::date ${sql.raw(order)}
               limit ${most + 1}) r`.execute(db);
    return rows[0]?.count ?? 0;
  };
  // With this order PostgreSQL reads an index, even where most records match.
  const filed = await upTo('traffic_records', 'order by day desc');
  if (filed > most || !isBegun(type)) return filed > most;
  return filed + (await upTo('begun_record_list', '')) > most;
};

/** Which part of the records that match. */
export interface RecordPage extends RecordMatch {
  readonly limit: number;
  readonly offset: number;
  /** Reads begun records by the copy of their size, which ten minutes ago was theirs. */
  readonly copied: boolean;
}

/**
 * The largest records of the day `d.day`: filed ones by their size, begun ones by the copy of it. `limit 1` makes
 * PostgreSQL read the copy in the order of its index.
 */
const largestByCopy = (filed: RawBuilder<unknown>, { type }: RecordMatch, most: number) => sql`
  select p.* from (
    (${filed}) union all
    (select r.*, c.rec_use as size from user_sort_values c cross join lateral (
       select ${columns}, r.day from begun_record_list r
        where r.user_num = c.user_num and r.day = c.rec_day and r.type = ${type} limit 1) r
      where c.rec_agency = ${type === 'agency_spend'} and c.rec_day = d.day
      order by c.rec_use desc, c.user_num limit ${most})) p
   order by size desc, user_num limit ${most}`;

/**
 * Records of one type since a day: newest day first, largest first within a day. Days are read one by one until the
 * page is full; those of few accounts are read at once.
 */
export const listAllRecords = async (db: Db, query: RecordPage): Promise<AdminRecordRow[]> => {
  const { type, since, until, who, limit, offset } = query;
  const { condition, few } = await accountsOf(db, who);
  const most = limit + offset;
  const page = (source: RawBuilder<unknown>, days: RawBuilder<unknown>) => sql`
    select ${columns}, r.day, abs(change) + exempt as size from ${source} r
     where type = ${type} and ${days} and ${condition}
     order by r.day desc, size desc, user_num limit ${most}`;
  const ofDay = (source: RawBuilder<unknown>) => page(source, sql`r.day = d.day`);
  const day =
    query.copied && isBegun(type) ? largestByCopy(ofDay(sql`traffic_records`), query, most) : ofDay(sourceOf(type));
  const records = few
    ? sql`(${page(sourceOf(type), sql`r.day >= ${since}::date`)}) r`
    : sql`${daysBetween(until, since)} cross join lateral (${day}) r`;
  const { rows } = await sql<AdminRecordRow>`
    select u.id as uid, u.email, ${columns}, r.day::text as day
      from (select r.* from ${records} limit ${limit} offset ${offset}) r join users u on u.num = r.user_num
     order by r.day desc, r.size desc, r.user_num`.execute(db);
  return rows;
};

/**
 * Such records behind a place, by day and account from the newest to the oldest. Filed and begun ones are cut apart,
 * because an index holds the order of each.
 */
export const listRecordsBehind = async (
  db: Db,
  { after, limit, type, since, who }: RecordMatch & { readonly after: string | undefined; readonly limit: number },
): Promise<(AdminRecordRow & { readonly place: string })[]> => {
  const [day = null, user = null] = after?.split(' ') ?? [];
  const behind = day === null ? sql`true` : sql`(r.day, user_num) < (${day}::date, ${user}::bigint)`;
  const { condition } = await accountsOf(db, who);
  const part = (source: string) => sql`
    (select ${columns}, r.day from ${sql.raw(source)} r
      where type = ${type} and r.day >= ${since}::date and ${behind} and ${condition}
      order by r.day desc, user_num desc limit ${limit})`;
  const parts = ['traffic_records', ...(isBegun(type) ? ['begun_record_list'] : [])].map(part);
  const { rows } = await sql<AdminRecordRow & { place: string }>`
    select u.id as uid, u.email, r.*, r.day || ' ' || r.user_num as place
      from (select p.* from (${sql.join(parts, sql` union all `)}) p order by day desc, user_num desc limit ${limit}) r
      join users u on u.num = r.user_num
     order by r.day desc, r.user_num desc`.execute(db);
  return rows;
};

/** What records come to. Bytes. */
export interface RecordSum {
  readonly records: number;
  readonly change: number;
  readonly exempt: number;
}

/** All accounts together may come to more than a number holds: such a sum ends there, as in `saturated`. */
const sums = sql.raw(`count(*)::int as records, -saturated(-saturated(coalesce(sum(change), 0))::numeric) as change,
  saturated(coalesce(sum(exempt), 0)) as exempt`);

const matching = async (db: Db, { type, since, who }: RecordMatch) =>
  sql`${sourceOf(type)} r where type = ${type} and r.day >= ${since}::date and ${(await accountsOf(db, who)).condition}`;

/** What the records that match come to in all. */
export const sumRecords = async (db: Db, match: RecordMatch): Promise<RecordSum> => {
  const { rows } = await sql<RecordSum>`select ${sums} from ${await matching(db, match)}`.execute(db);
  return rows[0] ?? { records: 0, change: 0, exempt: 0 };
};

/** The same day by day, oldest first; days without a record are left out. */
export const sumRecordsByDay = async (
  db: Db,
  match: RecordMatch,
): Promise<(RecordSum & { readonly day: string })[]> => {
  const { rows } = await sql<RecordSum & { day: string }>`
    select day::text as day, ${sums} from ${await matching(db, match)} group by r.day order by r.day`.execute(db);
  return rows;
};

/** Figures of a node, or of one of its lines, on a day. */
export interface FigureRow {
  readonly day: string;
  readonly node_id: string;
  readonly node_name: string;
  readonly line_id: string | null;
  readonly line_name: string;
  readonly up: number;
  readonly down: number;
  readonly billed: number;
  readonly users: number;
}

/** Figures of nodes since a day, newest day first, largest first; of all nodes or of one. */
export const listNodeFigures = async (db: Db, since: string, nodeId: string | undefined): Promise<FigureRow[]> => {
  const { rows } = await sql<FigureRow>`
    select f.*, coalesce(d.users, 0) as users from (
      select l.day, n.id as node_id, n.name as node_name, null::uuid as line_id, '' as line_name,
             saturated(sum(l.up)) as up, saturated(sum(l.down)) as down, saturated(sum(l.billed)) as billed
        from line_daily l join lines i on i.num = l.line_num join nodes n on n.id = i.node_id
       where l.day >= ${since}::date and (${nodeId ?? null}::uuid is null or n.id = ${nodeId ?? null}::uuid)
       group by l.day, n.id) f
      left join node_daily d on d.day = f.day and d.node_id = f.node_id
     order by f.day desc, f.up + f.down desc, f.node_id`.execute(db);
  return rows;
};

/** The same by line. */
export const listLineFigures = async (db: Db, since: string, nodeId: string | undefined): Promise<FigureRow[]> => {
  const { rows } = await sql<FigureRow>`
    select l.day, n.id as node_id, n.name as node_name, i.id as line_id, i.name as line_name, l.up, l.down, l.billed, l.users
      from line_daily l join lines i on i.num = l.line_num join nodes n on n.id = i.node_id
     where l.day >= ${since}::date and (${nodeId ?? null}::uuid is null or n.id = ${nodeId ?? null}::uuid)
     order by l.day desc, l.up + l.down desc, i.id`.execute(db);
  return rows;
};
