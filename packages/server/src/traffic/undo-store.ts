import type { Db } from '@skyport/db';
import { postMany } from '@skyport/db/ledger';
import { sql } from 'kysely';
import { insertNotices } from '../notices/index.ts';
import type { Ids } from '../platform/ids.ts';
import { numbers } from './columns.ts';
import { trafficEntries } from './movements.ts';

/** What a node's reports of a business day took from accounts. Billed bytes. */
export interface ChargedDay {
  readonly day: string;
  readonly users: number;
  readonly spent: number;
  readonly quota: number;
}

/** The days on which reports of a node took something from accounts, newest first. */
export const listCharges = async (db: Db, nodeId: string): Promise<ChargedDay[]> => {
  const { rows } = await sql<ChargedDay>`
    select day, count(*)::integer as users, saturated(sum(spent)) as spent, saturated(sum(quota)) as quota
      from node_charge_detail where node_id = ${nodeId} group by day order by day desc`.execute(db);
  return rows;
};

/** A slice of what is given back, and in whose name. */
export interface Returning {
  readonly nodeId: string;
  readonly days: readonly string[];
  /** Users up to this number have what is theirs. */
  readonly after: number;
  /** The panel's calendar day: only its quota can still be given back. */
  readonly today: string;
  /** Name of the undo: nobody gets anything twice under the same one. */
  readonly key: string;
  readonly actor: string;
  readonly at: Date;
}

/** What a slice gave back. */
export interface Returned {
  /** Users who got something. */
  readonly users: readonly number[];
  /** Bytes of permanent traffic. */
  readonly bytes: number;
  /** Number of the last user of the slice; undefined when nobody is left. */
  readonly last: number | undefined;
}

/** What users of a node get back. */
interface Return {
  readonly num: number;
  readonly spent: number;
  readonly quota: number;
  /** Part of `spent` that came from trials; once their accounts are locked, what of it returns to open ones. */
  readonly trial: number;
}

/** Users of one slice: as many accounts are locked at once, and billing waits for them no longer than a moment. */
const SLICE_USERS = 500;
const DESCRIPTION = '节点用量更正';
/** Longest name of another movement that stays in front of ours, in characters. */
const NAME_KEPT = 200;

/**
 * Gives the next users back what a node's reports of some days took from them, once: permanent traffic as a grant
 * with a record, the quota of today as less use of it; they are notified. Only charges that were rolled up are
 * found (rollUpUsage).
 */
export const returnSlice = async (trx: Db, returning: Returning, ids: Pick<Ids, 'next'>): Promise<Returned> => {
  const users = await nextUsers(trx, returning);
  if (users.length === 0) return { users, bytes: 0, last: undefined };
  const taken = await takeCharges(trx, returning, users);
  await sql`
    select from traffic_account where user_num = any(${numbers(taken.map(({ num }) => num))}::bigint[])
     order by user_num for no key update`.execute(trx);
  const some = await refillTrials(trx, taken);
  await postReturns(trx, returning, some);
  await writeReturns(trx, returning, some);
  await notifyReturns(trx, returning, { some, ids });
  return {
    users: some.map(({ num }) => num),
    bytes: some.reduce((sum, { spent }) => sum + spent, 0),
    last: users.at(-1),
  };
};

/** Users with charges on these days, in the order of their numbers. */
const nextUsers = async (trx: Db, { nodeId, days, after }: Returning): Promise<number[]> => {
  const { rows } = await sql<{ user_num: number }>`
    select distinct c.user_num from unnest(${days}::date[]) as d (day)
     cross join lateral (
       select user_num from node_charges n
        where n.day = d.day and n.node_id = ${nodeId} and n.user_num > ${after}
        order by n.user_num limit ${SLICE_USERS}) c
     order by c.user_num limit ${SLICE_USERS}`.execute(trx);
  return rows.map(({ user_num }) => user_num);
};

/** Takes charges out, so that they return once. Who has no account any more gets nothing. */
const takeCharges = async (
  trx: Db,
  { nodeId, days, today }: Returning,
  users: readonly number[],
): Promise<Return[]> => {
  const chosen = sql`node_id = ${nodeId} and day = any(${days}::date[]) and user_num = any(${numbers(users)}::bigint[])`;
  // In the order in which rollUpUsage writes them: neither waits for the other for ever.
  await sql`select from node_charges where ${chosen} order by day, user_num for update`.execute(trx);
  const { rows } = await sql<Return>`
    with taken as (delete from node_charges where ${chosen} returning user_num, day, spent, quota, trial)
    select c.user_num as num, saturated(sum(c.spent)) as spent, saturated(sum(c.trial)) as trial,
           coalesce(saturated(sum(c.quota) filter (where c.day = ${today}::date)), 0) as quota
      from taken c join traffic_account t using (user_num) group by c.user_num order by c.user_num`.execute(trx);
  return rows.filter(({ spent, quota }) => spent + quota > 0);
};

