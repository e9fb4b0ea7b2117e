import { z } from 'zod';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { FaultLog } from '../platform/error-log.ts';
import { fleetWake } from '../platform/fleet-changes.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import type { LeaderWork } from '../platform/leader.ts';
import { runFleet, type Fleet } from './fleet.ts';
import { dropPoints } from './history-store.ts';
import { dropAlarms } from './live-store.ts';
import { loadPki } from './pki.ts';

export { expectBooks } from './books-store.ts';
export { askAgent, enrolmentOf, forgetAgent, type AgentAnswer } from './installed.ts';
export { closeAlarms, MAX_FAILURES, raiseAlarm } from './store.ts';
export { nodeChanged, usersChanged } from '../platform/fleet-changes.ts';

/** Fleets running in this process, by the dependencies they were started with. */
const running = new WeakMap<Deps, Set<Fleet>>();

/**
 * Starts everything that speaks with nodes: enrolment, desired state, traffic, health. Only one process of an
 * installation may do this at a time. Settles when the wanted sets are known; throws when the database cannot be read.
 */
export const startFleet = async (deps: Deps, { faults }: { faults: FaultLog }): Promise<LeaderWork> => {
  const failed = (fault: unknown): Promise<void> => faults(fault, { call: 'fleet', requestId: '' });
  const fleet = await runFleet(deps, await loadPki(deps), failed);
  const fleets = running.get(deps) ?? new Set();
  running.set(deps, fleets.add(fleet));
  return {
    stop: async () => {
      fleets.delete(fleet);
      await fleet.stop();
    },
  };
};

/** Forgets the history of nodes that is too old to be shown. */
const forget = jobKind({ name: 'fleet.forget', input: z.unknown(), tries: 3 });
/** Days that closed alarms stay. */
const ALARM_DAYS = 90;

/** Jobs of this feature: a wake-up reaches the fleet of this very process; any other looks by itself. */
export const fleetJobs = (deps: Deps): JobHandler[] => [
  handleJob(fleetWake, async () => {
    for (const fleet of running.get(deps) ?? []) fleet.wake();
  }),
  handleJob(forget, async () => {
    const now = deps.clock.now();
    await dropPoints(deps.db, now);
    await dropAlarms(deps.db, new Date(now.getTime() - ALARM_DAYS * DAY_MS));
  }),
];

/** When jobs of this feature run by themselves (cron, UTC). */
export const fleetPeriodic = [{ cron: '40 * * * *', name: forget.name }] as const;
