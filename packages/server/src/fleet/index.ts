import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { FaultLog } from '../platform/error-log.ts';
import { fleetWake, onFleetWake } from '../platform/fleet-changes.ts';
import { job, NoInput } from '../platform/jobs.ts';
import type { LeaderWork } from '../platform/leader.ts';
import { runFleet } from './fleet.ts';
import { dropPoints } from './health/history-store.ts';
import { dropAlarms } from './health/alarm-store.ts';
import { loadPki } from './certificates/pki.ts';
import { slotOf } from './trust/slots.ts';
import { continueUndos } from './undo/undo.ts';
import { dropRemovals } from './desired/removal-store.ts';
import { dropSlots, dropUserUse } from './trust/trust-store.ts';

export { expectJournal } from './journals/journal-store.ts';
export { forgetAgent } from './agent/agent-store.ts';
export { askAgent, type AgentAnswer } from './agent/installed.ts';
export { enrolmentOf } from './enrolment/enrolment-store.ts';
export { explainLines, type ExplainedLine } from './desired/explain.ts';
export { closeAlarms, countOpenAlarms, raiseAlarm, readFleetWatch } from './health/alarm-store.ts';
export { listNodeFigures, type NodeFigures } from './health/live-store.ts';

/**
 * Starts everything that speaks with nodes: enrolment, desired state, traffic, health. Only one process of an
 * installation may do this at a time. Resolves when the wanted sets are known; throws when the database cannot be read.
 */
export const startFleet = async (deps: Deps, { faults }: { faults: FaultLog }): Promise<LeaderWork> => {
  const failed = (fault: unknown, times = 1): Promise<void> =>
    faults(fault, { call: times > 1 ? `fleet, ${times} times at once` : 'fleet', requestId: '' });
  const fleet = await runFleet(deps, await loadPki(deps), failed);
  const stopListening = onFleetWake(deps, fleet.wake);
  return {
    stop: async () => {
      stopListening();
      await fleet.stop();
    },
  };
};

/** Days that closed alarms stay. */
const ALARM_DAYS = 90;
/** Days that it is remembered whom lines served and what nodes carried: longer than any node is away and comes back. */
const TRUST_DAYS = 35;

/** Forgets the history of nodes that is too old to be shown. */
const forget = job({
  name: 'fleet.forget',
  input: NoInput,
  maxAttempts: 3,
  cron: '40 * * * *',
  run: async ({ db, clock }) => {
    const now = clock.now();
    await dropPoints(db, now);
    await dropRemovals(db, new Date(now.getTime() - TRUST_DAYS * DAY_MS));
    await dropUserUse(db, new Date(now.getTime() - DAY_MS));
    await dropSlots(db, slotOf(now.getTime() - TRUST_DAYS * DAY_MS));
    await dropAlarms(db, new Date(now.getTime() - ALARM_DAYS * DAY_MS));
  },
});

/** Jobs of this feature. */
export const fleetJobs = [fleetWake, forget, continueUndos];
