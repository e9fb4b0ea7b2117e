import { inTransaction } from '@skyport/db';
import { HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { cancel } from './cancel.ts';
import { closeAtProvider, tellProviders } from './close-trades.ts';
import { lockBehindAccount } from './lock.ts';
import { notifyExpired } from './messages.ts';
import { findOrder, listDueOrders } from './order-store.ts';
import { closeEndedTrades, lockTrades } from './trade-store.ts';
import { isLivingTrade } from '@skyport/contract/order-states';

/** Orders cancelled in one run; the next run takes the rest. */
const BATCH = 200;
/** How long the end of an order waits for somebody who may be paying it, whatever the provider allows. */
const PATIENCE_MS = 24 * HOUR_MS;

const waitedSince = ({ clock }: Pick<Deps, 'clock'>): Date => new Date(clock.now().getTime() - PATIENCE_MS);

/** Cancels one order whose time is over; false when it was paid, cancelled or is being paid by now. */
const expire = (deps: Deps, id: string): Promise<boolean> =>
  inTransaction(deps.db, async (trx) => {
    const found = await findOrder(trx, id);
    if (!found) return false;
    const order = (await lockBehindAccount(trx, id, found.user_id))?.order;
    if (!order || order.expires_at > deps.clock.now()) return false;
    const isPaying = (await lockTrades(trx, id)).some(({ status }) => isLivingTrade(status));
    if (isPaying && order.expires_at > waitedSince(deps)) return false;
    const cancelled = await cancel(trx, deps, { order, actor: 'orders.expire' });
    if (!cancelled) return false;
    await notifyExpired(trx, deps, cancelled);
    deps.crash.at('expire.before-commit');
    return true;
  });

/**
 * Closes trades whose time is over, then cancels orders whose time is over and that nobody is paying; whoever pays is
 * waited for a day at most.
 */
export const expireOrders = job({
  name: 'orders.expire',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => {
    await inTransaction(deps.db, async (trx) =>
      tellProviders(trx, deps, await closeEndedTrades(trx, deps.clock.now())),
    );
    const due = { now: deps.clock.now(), waitedSince: waitedSince(deps) };
    for (const id of await listDueOrders(deps.db, due, BATCH))
      if (await expire(deps, id)) deps.crash.at('expire.after-commit');
  },
});

/** Jobs of this room. */
export const ordersJobs = [expireOrders, closeAtProvider];
