import { z } from 'zod';
import { job, NoInput } from '../platform/jobs.ts';
import { beginWhole, watchNew, watchSlice, type WholeCheck } from './watch.ts';

/** Checks what is new in the ledger, each minute. */
export const watchNewLedger = job({
  name: 'ledger.watch-new',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: watchNew,
});

const Slice = z.object({
  part: z.enum(['transactions', 'accounts', 'users', 'sums']),
  after: z.int().nonnegative(),
  size: z.int().positive(),
});

const Whole = z.object({ begun: z.iso.datetime(), slice: Slice });

/** Checks everything in the ledger, each night: one slice a job, each of which adds the next. */
export const watchWholeLedger = job({
  name: 'ledger.watch-all',
  input: Whole.partial(),
  maxAttempts: 5,
  cron: '20 18 * * *',
  key: () => 'all',
  run: async (deps, { begun, slice }): Promise<void> => {
    const check: WholeCheck = begun && slice ? { begun: new Date(begun), slice } : beginWhole(deps.clock.now());
    await watchSlice(deps, check, (trx, left) =>
      deps.jobs.add(trx, watchWholeLedger, { begun: left.begun.toISOString(), slice: left.slice }),
    );
  },
});

/** Jobs of this room. */
export const ledgerJobs = [watchNewLedger, watchWholeLedger];
