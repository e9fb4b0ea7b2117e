import { installMessage } from '@skyport/contract/install-messages';
import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { runInstall } from './run.ts';
import { beatBatch, dropQueued, endAbandoned, queuedOf } from './queue-store.ts';

const BEAT_MS = 10 * SECOND_MS;
const LOST_MS = 2 * MINUTE_MS;
const FORGOTTEN_MS = 15 * MINUTE_MS;

/**
 * One node goes ahead, the rest follow one after another once it is well; when the first fails, nobody follows. A node
 * that waits for its host key proves nothing, so the next one goes ahead in its place.
 */
export const runBatch = async (deps: Deps, batch: string, signal: AbortSignal): Promise<void> => {
  const timer = setInterval(() => void beatBatch(deps.db, batch, deps.clock.now()).catch(() => undefined), BEAT_MS);
  let proved = false;
  const drop = (code: 'panelStopped' | 'firstFailed' | 'batchFault'): Promise<void> =>
    dropQueued(deps.db, batch, { reason: installMessage(code), at: deps.clock.now() });
  try {
    for (const nodeId of await queuedOf(deps.db, batch)) {
      if (signal.aborted) return await drop('panelStopped');
      const outcome = await runInstall(deps, { nodeId, batch }, signal);
      if (outcome === 'failed' && !proved) return await drop('firstFailed');
      proved ||= outcome === 'done';
    }
  } catch (fault) {
    await drop('batchFault');
    throw fault;
  } finally {
    clearInterval(timer);
  }
};

/** Ends what a dead process left under way, so that it can be repeated. */
export const endLostRuns = async (deps: Deps): Promise<void> => {
  const at = deps.clock.now();
  const ago = (ms: number): Date => new Date(at.getTime() - ms);
  const reason = installMessage('panelDied');
  await endAbandoned(deps.db, { running: ago(LOST_MS), queued: ago(FORGOTTEN_MS), reason, at });
};

/** Ends what is under way in this process, by the dependencies it was started with. */
const stops = new WeakMap<Deps, AbortController>();

const stopOf = (deps: Deps): AbortController => {
  const known = stops.get(deps) ?? new AbortController();
  stops.set(deps, known);
  return known;
};

/**
 * Ends installations that are under way here, and lets none begin: called before the jobs are waited for. Servers
 * finish on their own.
 */
export const stopInstalls = (deps: Deps): void => stopOf(deps).abort();

/** Works through the nodes that were asked for together. A repeated job finds nothing queued and does nothing. */
export const installBatch = job({
  name: 'install.batch',
  input: z.object({ batch: z.uuid() }),
  maxAttempts: 1,
  places: 'slow',
  run: (deps, { batch }) => runBatch(deps, batch, stopOf(deps).signal),
});

const tidy = job({ name: 'install.tidy', input: NoInput, maxAttempts: 1, cron: '* * * * *', run: endLostRuns });

/** Jobs of this feature. */
export const installJobs = [installBatch, tidy];
