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
}

/** Held reports, the newest first: those that wait, or those that were decided about. */
export const listHeld = async (db: Db, settled: boolean, limit: number): Promise<HeldRow[]> => {
  const states = settled ? ['billed', 'dismissed'] : ['quarantined'];
  const { rows } = await sql<HeldRow>`
    with held as (
      (select id, node_id, 'batch' as kind, seq, reason, applied_at as at, rows, state, billed, settled_at, settled_by,
              settle_reason
         from usage_batches where state = any(${states}) order by applied_at desc limit ${limit})
      union all
      (select id, node_id, 'conflict', seq, reason, seen_at, rows, state, billed, settled_at, settled_by, settle_reason
         from usage_conflicts where state = any(${states}) order by seen_at desc limit ${limit}))
    select h.id, h.node_id, n.name as node_name, h.kind, h.seq, h.reason, h.at, h.state, h.billed, h.settled_at,
           u.email as settled_by, h.settle_reason, s.rows, s.users, s.up, s.down
      from held h join nodes n on n.id = h.node_id left join users u on u.id = h.settled_by
      cross join lateral (
        select count(*)::integer as rows, count(distinct r->1)::integer as users,
               coalesce(sum((r->>2)::numeric), 0)::text as up, coalesce(sum((r->>3)::numeric), 0)::text as down
          from jsonb_array_elements(coalesce(h.rows, '[]')) as r) s
     order by h.at desc, h.id limit ${limit}`.execute(db);
  return rows;
};

/** A locked report with everything that billing it needs. `day` is the node's business day, null where it is not known. */
export interface LockedHeld {
  readonly kind: 'batch' | 'conflict';
  readonly nodeId: string;
  readonly state: 'quarantined' | 'billed' | 'dismissed' | 'applied';
  readonly day: string | null;
  readonly from: Date;
  readonly rows: readonly UsageRow[];
}

/** Locks a held report; undefined when there is none of that id. */
export const lockHeld = async (trx: Db, id: string): Promise<LockedHeld | undefined> => {
  const batch = await sql<LockedHeld>`
    select 'batch' as kind, node_id as "nodeId", state, day, from_at as "from", coalesce(rows, '[]') as rows
      from usage_batches where id = ${id} for update`.execute(trx);
  if (batch.rows[0]) return batch.rows[0];
  const conflict = await sql<LockedHeld>`
    select 'conflict' as kind, node_id as "nodeId", state, null::date as day, seen_at as "from", rows
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
