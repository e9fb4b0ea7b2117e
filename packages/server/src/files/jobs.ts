import { inTransaction } from '@skyport/db';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { blobOf, createStores, type Stores } from './blobs.ts';
import { lockOrphan, removeFile } from './store.ts';

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

const reap = job({
  name: 'files.reap',
  input: NoInput,
  maxAttempts: 3,
  cron: '41 * * * *',
  run: async (deps) => void (await reapOrphans(deps, createStores(deps))),
});

/** Jobs of this feature. */
export const filesJobs = [reap];
