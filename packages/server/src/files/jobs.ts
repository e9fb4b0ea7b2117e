import { inTransaction } from '@skyport/db';
import { z } from 'zod';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { blobOf, createStores, type Stores } from './blobs.ts';
import { lockOrphan, removeFile } from './store.ts';

const reap = jobKind({ name: 'files.reap', input: z.unknown(), tries: 3 });

/** How long an image may lie unused: somebody may have uploaded it and still be writing. */
const UNUSED_MS = DAY_MS;

/**
 * Removes images that nothing has used for a day, one transaction each: first the bytes, then the row, so that a crash
 * between leaves a row for the next run. Gives how many. Throws when the place of the bytes cannot be asked.
 */
export const reapOrphans = async (deps: Pick<Deps, 'db' | 'clock'>, stores: Stores): Promise<number> => {
  const since = new Date(deps.clock.now().getTime() - UNUSED_MS);
  for (let count = 0; ; count++) {
    const found = await inTransaction(deps.db, async (trx) => {
      const file = await lockOrphan(trx, since);
      if (!file) return false;
      await stores.of(file.store).remove(blobOf(file).name);
      await removeFile(trx, file.id);
      return true;
    });
    if (!found) return count;
  }
};

/** Jobs of this feature. */
export const filesJobs = (deps: Deps): JobHandler[] => {
  const stores = createStores(deps);
  return [handleJob(reap, async () => void (await reapOrphans(deps, stores)))];
};

/** When they run (cron, UTC). */
export const filesPeriodic = [{ cron: '41 * * * *', name: reap.name }] as const;
