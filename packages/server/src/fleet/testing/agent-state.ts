import type { AgentState } from '@skyport/contract/fleet';

/** The state of an agent with which all is well and nobody is served; `change` replaces fields. */
export const agentState = (change: Partial<AgentState>): AgentState => ({
  gen: 1,
  digest: '0'.repeat(64),
  epoch: '00000000-0000-4000-8000-000000000000',
  unacked: 0,
  openBytes: 0,
  unattributed: 0,
  engine: { running: true, version: '26.3.27', uptimeSeconds: 86_400, restarts: 0, lastError: '' },
  agent: { version: '0.1.0', uptimeSeconds: 86_400, canCutTcp: true, canCutUdp: true },
  features: [],
  problems: [],
  load1: 0,
  memoryFree: 2 ** 30,
  diskFree: 2 ** 34,
  clock: 0,
  certificateExpires: '2036-01-01T00:00:00.000Z',
  online: [],
  ...change,
});
