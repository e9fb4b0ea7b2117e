import type { AgentState } from '@skyport/contract/fleet';
import { MISSED_FOR_ALARM } from '@skyport/contract/node-health';
import { trouble } from '@skyport/contract/node-trouble';
import { AgentFault } from '../agent/agent-fault.ts';
import { closeAlarms, openAlarmKinds } from '../health/alarm-store.ts';
import { writeHealth, writeSighting, type Sighting } from '../health/sighting-store.ts';
import { bringFilter } from '../health/panel-filter.ts';
import { raiseUnreachable } from '../health/unreachable.ts';
import { healthOf, healthOfFault, withTrouble } from '../health/health.ts';
import { addHealthCheck } from '../health/history-store.ts';
import { renewWhenDue, stateRenewing } from '../certificates/renewal.ts';
import { noteUnsynced } from './sync-times.ts';
import { bringInStep, noteState, type Parts } from './sync-agent.ts';

/** Asks an agent for its state, writes its health down, renews its certificate when due, and mends what differs. */
export const checkHealth = async (parts: Parts): Promise<void> => {
  const { nodeId, deps, memory, controller } = parts;
  const state = await stateRenewing(parts);
  const expected = memory.known;
  noteState(memory, state);
  const drifted = expected !== undefined && expected.digest !== state.digest;
  const now = deps.clock.now();
  const networks = controller.models().get(nodeId)?.node.panelNetworks;
  const filter = networks ? await bringFilter(parts.client, networks, state) : undefined;
  const report = withTrouble(healthOf(state, now, await openAlarmKinds(deps.db, nodeId)), filter);
  const seen = drifted ? { health: 'drifted' as const, troubles: [trouble('drifted')] } : report;
  await keepState(parts, { ...seen, at: now, state });
  await closeAlarms(deps.db, { nodeId, kinds: ['unreachable'] }, now);
  await renewWhenDue(parts, state);
  const model = controller.models().get(nodeId);
  if (!model) return;
  await bringInStep(parts);
  if (drifted) await writeHealth(deps.db, nodeId, report);
};

/**
 * Writes an agent's state down, its sighting last: that ends the intervals missed. Throws AgentFault for a state that
 * cannot be written, so that the node counts as missed however that came about.
 */
const keepState = async (
  { nodeId, deps: { db } }: Parts,
  seen: Sighting & { readonly state: AgentState },
): Promise<void> => {
  try {
    await addHealthCheck(db, { nodeId, at: seen.at }, seen.state);
    await writeSighting(db, nodeId, seen);
  } catch (cause) {
    throw new AgentFault('broken', `the agent's state cannot be written down: ${String(cause)}`, { cause });
  }
};

/** Notes why an agent could not be reached. Only the regular health check counts as a missed interval. */
export const noteFault = async (parts: Parts, fault: unknown, regular = false): Promise<void> => {
  const { nodeId, deps, memory, controller } = parts;
  memory.known = undefined;
  const model = controller.models().get(nodeId);
  if (model) noteUnsynced(model.syncTimes);
  if (!(fault instanceof AgentFault)) throw fault;
  const report = healthOfFault(fault);
  const [first = trouble('unreachable')] = report.troubles;
  deps.log.warn({ node: nodeId, reason: fault.message }, 'a node could not be reached');
  if (!regular) return writeHealth(deps.db, nodeId, report);
  const at = deps.clock.now();
  const missed = await writeSighting(deps.db, nodeId, { ...report, at });
  if (missed >= MISSED_FOR_ALARM) await raiseUnreachable(deps, { nodeId, trouble: first, at });
};
