import { inTransaction } from '@skyport/db';
import { z } from 'zod';
import { notify, notifyOperators } from '../notices/index.ts';
import { findUnclaimed, giveToTrade, staffOrder } from '../orders/index.ts';
import { findMissing, USDT_INSTANCE } from '../payments/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { job, NoInput } from '../platform/jobs.ts';
import {
  decideRequest,
  findRequest,
  listOpenOnChain,
  listSettled,
  lockRequest,
  type SettledRequest,
} from './request-store.ts';
import { texts } from './texts.ts';

const NAME = 'money.grant-requests';
/** For how long a request waits for its money to be read on a chain; then it is left to staff, in ms. */
const LOOKED_FOR_MS = 2 * DAY_MS;
/** Requests that end in one run because their money was settled; the next run takes the rest. */
const BATCH = 200;

const endSettled = (deps: Deps, { id, user_id, name }: SettledRequest): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    if ((await lockRequest(trx, id))?.state !== 'open') return;
    await decideRequest(trx, id, { state: 'granted', answer: '', by: null, at: deps.clock.now() });
    const text = texts.settled(name);
    await notify(trx, deps, { userId: user_id, kind: 'order', href: '#/order', text, name: 'money_settled' });
  });

/** Does something for a request. A fault is logged and stops no other request. */
const withRequest = (deps: Deps, id: string, work: Promise<unknown>): Promise<unknown> =>
  work.catch((fault: unknown) => createFaultLog(deps)(fault, { call: `job ${NAME} ${id}`, requestId: '' }));

/** Ends requests with money that was settled meanwhile, by its provider or by staff, and notifies the customers. */
const endAllSettled = async (deps: Deps): Promise<void> => {
  for (const request of await listSettled(deps.db, BATCH))
    await withRequest(deps, request.id, endSettled(deps, request));
};

/**
 * Gives the money of a request, in one transaction, where a chain shows that it came and that only whoever asks can
 * have paid it. False when it is left open: staff have to look, or the chain is not read so far.
 */
const grant = (deps: Deps, id: string): Promise<boolean> =>
  inTransaction(deps.db, async (trx) => {
    const request = await findRequest(trx, id);
    if (request?.state !== 'open') return true;
    const { user_id: userId, order_id: orderId, reference } = request;
    const found = await findMissing(trx, reference, { userId, orderId });
    const money = found && (await findUnclaimed(trx, { instance: USDT_INSTANCE, reference: found.reference }));
    if (!found || !money) return false;
    const gift = { paymentId: money.id, tradeId: found.tradeId, actor: NAME, why: texts.byItself };
    if (!(await giveToTrade(trx, deps, gift))) return false;
    // Behind the account, the order and the money, as staff lock them.
    if ((await lockRequest(trx, id))?.state !== 'open') throw new Error(`request ${id} was decided meanwhile`);
    await decideRequest(trx, id, { state: 'granted', answer: '', by: null, at: deps.clock.now() });
    return true;
  });

/** Tells the operators of a request that they have to look at. */
const askStaff = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const request = await findRequest(trx, id);
    if (request?.state !== 'open') return;
    const name = (await staffOrder(trx, request.order_id))?.desc ?? '';
    await notifyOperators(trx, deps, {
      kind: 'shop',
      isRequest: true,
      href: '#/admin_money?tab=requests',
      text: texts.asked(name, request.reference),
      name: 'money_requested',
    });
  });

/** Grants a new request at once if its payment is settled or confirmed, else notifies staff. */
export const lookAtRequest = job({
  name: 'money.look-at-request',
  input: z.object({ id: z.uuid() }),
  maxAttempts: 5,
  key: ({ id }) => id,
  run: async (deps, { id }) => {
    await endAllSettled(deps);
    if (!(await grant(deps, id))) await askStaff(deps, id);
  },
});

/** Ends requests with settled money, and gives the money of those that were made before a chain was read so far. */
export const grantRequests = job({
  name: 'money.grant-requests',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => {
    await endAllSettled(deps);
    const since = new Date(deps.clock.now().getTime() - LOOKED_FOR_MS);
    for (const id of await listOpenOnChain(deps.db, since)) await withRequest(deps, id, grant(deps, id));
  },
});

/** Jobs of this room. */
export const moneyJobs = [lookAtRequest, grantRequests];
