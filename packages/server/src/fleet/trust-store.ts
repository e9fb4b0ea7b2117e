import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { addDays, HOUR_MS, SECOND_MS } from '../platform/clock.ts';
import { DAYS_LOOKED_AT, SLOT_MS, type Slots, type UserUse } from './trust-rules.ts';

/** How long an agent may catch up. */
const BEHIND_MS = HOUR_MS;

/**
 * Notes that an agent was asked at an instant and has shown all that it had: its window begins anew, also when that was
 * nothing. Otherwise a quiet month would save up what a month may carry, for whoever takes the machine over after it.
 */
export const beginWindow = async (db: Db, nodeId: string, askedAt: Date): Promise<void> => {
  await sql`
    update node_agents set window_since = ${askedAt}, window_bytes = 0, behind_since = null
     where node_id = ${nodeId} and window_since < ${askedAt}`.execute(db);
};

/**
 * Notes that a flight ended although the agent had, or said that it had, more to show. An agent that catches up needs
 * some flights; one that is behind for an hour has its window begin all the same, because otherwise a word of its own
 * would keep it open for weeks.
 */
export const noteBehind = async (db: Db, nodeId: string, askedAt: Date): Promise<void> => {
  const tooLong = sql`behind_since < ${new Date(askedAt.getTime() - BEHIND_MS)}`;
  await sql`
    update node_agents
       set behind_since = coalesce(behind_since, ${askedAt}),
           window_since = case when ${tooLong} then greatest(window_since, ${askedAt}) else window_since end,
           window_bytes = case when ${tooLong} then 0 else window_bytes end
     where node_id = ${nodeId}`.execute(db);
};

/** What was billed of a node by slot, from a slot on. */
export const usedSlots = async (db: Db, nodeId: string, first: number): Promise<Slots> => {
  const { rows } = await sql<{ slot: number; bytes: number }>`
    select slot, bytes from node_use where node_id = ${nodeId} and slot >= ${first}`.execute(db);
  return new Map(rows.map(({ slot, bytes }) => [slot, bytes]));
};

/** Adds billed raw bytes by slot. */
export const addSlots = async (trx: Db, nodeId: string, added: Slots): Promise<void> => {
  await sql`
    insert into node_use (node_id, slot, bytes)
    select ${nodeId}::uuid, * from unnest(${[...added.keys()]}::integer[], ${[...added.values()]}::bigint[])
    on conflict (node_id, slot) do update
       set bytes = saturated(node_use.bytes, excluded.bytes)`.execute(trx);
};

/** Keeps what single users carried in a report. */
export const addUserUse = async (trx: Db, nodeId: string, { from, to, users, bytes }: UserUse): Promise<void> => {
  await sql`
    insert into node_user_use (node_id, from_at, to_at, user_nums, bytes)
    values (${nodeId}, ${new Date(from)}, ${new Date(to)}, ${[...users]}::bigint[], ${[...bytes]}::bigint[])`.execute(
    trx,
  );
};

/** What single users carried over a node, in reports that end after an instant. */
export const listUserUse = async (db: Db, nodeId: string, after: Date): Promise<UserUse[]> => {
  const { rows } = await sql<{ from_at: Date; to_at: Date; user_nums: number[]; bytes: number[] }>`
    select from_at, to_at, user_nums, bytes from node_user_use where node_id = ${nodeId} and to_at > ${after}`.execute(
    db,
  );
  return rows.map(({ from_at, to_at, user_nums: users, bytes }) => ({
    from: from_at.getTime(),
    to: to_at.getTime(),
    users,
    bytes,
  }));
};

