import { inTransaction } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { endWaiting } from './end.ts';
import { WAIT_MS } from './present.ts';
import { listWaiting, lockTransfer } from './store.ts';

/** Transfers returned in one run; the next run takes the rest. */
const BATCH = 500;

/** One for which its sender has no room stays where it is: each run tries again. */
const returnOne = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const transfer = await lockTransfer(trx, id);
    if (transfer?.state !== 'created') return;
    await endWaiting(trx, deps, { transfer, to: { num: transfer.sender_num }, actor: 'push.return' });
    deps.crash.at('push-end.before-commit');
  });

/**
 * Gives transfers that nobody took back to their senders, whole, each in a transaction of its own. One that fails is
 * written down and stops none of the others; the next run tries it again.
 */
const returnDue = job({
  name: 'push.return',
  input: NoInput,
  maxAttempts: 5,
  cron: '* * * * *',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - WAIT_MS);
    for (const id of await listWaiting(deps.db, { before, limit: BATCH }))
      await returnOne(deps, id).catch((fault: unknown) =>
        createFaultLog(deps)(fault, { call: `job push.return ${id}`, requestId: '' }),
      );
  },
});

/** Jobs of this feature. */
export const pushJobs = [returnDue];
