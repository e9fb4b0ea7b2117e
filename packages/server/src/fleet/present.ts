import { AgentState, onlineOf } from '@skyport/contract/fleet';
import {
  POINT_SECONDS,
  type AgentFacts,
  type MissingReports,
  type NodeAlarm,
  type NodeLive,
  type NodePoint,
} from '@skyport/contract/node-health';
import type { QuarantinedReport } from '@skyport/contract/node-reports';
import { healthNow, latencyNow, type CheckRhythm } from '../nodes/index.ts';
import type { MissingRow } from './journals/journal-store.ts';
import type { QuarantinedRow } from './quarantine/quarantine-store.ts';
import type { PointRow } from './health/history-store.ts';
import type { AlarmRow } from './health/alarm-store.ts';
import type { LiveRow } from './health/live-store.ts';

const factsOf = (state: AgentState, reachedAt: Date): AgentFacts => ({
  agent_version: state.agent.version,
  agent_uptime_seconds: state.agent.uptimeSeconds,
  can_cut_tcp: state.agent.canCutTcp,
  can_cut_udp: state.agent.canCutUdp,
  engine_version: state.engine.version,
  engine_running: state.engine.running,
  engine_uptime_seconds: state.engine.uptimeSeconds,
  engine_restarts: state.engine.restarts,
  engine_error: state.engine.lastError,
  problems: state.problems,
  unacked_batches: state.unacked,
  open_bytes: state.openBytes,
  unattributed_bytes: state.unattributed,
  load1: state.load1,
  memory_free: state.memoryFree,
  disk_free: state.diskFree,
  clock_offset_ms: state.clock - reachedAt.getTime(),
  certificate_expires: new Date(state.certificateExpires).toISOString(),
  online_users: onlineOf(state.online),
  generation: state.gen,
});

/**
 * What the agent said, if that is still an agent's state: what an earlier version took of one node must not keep the
 * console from showing the others.
 */
const factsIn = ({ state, reached_at }: Pick<LiveRow, 'state' | 'reached_at'>): AgentFacts | null => {
  const said = AgentState.safeParse(state);
  return said.success && reached_at ? factsOf(said.data, reached_at) : null;
};

/** What else is known of a node: what it carried in the last whole point, and which of its reports are missing. */
export interface BesideLive {
  readonly last: { readonly up: number; readonly down: number } | undefined;
  readonly missing: MissingRow | undefined;
}

/** A node as it is right now. */
export const presentLive = (row: LiveRow, { last, missing }: BesideLive, rhythm: CheckRhythm): NodeLive => {
  const now = healthNow(row, rhythm);
  return {
    node_id: row.node_id,
    node_name: row.node_name,
    enrolled: row.enrolled,
    ...now,
    reached_at: row.reached_at?.toISOString() ?? null,
    missed: row.missed ?? 0,
    speed: latencyNow(row, now),
    open_alarms: row.open_alarms,
    quarantined_batches: row.quarantined,
    new_books: row.new_books,
    missing: missing ? presentMissing(missing) : null,
    up_rate: Math.round((last?.up ?? 0) / POINT_SECONDS),
    down_rate: Math.round((last?.down ?? 0) / POINT_SECONDS),
    agent: factsIn(row),
  };
};

const presentMissing = ({ epoch, first, last, since, until }: MissingRow): MissingReports => ({
  books: epoch,
  first,
  last,
  since: since?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
});

/** Five minutes of a node. */
export const presentPoint = ({ at, ...row }: PointRow): NodePoint => ({ at: at.toISOString(), ...row });

/** An alarm with its node. */
export const presentAlarm = ({ id, at, closed_at, ...row }: AlarmRow): NodeAlarm => ({
  _id: id,
  ...row,
  at: at.toISOString(),
  closed_at: closed_at?.toISOString() ?? null,
});

/** A node may claim more bytes than a number holds exactly; the largest exact number is shown then. */
const shownBytes = (text: string): number => Math.min(Number.MAX_SAFE_INTEGER, Number(text));

/** A quarantined report with its node. */
export const presentQuarantined = ({
  id,
  from_at,
  to_at,
  beside,
  beside_up,
  beside_down,
  beside_from,
  beside_to,
  same_number,
  ...row
}: QuarantinedRow): QuarantinedReport => ({
  _id: id,
  ...row,
  from: from_at?.toISOString() ?? null,
  to: to_at?.toISOString() ?? null,
  beside:
    row.state === 'quarantined' && beside_from && beside_to
      ? {
          reports: beside,
          up: shownBytes(beside_up),
          down: shownBytes(beside_down),
          from: beside_from.toISOString(),
          to: beside_to.toISOString(),
          same_number: same_number === true,
        }
      : null,
  at: row.at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  settled_by: row.settled_by ?? '',
});