/** Forgets what single users carried before an instant. */
export const dropUserUse = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from node_user_use where to_at < ${before}`.execute(db);
};

/** Raw bytes of a node's closed days before `today`, oldest first: the last 30, from the first on which it had any. */
export const closedDays = async (db: Db, nodeId: string, today: string): Promise<number[]> => {
  const { rows } = await sql<{ bytes: number }>`
    with used as (
      select d.day, greatest(saturated(sum(d.up) + sum(d.down)) - coalesce(max(u.raw), 0), 0) as bytes
        from line_daily d join lines l on l.num = d.line_num
        left join node_undone u on u.node_id = l.node_id and u.day = d.day
       where l.node_id = ${nodeId} and d.day >= ${addDays(today, -DAYS_LOOKED_AT)}::date and d.day < ${today}::date
       group by d.day)
    select coalesce(u.bytes, 0) as bytes
      from generate_series((select min(day) from used), ${today}::date - 1, interval '1 day') as each (day)
      left join used u on u.day = each.day::date
     order by each.day`.execute(db);
  return rows.map(({ bytes }) => bytes);
};

/** Who was served on these lines and is no more, since an instant: users by line. */
export const servedSince = async (
  db: Db,
  lines: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> => {
  const { rows } = await sql<{ lines: number[]; users: number[] }>`
    select array(select l from unnest(line_nums) l where l = any(${lines}::bigint[])) as lines, user_nums as users
      from served_until where at >= ${since} and line_nums && ${lines}::bigint[]`.execute(db);
  const found = new Map<number, Set<number>>();
  for (const row of rows)
    for (const line of row.lines) {
      const users = found.get(line) ?? new Set();
      for (const user of row.users) users.add(user);
      found.set(line, users);
    }
  return found;
};

/** Users who were served on lines until now. */
export interface Removal {
  readonly lines: readonly number[];
  readonly users: readonly number[];
}

/** Remembers removals with their instant. */
export const keepRemovals = async (db: Db, at: Date, removals: readonly Removal[]): Promise<void> => {
  for (const { lines, users } of removals)
    await sql`insert into served_until (at, line_nums, user_nums)
              values (${at}, ${[...lines]}::bigint[], ${[...users]}::bigint[])`.execute(db);
};

/** Leaves what a node carried on these days of a zone out of what it is judged by. */
export const leaveOut = async (
  trx: Db,
  nodeId: string,
  { days, timezone, at }: { readonly days: readonly string[]; readonly timezone: string; readonly at: Date },
): Promise<void> => {
  await sql`
    insert into node_undone (node_id, day, raw, at)
    select ${nodeId}::uuid, d.day, saturated(sum(d.up) + sum(d.down)), ${at}
      from line_daily d join lines l on l.num = d.line_num
     where l.node_id = ${nodeId} and d.day = any(${days}::date[]) group by d.day
    on conflict (node_id, day) do update set raw = excluded.raw, at = excluded.at`.execute(trx);
  await sql`
    delete from node_use where node_id = ${nodeId}
       and (to_timestamp(slot::bigint * ${SLOT_MS / SECOND_MS}) at time zone ${timezone})::date = any(${days}::date[])`.execute(
    trx,
  );
};

/** Raw bytes of a node's days that were undone. */
export const undoneDays = async (db: Db, nodeId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.selectFrom('node_undone').select(['day', 'raw']).where('node_id', '=', nodeId).execute();
  return new Map(rows.map(({ day, raw }) => [day, raw]));
};

/** Forgets removals from before an instant. */
export const dropRemovals = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from served_until where at < ${before}`.execute(db);
};

/** Forgets what nodes carried before a slot. */
export const dropSlots = async (db: Db, before: number): Promise<void> => {
  await sql`delete from node_use where slot < ${before}`.execute(db);
};

/** When agents were last heard of (ms), by node, and when the panel last looked at any. */
export interface Heard {
  of: ReadonlyMap<string, number>;
  last: Date;
}

/** Reads when agents were last heard of; where none was, nothing is changed. */
export const heardOf = async (db: Db): Promise<Partial<Heard>> => {
  const { rows } = await sql<{ node_id: string; reached_at: Date | null; last: Date | null }>`
    select node_id, reached_at, max(looked_at) over () as last from node_agents`.execute(db);
  const last = rows[0]?.last;
  return {
    of: new Map(rows.map(({ node_id, reached_at }) => [node_id, reached_at?.getTime() ?? 0])),
    ...(last && { last }),
  };
};
