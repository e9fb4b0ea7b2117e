import { inTransaction, type Db } from '@skyport/db';
import { HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import type { Currency } from '../platform/payment-providers.ts';
import type { StrayReason } from './claim-rules.ts';
import { notifyManyUnclaimed, notifyUnclaimed } from './messages.ts';
import { isToldSince, markStraysTold, markTold } from './stray-store.ts';

/** Money that was kept for no trade, in thousandths of its currency. */
interface KeptStray {
  readonly paymentId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly reason: StrayReason;
}

/**
 * Notifies staff of an unmatched payment, at once if it is the first within an hour. `tellStrays` sums up the others,
 * one sentence for each currency and reason.
 */
export const tellStray = async (trx: Db, deps: Deps, { paymentId, ...stray }: KeptStray): Promise<void> => {
  const now = deps.clock.now();
  if (await isToldSince(trx, stray, new Date(now.getTime() - HOUR_MS))) return;
  await markTold(trx, paymentId, now);
  await notifyUnclaimed(trx, deps, stray);
};

/** Tells staff of the money for no trade of which they were not told one by one. */
export const tellStrays = job({
  name: 'orders.tell-strays',
  input: NoInput,
  maxAttempts: 1,
  cron: '11 * * * *',
  key: () => 'all',
  run: (deps) =>
    inTransaction(deps.db, async (trx) => {
      for (const strays of await markStraysTold(trx, deps.clock.now())) await notifyManyUnclaimed(trx, deps, strays);
    }),
});
