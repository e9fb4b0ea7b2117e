import { inTransaction } from '@skyport/db';
import { MINUTE_MS } from '../platform/clock.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { listDueClaims, markAlarmed } from './claim-store.ts';
import { confirmClaim } from './confirm.ts';
import { settleClaim } from './inbox.ts';
import { notifyWaiting } from './messages.ts';

/** Claims woken in one run; the next run takes the rest. */
const BATCH = 200;
/** How long a claim may wait before staff are told. */
const ALARM_MS = 10 * MINUTE_MS;

/** Tries claims again that are due, and tells staff of those that have waited too long. */
export const watchClaims = job({
  name: 'orders.watch-claims',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => {
    const now = deps.clock.now();
    for (const { id, must_ask } of await listDueClaims(deps.db, now, BATCH))
      await inTransaction(deps.db, (trx) => deps.jobs.add(trx, must_ask ? confirmClaim : settleClaim, { id }));
    await inTransaction(deps.db, async (trx) => {
      const before = new Date(now.getTime() - ALARM_MS);
      for (const row of await markAlarmed(trx, { before, now })) await notifyWaiting(trx, deps, row);
    });
  },
});
