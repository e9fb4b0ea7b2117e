import { isLivingTrade, isOpenOrder, livingTradeStates } from '@skyport/contract/order-states';
import { inTransaction } from '@skyport/db';
import { HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { cancel } from './cancel.ts';
import { watchClaims } from './claim-jobs.ts';
import { closeAtProvider, closeTrade } from './close-trades.ts';
import { watchHealth } from './health.ts';
import { settleClaim, settleStoredOf } from './inbox.ts';
import { lockBehindAccount } from './lock.ts';
import { notifyExpired, notifyNotExpired } from './messages.ts';
import { changeOrder, findOrder, listDueOrders, lockOrder } from './order-store.ts';
import { askTrades, watchQueries } from './queries.ts';
import { hasUnansweredTrade } from './query-store.ts';
import { listEndedTrades, lockTrades } from './trade-store.ts';
import { readMarks } from './watched.ts';
import { tellStrays } from './strays.ts';

const NAME = 'orders.expire';
/** Trades closed, and orders cancelled, in one run; the next run takes the rest. */
const BATCH = 200;
/** How long the end of an order waits for somebody who may be paying it, and for what the provider says of that. */
const PATIENCE_MS = 24 * HOUR_MS;
/** After how long an order that could not be cancelled is tried again. */
const AGAIN_MS = HOUR_MS;

const ago = ({ clock }: Pick<Deps, 'clock'>, ms: number): Date => new Date(clock.now().getTime() - ms);

/** Cancels one order whose time is over; false when it was paid, cancelled or is being paid by now. */
const expire = (deps: Deps, id: string): Promise<boolean> =>
  inTransaction(deps.db, async (trx) => {
    const found = await findOrder(trx, id);
    if (!found) return false;
    const order = (await lockBehindAccount(trx, id, found.user_id))?.order;
    if (!order || order.expires_at > deps.clock.now()) return false;
    const isPaying = (await lockTrades(trx, id)).some(({ status }) => isLivingTrade(status));
    const mayWait = order.expires_at > ago(deps, PATIENCE_MS);
    if (mayWait && (isPaying || (await hasUnansweredTrade(trx, id)))) return false;
    const cancelled = await cancel(trx, deps, { order, actor: NAME });
    if (!cancelled) return false;
    await notifyExpired(trx, deps, cancelled);
    deps.crash.at('expire.before-commit');
    return true;
  });

/** Puts an order that could not be cancelled off, and alarms the operators when it is the first time. */
const putOff = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order || !isOpenOrder(order.status)) return;
    await changeOrder(trx, id, { expiry_failed_at: deps.clock.now() });
    if (!order.expiry_failed_at) await notifyNotExpired(trx, deps, order);
  });

/** What is done with one of many, and what with one of which it failed. */
interface Each {
  readonly run: (id: string) => Promise<void>;
  readonly failed?: (id: string) => Promise<void>;
}

/** Does something with each of many: one that fails is written down, and those behind it have their turn. */
const withEach = async (deps: Deps, ids: readonly string[], { run, failed }: Each): Promise<void> => {
  for (const id of ids) {
    try {
      // A connection that was lost is no fault of its: it has a second try.
      await run(id).catch(() => run(id));
    } catch (fault) {
      await createFaultLog(deps)(fault, { call: `job ${NAME} ${id}`, requestId: '' });
      await failed?.(id);
    }
  }
};

/**
 * Closes trades whose time is over, then cancels orders whose time is over and that nobody is paying. Whoever pays, a
 * provider that has not said yet whether somebody has, and a watcher that has not read up to the order's end, are
 * waited for a day at most. One that fails stops none of the others.
 */
export const expireOrders = job({
  name: 'orders.expire',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => {
    await withEach(deps, await listEndedTrades(deps.db, deps.clock.now(), BATCH), {
      run: (id) => inTransaction(deps.db, (trx) => closeTrade(trx, deps, { id, from: livingTradeStates })),
    });
    const now = deps.clock.now();
    const since = { waitingLimit: ago(deps, PATIENCE_MS), failedBefore: ago(deps, AGAIN_MS) };
    const due = { now, ...since, marks: await readMarks(deps, now) };
    await withEach(deps, await listDueOrders(deps.db, due, BATCH), {
      run: async (id) => {
        await settleStoredOf(deps, id);
        if (await expire(deps, id)) deps.crash.at('expire.after-commit');
      },
      failed: (id) => putOff(deps, id),
    });
  },
});

/** Jobs of this room. */
export const ordersJobs = [
  expireOrders,
  closeAtProvider,
  settleClaim,
  watchClaims,
  askTrades,
  watchQueries,
  watchHealth,
  tellStrays,
];
