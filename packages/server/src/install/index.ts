import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { endLostRuns, installBatch, runBatch } from './batch.ts';

export { kitFile, kitFolder, readKit } from './kit.ts';
export { createInstallRoute } from './serve.ts';

const tidy = jobKind({ name: 'install.tidy', input: z.unknown(), tries: 1 });

/** Ends what is under way in this process, by the dependencies it was started with. */
const stops = new WeakMap<Deps, AbortController>();

/** Jobs of this feature. */
export const installJobs = (deps: Deps): JobHandler[] => {
  const stop = new AbortController();
  stops.set(deps, stop);
  return [
    handleJob(installBatch, ({ batch }) => runBatch(deps, batch, stop.signal)),
    handleJob(tidy, () => endLostRuns(deps)),
  ];
};

/** Ends installations that are under way here: called before the jobs are waited for. Servers finish on their own. */
export const stopInstalls = (deps: Deps): void => stops.get(deps)?.abort();

/** When jobs of this feature run by themselves (cron, UTC). */
export const installPeriodic: readonly { cron: string; name: string }[] = [{ cron: '* * * * *', name: tidy.name }];
