import { MISSED_FOR_ALARM } from '@skyport/contract/node-health';
import { trouble } from '@skyport/contract/node-trouble';
import { AgentFault } from '../agent/agent-fault.ts';
import { closeAlarms, raiseAlarm, openAlarmKinds } from '../health/alarm-store.ts';
import { writeHealth, writeSighting } from '../health/sighting-store.ts';
import { bringFilter } from '../health/panel-filter.ts';
import { healthOf, healthOfFault, withTrouble } from '../health/health.ts';
import { addHealthCheck } from '../health/history-store.ts';
import { renewWhenDue, stateRenewing } from '../certificates/renewal.ts';
import { noteUnsynced } from './sync-times.ts';
import { bringInStep, knownOf, type Parts } from './sync-agent.ts';

/** Asks an agent for its state, writes its health down, renews its certificate when due, and mends what differs. */
export const checkHealth = async (parts: Parts): Promise<void> => {
  const { nodeId, deps, memory, controller } = parts;
  const state = await stateRenewing(parts);
  const expected = memory.known;
  memory.known = knownOf(state);
  const drifted = expected !== undefined && expected.digest !== state.digest;
  const now = deps.clock.now();
  const networks = controller.models().get(nodeId)?.node.panelNetworks;
  const filter = networks ? await bringFilter(parts.client, networks, state) : undefined;
  const report = withTrouble(healthOf(state, now, await openAlarmKinds(deps.db, nodeId)), filter);
  await writeSighting(deps.db, nodeId, {
    health: drifted ? 'drifted' : report.health,
    troubles: drifted ? [trouble('drifted')] : report.troubles,
    at: now,
    state,
  });
  await addHealthCheck(deps.db, { nodeId, at: now }, state);
  await closeAlarms(deps.db, { nodeId, kinds: ['unreachable'] }, now);
  await renewWhenDue(parts, state);
  const model = controller.models().get(nodeId);
  if (!model) return;
  await bringInStep(parts);
  if (drifted) await writeHealth(deps.db, nodeId, report);
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
  if (missed >= MISSED_FOR_ALARM)
    await raiseAlarm(deps.db, {
      id: deps.ids.next(),
      nodeId,
      kind: 'unreachable',
      reason: { code: 'away', trouble: first },
      at,
    });
};
