import { onlineOf, type AgentState } from '@skyport/contract/fleet';
import { HISTORY_DAYS, POINT_SECONDS } from '@skyport/contract/node-health';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts';
import { bandwidthShares, pointOf, type UsageSpan } from './history-rules.ts';

const pointAt = (at: Date): Date => new Date(pointOf(at.getTime()));

/** What happened at a node at an instant; it is kept in the point of its history that the instant falls into. */
interface Happened {
  readonly nodeId: string;
  readonly at: Date;
}

/** Adds what a billed report carried to the points of its time. */
export const addBandwidth = async (trx: Db, nodeId: string, usage: UsageSpan): Promise<void> => {
  const shares = bandwidthShares(usage);
  await sql`
    insert into node_points (node_id, at, up, down)
    select ${nodeId}::uuid, * from unnest(
      ${shares.map(({ at }) => new Date(at).toISOString())}::timestamptz[],
      ${shares.map(({ up }) => up.toString())}::bigint[], ${shares.map(({ down }) => down.toString())}::bigint[])
    on conflict (node_id, at) do update set up = saturated(node_points.up, excluded.up),
      down = saturated(node_points.down, excluded.down)`.execute(trx);
};

/** Adds one health check of an agent. */
export const addHealthCheck = async (db: Db, { nodeId, at }: Happened, state: AgentState): Promise<void> => {
  await sql`
    insert into node_points (node_id, at, looks, load_sum, memory_free, disk_free, online)
    values (${nodeId}, ${pointAt(at)}, 1, ${state.load1}, ${state.memoryFree}, ${state.diskFree}, ${onlineOf(state.online)})
    on conflict (node_id, at) do update set looks = node_points.looks + 1,
      load_sum = node_points.load_sum + excluded.load_sum,
      memory_free = least(node_points.memory_free, excluded.memory_free),
      disk_free = least(node_points.disk_free, excluded.disk_free),
      online = greatest(node_points.online, excluded.online)`.execute(db);
};

/** Adds one probe; undefined when nothing came back. */
export const addProbe = async (db: Db, { nodeId, at }: Happened, ms: number | undefined): Promise<void> => {
  const [came, lost] = ms === undefined ? [[], 1] : [[ms], 0];
  await sql`
    insert into node_points (node_id, at, latencies, lost)
    values (${nodeId}, ${pointAt(at)}, ${came}::integer[], ${lost})
    on conflict (node_id, at) do update set latencies = node_points.latencies || excluded.latencies,
      lost = node_points.lost + excluded.lost`.execute(db);
};

/** A stored point. */
export interface PointRow {
  readonly at: Date;
  readonly up: number;
  readonly down: number;
  readonly load: number | null;
  readonly memory_free: number | null;
  readonly disk_free: number | null;
  readonly online: number;
  readonly latency_ms: number | null;
  readonly lost: number;
}

/** Points of a node since an instant, oldest first. */
export const listPoints = async (db: Db, nodeId: string, since: Date): Promise<PointRow[]> => {
  const { rows } = await sql<PointRow>`
    select at, up, down, load_sum / nullif(looks, 0) as load, memory_free, disk_free, online, lost,
           (select percentile_disc(0.5) within group (order by ms) from unnest(latencies) as ms) as latency_ms
      from node_points where node_id = ${nodeId} and at >= ${since} order by at`.execute(db);
  return rows;
};

/** Bytes of every node in the last whole point before `now`, by node. */
export const lastPoints = async (
  db: Db,
  now: Date,
): Promise<Map<string, { readonly up: number; readonly down: number }>> => {
  const at = new Date(pointOf(now.getTime()) - POINT_SECONDS * SECOND_MS);
  const { rows } = await sql<{ node_id: string; up: number; down: number }>`
    select node_id, up, down from node_points where at = ${at}`.execute(db);
  return new Map(rows.map(({ node_id, up, down }) => [node_id, { up, down }]));
};

/** Forgets points that are older than the history goes back. */
export const dropPoints = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
  await sql`delete from node_points where at < ${before}`.execute(db);
};