/**
 * Returns trial bytes to the trials that are still open: the one that ends last comes first, and none gets back more
 * than was used of it. Bytes of trials that have ended are dropped. Gives what remains to be returned as permanent
 * traffic. Accounts must be locked.
 */
const refillTrials = async (trx: Db, taken: readonly Return[]): Promise<Return[]> => {
  const some = taken.filter(({ trial }) => trial > 0);
  // What each trial has used is written down first: reports change only their sum in the account (see leftOfTrials).
  const { rows } = await sql<{ num: number; back: number }>`
    with open as (
      select g.id, g.user_num, g.granted, g.left_bytes, g.expires_at, w.trial,
             sum(g.left_bytes) over (partition by g.user_num) - t.trial_left as used,
             sum(g.left_bytes) over (partition by g.user_num order by g.expires_at, g.id) - g.left_bytes as before
        from unnest(${numbers(some.map(({ num }) => num))}::bigint[],
                    ${numbers(some.map(({ trial }) => trial))}::bigint[]) as w (user_num, trial)
        join traffic_account t using (user_num) join trial_grants g using (user_num) where g.closed_at is null),
    settled as (
      select *, granted - left_bytes + least(left_bytes, greatest(used - before, 0)) as room from open),
    given as (
      select *, least(room, greatest(trial + room - sum(room) over (partition by user_num order by expires_at desc, id desc), 0))
                as back from settled),
    changed as (
      update trial_grants g set left_bytes = g.granted - w.room + w.back from given w where g.id = w.id)
    select user_num as num, sum(back)::bigint as back from given group by user_num`.execute(trx);
  const backOf = new Map(rows.map(({ num, back }) => [num, back]));
  return taken
    .map((each) => {
      const trial = backOf.get(each.num) ?? 0;
      return { ...each, spent: each.spent - each.trial + trial, trial };
    })
    .filter(({ spent, quota }) => spent + quota > 0);
};

const postReturns = async (trx: Db, { key, actor, at }: Returning, some: readonly Return[]): Promise<void> => {
  const given = some.filter(({ spent }) => spent > 0);
  const outcomes = await postMany(
    trx,
    given.map(({ num, spent }) => ({
      key: `undo:${key}:${num}`,
      kind: 'coupon',
      ref: key,
      actor,
      at,
      entries: trafficEntries(num, spent, 'traffic_used'),
    })),
  );
  const failed = outcomes.findIndex((outcome) => outcome !== 'posted');
  if (failed >= 0) throw new Error(`bytes of user ${given[failed]?.num} cannot be returned: ${outcomes[failed]}`);
};

const columnsOf = (some: readonly Return[]) =>
  sql`unnest(${numbers(some.map(({ num }) => num))}::bigint[], ${numbers(some.map(({ spent }) => spent))}::bigint[],
             ${numbers(some.map(({ quota }) => quota))}::bigint[],
             ${numbers(some.map(({ trial }) => trial))}::bigint[]) as w (user_num, spent, quota, trial)`;

/** If the day's record has a description, ours is appended to it, which is cut to the longest that fits. */
const noted = sql`case when traffic_records.description = '' then excluded.description
  when strpos(traffic_records.description, excluded.description) > 0 then traffic_records.description
  else left(traffic_records.description, ${NAME_KEPT}::integer) || '、' || excluded.description end`;

const writeReturns = async (trx: Db, { today, at }: Returning, some: readonly Return[]): Promise<void> => {
  await sql`
    with changed as (
      update traffic_account t
         set granted = t.granted + w.spent, returned = t.returned + w.spent, trial_left = t.trial_left + w.trial,
             day_used = case when t.day = ${today}::date then greatest(t.day_used - w.quota, 0) else t.day_used end
        from ${columnsOf(some)} where t.user_num = w.user_num
      returning t.user_num, w.spent as back, t.granted, t.spent)
    insert into traffic_records (day, user_num, type, change, granted, spent, description, updated_at)
    select ${today}::date, user_num, 'coupon', back, granted, spent, ${DESCRIPTION}, ${at} from changed where back > 0
    on conflict (user_num, day, type) do update set change = traffic_records.change + excluded.change,
      granted = excluded.granted, spent = excluded.spent, description = ${noted}, updated_at = excluded.updated_at`.execute(
    trx,
  );
};

const notifyReturns = async (
  trx: Db,
  { at }: Returning,
  { some, ids }: { readonly some: readonly Return[]; readonly ids: Pick<Ids, 'next'> },
): Promise<void> => {
  const text = '节点用量有误，已为您更正，多计的流量已退回';
  const to = some.map(({ num }) => ({ id: ids.next(), userNum: num }));
  await insertNotices(trx, to, { href: '/#/traffic_records', text, at });
};
