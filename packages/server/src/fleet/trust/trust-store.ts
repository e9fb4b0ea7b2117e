import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { addDays } from '../../platform/clock.ts';
import { DAYS_LOOKED_AT } from './trust-rules.ts';
import type { Slots } from './slots.ts';
import type { UserUse } from './user-use.ts';

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

/** Forgets what nodes carried before a slot. */
export const dropSlots = async (db: Db, before: number): Promise<void> => {
  await sql`delete from node_use where slot < ${before}`.execute(db);
};
