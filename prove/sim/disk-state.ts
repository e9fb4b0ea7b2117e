import type { LastRead, MetaKey } from '@skyport/agent/journal';
import type { UsageRow } from '@skyport/contract/fleet';

/** What an agent's disk holds. A committed state is never changed: snapshots are free. */
export interface DiskState {
  meta: Map<MetaKey, string>;
  last: LastRead;
  open: Map<string, { from: number; to: number; rows: Map<string, UsageRow> }>;
  closed: Map<number, { readonly payload: string; readonly ackedAt: number | null }>;
  /**
   * Ground truth, not part of the journal: the counters (by engine and name) whose readings this lineage of the
   * disk has committed.
   */
  truth: ReadonlyMap<string, number>;
}

/** A disk that refuses to write. */
export class DiskFull extends Error {}

/** How a process that stands at a kill point may end there. */
export type At = (point: AgentPoint) => void;

/** Where an agent can be killed. */
export const agentPoints = [
  'agent.before-read',
  'agent.after-read',
  'agent.reading-noted',
  'agent.bytes-added',
  'agent.batches-acknowledged',
  'agent.batch-closed',
  'agent.open-cleared',
  'agent.before-write',
  'agent.half-written',
  'agent.before-fsync',
  'agent.after-fsync',
  'agent.before-answer',
  'agent.after-answer',
] as const;

export type AgentPoint = (typeof agentPoints)[number];
