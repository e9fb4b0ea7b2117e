import type { AgentState } from '@skyport/contract/fleet';
import { CERTIFICATE_SOON_MS, CLOCK_OFF_MS, DISK_LOW, type AlarmKind } from '@skyport/contract/node-health';
import { trouble, type NodeTrouble, type NodeTroubleCode, type NodeHealth } from '@skyport/contract/node-trouble';
import type { AgentFault } from '../agent/agent-fault.ts';

/** A health with what is wrong; nothing when healthy. */
export interface HealthReport {
  readonly health: NodeHealth;
  readonly troubles: readonly NodeTrouble[];
}

/** Alarms that say that use of the node is not being billed. */
const BILLING_ALARMS: Readonly<Partial<Record<AlarmKind, NodeTroubleCode>>> = {
  unbilled: 'unbilled',
  conflict: 'conflict',
  gap: 'gap',
  epoch: 'epoch',
  'held-full': 'heldFull',
};

/** What an agent itself and the node's open alarms say about a node that holds the wanted set. */
export const healthOf = (state: AgentState, now: Date, alarms: readonly AlarmKind[] = []): HealthReport => {
  const clockOff = state.clock - now.getTime();
  const troubles = [
    !state.engine.running && trouble('engineStopped', { detail: state.engine.lastError }),
    Math.abs(clockOff) > CLOCK_OFF_MS && trouble('clockOff', { seconds: Math.round(clockOff / 1000) }),
    state.diskFree < DISK_LOW && trouble('diskLow'),
    certificateTrouble(Date.parse(state.certificateExpires) - now.getTime()),
    ...state.problems.map(({ kind, detail }) => trouble(kind, { detail })),
    ...alarms.map((kind) => BILLING_ALARMS[kind]).map((code) => code !== undefined && trouble(code)),
  ].filter((found) => found !== false);
  return { health: troubles.length === 0 ? 'healthy' : 'degraded', troubles };
};

/** The same health with one more thing that is not as it should be. */
export const withTrouble = ({ health, troubles }: HealthReport, more: NodeTrouble | undefined): HealthReport =>
  more === undefined
    ? { health, troubles }
    : { health: health === 'healthy' ? 'degraded' : health, troubles: [...troubles, more] };

const certificateTrouble = (leftMs: number): NodeTrouble | false => {
  if (leftMs <= 0) return trouble('certificateExpired');
  return leftMs < CERTIFICATE_SOON_MS && trouble('certificateSoon');
};

/** What a failed call says about a node. */
export const healthOfFault = ({ kind, code, detail }: Pick<AgentFault, 'kind' | 'code' | 'detail'>): HealthReport => ({
  health: kind === 'unreachable' ? 'offline' : 'refused',
  troubles: [trouble(code, { detail })],
});

/** The middle one of some latencies in ms, null for none. */
export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
};
