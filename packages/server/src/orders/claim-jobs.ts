import { inTransaction } from '@skyport/db';
import { MINUTE_MS } from '../platform/clock.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { listDueClaims, markAlarmed } from './claim-store.ts';
import { wakeClaim } from './inbox.ts';
import { notifyWaiting } from './messages.ts';
import { askTrades } from './queries.ts';

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
    const due = await listDueClaims(deps.db, now, BATCH);
    const unconfirmed = due.filter(({ must_ask }) => must_ask);
    for (const { id, trade_id } of due.filter(({ must_ask }) => !must_ask))
      await inTransaction(deps.db, (trx) => wakeClaim(trx, deps, { id, trade_id }));
    for (const instance of new Set(unconfirmed.map((row) => row.instance)))
      await inTransaction(deps.db, (trx) => deps.jobs.add(trx, askTrades, { instance }));
    await inTransaction(deps.db, async (trx) => {
      const before = new Date(now.getTime() - ALARM_MS);
      for (const row of await markAlarmed(trx, { before, now })) await notifyWaiting(trx, deps, row);
    });
  },
});
