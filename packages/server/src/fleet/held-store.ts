import type { UsageRow } from '@skyport/contract/fleet';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A report that was not billed by itself. */
export interface HeldRow {
  readonly id: string;
  readonly node_id: string;
  readonly node_name: string;
  readonly kind: 'batch' | 'conflict';
  readonly seq: number;
  readonly reason: string;
  readonly at: Date;
  readonly rows: number;
  readonly users: number;
  readonly up: string;
  readonly down: string;
  readonly state: 'quarantined' | 'billed' | 'dismissed';
  readonly billed: number;
  readonly settled_at: Date | null;
  readonly settled_by: string | null;
  readonly settle_reason: string;
  readonly from_at: Date | null;
  readonly to_at: Date | null;
  /** How many billed reports of the node may be the same bytes; with their bytes and their span. */
  readonly beside: number;
  readonly beside_up: string;
  readonly beside_down: string;
  readonly beside_from: Date | null;
  readonly beside_to: Date | null;
  readonly same_number: boolean | null;
}

/**
 * What was billed of the node of `h` (a held report) for the same time or under the same number, once each. Spans that
 * only touch share nothing. Nothing is looked for where `h` was decided about.
 */
const besides = sql`
  select count(*)::integer as beside, coalesce(sum(up), 0)::text as beside_up, coalesce(sum(down), 0)::text as beside_down,
         min(from_at) as beside_from, max(to_at) as beside_to, bool_or(epoch = h.epoch and seq = h.seq) as same_number
    from (select id, epoch, seq, up::numeric, down::numeric, from_at, to_at from usage_batches b
           where h.state = 'quarantined' and b.node_id = h.node_id and b.state in ('applied', 'billed') and b.id <> h.id
             and b.to_at >= h.from_at and b.from_at <= h.to_at
             and ((b.to_at > h.from_at and b.from_at < h.to_at) or (b.from_at = h.from_at and b.to_at = h.to_at))
          union
          select id, epoch, seq, up::numeric, down::numeric, from_at, to_at from usage_batches b
           where h.state = 'quarantined' and b.node_id = h.node_id and b.epoch = h.epoch and b.seq = h.seq and b.state in ('applied', 'billed')
             and b.id <> h.id
          union
          select id, epoch, seq, (select sum((r->>2)::numeric) from jsonb_array_elements(rows) r),
                 (select sum((r->>3)::numeric) from jsonb_array_elements(rows) r), from_at, to_at
            from usage_conflicts c
           where h.state = 'quarantined' and c.node_id = h.node_id and c.state = 'billed' and c.id <> h.id
             and ((c.to_at > h.from_at and c.from_at < h.to_at) or (c.from_at = h.from_at and c.to_at = h.to_at)
                  or (c.epoch = h.epoch and c.seq = h.seq))) as billed_before`;

/** Held reports, the newest first: those that wait, or those that were decided about. */
export const listHeld = async (db: Db, settled: boolean, limit: number): Promise<HeldRow[]> => {
  const states = settled ? ['billed', 'dismissed'] : ['quarantined'];
  const { rows } = await sql<HeldRow>`
    with held as (
      (select id, node_id, epoch, 'batch' as kind, seq, reason, applied_at as at, rows, state, billed, settled_at,
              settled_by, settle_reason, from_at, to_at
         from usage_batches where state = any(${states}) order by applied_at desc limit ${limit})
      union all
      (select id, node_id, epoch, 'conflict', seq, reason, seen_at, rows, state, billed, settled_at, settled_by,
              settle_reason, from_at, to_at
         from usage_conflicts where state = any(${states}) order by seen_at desc limit ${limit}))
    select h.id, h.node_id, n.name as node_name, h.kind, h.seq, h.reason, h.at, h.state, h.billed, h.settled_at,
           u.email as settled_by, h.settle_reason, h.from_at, h.to_at, s.rows, s.users, s.up, s.down, b.*
      from held h join nodes n on n.id = h.node_id left join users u on u.id = h.settled_by
      cross join lateral (
        select count(*)::integer as rows, count(distinct r->1)::integer as users,
               coalesce(sum((r->>2)::numeric), 0)::text as up, coalesce(sum((r->>3)::numeric), 0)::text as down
          from jsonb_array_elements(coalesce(h.rows, '[]')) as r) s
      cross join lateral (${besides}) b
     order by h.at desc, h.id limit ${limit}`.execute(db);
  return rows;
};

/** A locked report with everything that billing it needs. `day` is the node's business day, null where it was not kept. */
export interface LockedHeld {
  readonly kind: 'batch' | 'conflict';
  readonly nodeId: string;
  readonly state: 'quarantined' | 'billed' | 'dismissed' | 'applied';
  readonly day: string | null;
  readonly from: Date;
  readonly rows: readonly UsageRow[];
}

/** The node of a held report; undefined when there is none of that id. */
export const nodeOfHeld = async (db: Db, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ node_id: string }>`
    select node_id from usage_batches where id = ${id}
    union all select node_id from usage_conflicts where id = ${id}`.execute(db);
  return rows[0]?.node_id;
};

/** How many billed reports of its node a held one may tell again, and their bytes up and down. */
export const billedBeside = async (trx: Db, id: string): Promise<{ reports: number; bytes: bigint }> => {
  const { rows } = await sql<{ beside: number; beside_up: string; beside_down: string }>`
    select b.* from (select id, node_id, epoch, seq, state, from_at, to_at from usage_batches where id = ${id}
                     union all
                     select id, node_id, epoch, seq, state, from_at, to_at from usage_conflicts where id = ${id}) h
      cross join lateral (${besides}) b`.execute(trx);
  const [found] = rows;
  return { reports: found?.beside ?? 0, bytes: BigInt(found?.beside_up ?? 0) + BigInt(found?.beside_down ?? 0) };
};

/** Locks a held report; undefined when there is none of that id. */
export const lockHeld = async (trx: Db, id: string): Promise<LockedHeld | undefined> => {
  const batch = await sql<LockedHeld>`
    select 'batch' as kind, node_id as "nodeId", state, day, from_at as "from", coalesce(rows, '[]') as rows
      from usage_batches where id = ${id} for update`.execute(trx);
  if (batch.rows[0]) return batch.rows[0];
  const conflict = await sql<LockedHeld>`
    select 'conflict' as kind, node_id as "nodeId", state, day, coalesce(from_at, seen_at) as "from", rows
      from usage_conflicts where id = ${id} for update`.execute(trx);
  return conflict.rows[0];
};

/** What was decided about a held report, and by whom (a user's id). */
export interface Settlement {
  readonly state: 'billed' | 'dismissed';
  readonly billed: number;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

/** Writes the decision about a locked report. */
export const settleHeld = async (trx: Db, id: string, kind: LockedHeld['kind'], made: Settlement): Promise<void> => {
  const columns = {
    state: made.state,
    billed: made.billed,
    settled_at: made.at,
    settled_by: made.by,
    settle_reason: made.reason,
  };
  await trx
    .updateTable(kind === 'batch' ? 'usage_batches' : 'usage_conflicts')
    .set(columns)
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .execute();
};

/** Whether reports of a node still wait for a decision. */
export const hasHeld = async (db: Db, nodeId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from usage_batches where node_id = ${nodeId} and state = 'quarantined' limit 1`.execute(db);
  return rows.length > 0;
};
