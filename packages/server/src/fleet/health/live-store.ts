import type { NodeTrouble, NodeHealth } from '@skyport/contract/node-trouble';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A node with what is known of its agent; `state` is what the agent said at `reached_at`,
 * as the version of that day took it. */
export interface LiveRow {
  readonly node_id: string;
  readonly node_name: string;
  readonly enrolled: boolean;
  readonly health: NodeHealth | null;
  readonly troubles: readonly NodeTrouble[] | null;
  readonly reached_at: Date | null;
  readonly looked_at: Date | null;
  readonly missed: number | null;
  readonly speed_ms: number | null;
  readonly state: unknown;
  /** Epoch of the journal that its agent keeps when it is not the billed one. */
  readonly new_books: string | null;
  readonly open_alarms: number;
  readonly quarantined: number;
}

/** All nodes, or one, in the order in which they are shown. */
export const listLive = async (db: Db, nodeId: string | undefined): Promise<LiveRow[]> => {
  const { rows } = await sql<LiveRow>`
    select n.id as node_id, n.name as node_name, a.node_id is not null as enrolled, a.health, a.troubles, a.reached_at, a.looked_at,
           a.missed, a.speed_ms, a.state,
           nullif(a.state->>'epoch', a.epoch::text) as new_books,
           (select count(*)::integer from node_alarms m where m.node_id = n.id and m.closed_at is null) as open_alarms,
           (select count(*)::integer from usage_held h where h.node_id = n.id and h.state = 'quarantined') as quarantined
      from nodes n left join node_agents a on a.node_id = n.id
     where n.deleted_at is null and (${nodeId ?? null}::uuid is null or n.id = ${nodeId ?? null}::uuid)
     order by n.position, n.num`.execute(db);
  return rows;
};

/** What operators measure of an enrolled node. */
export interface NodeFigures {
  readonly num: number;
  readonly health: NodeHealth;
  /** When its agent was last asked how it is. */
  readonly looked_at: Date | null;
  /** Closed reports that the agent holds and the panel has not acknowledged. */
  readonly unacked: number;
  /** Since when bytes wait to be billed: the last billed report, or the enrolment; null when none wait. */
  readonly waiting_since: Date | null;
}

/** Figures of every enrolled node, by number. */
export const listNodeFigures = async (db: Db): Promise<NodeFigures[]> => {
  const most = sql`${Number.MAX_SAFE_INTEGER}::bigint`;
  const { rows } = await sql<NodeFigures>`
    select n.num, a.health, a.looked_at, least(coalesce((a.state->>'unacked')::bigint, 0), ${most}) as unacked,
           case when coalesce((a.state->>'openBytes')::bigint + (a.state->>'unacked')::bigint, 0) > 0
                then greatest(a.enrolled_at, (select max(b.applied_at) from usage_batches b
                                               where b.node_id = a.node_id and b.state = 'applied')) end as waiting_since
      from node_agents a join nodes n on n.id = a.node_id
     where n.deleted_at is null order by n.num`.execute(db);
  return rows;
};
