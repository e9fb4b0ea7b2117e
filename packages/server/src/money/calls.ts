import type { claimMoneyCalls } from '@skyport/contract/claim-money';
import { MOST_MONEY_ROWS, type moneyCalls } from '@skyport/contract/money';
import { milliOfYuan } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { accountByEmail } from '../accounts/index.ts';
import { notify } from '../notices/index.ts';
import {
  dismissClaim,
  instancesOf,
  keyOfReference,
  knownMoney,
  listClaims,
  listUnclaimed,
  readMoneyWatch,
  releaseClaim,
  resolveUnclaimed,
  staffOrder,
  unclaimedReference,
} from '../orders/index.ts';
import { listDeliveries } from '../payments/index.ts';
import type { Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { claimMoney } from './claim-money.ts';
import { moneyOfRequest } from './money-of-requests.ts';
import { presentClaim, presentDelivery, presentRequest, presentUnclaimed } from './present.ts';
import { decideRequest, decideRequestsOf, listRequests, lockRequest, readRequestWatch } from './request-store.ts';
import { texts } from './texts.ts';

type Calls = typeof moneyCalls;

const settleClaim: Handler<Calls['settleClaim']> = async ({ claim_id }, { audited }, deps) => {
  const outcome = await inTransaction(deps.db, (trx) =>
    audited(trx, { ids: [claim_id] }, () => releaseClaim(trx, deps, claim_id)),
  );
  return { outcome };
};

const dismiss: Handler<Calls['dismissClaim']> = async ({ claim_id, reason }, { audited }, { db }) => {
  await inTransaction(db, (trx) =>
    audited(trx, { ids: [claim_id], note: () => ({ reason }) }, () => dismissClaim(trx, claim_id)),
  );
  return {};
};

/** Whose money it is by now: the buyer of the order, or the account whose wallet it went to. */
const ownerOf = async ({ db }: Deps, { order_id, email }: { order_id: string; email: string }) =>
  order_id ? (await staffOrder(db, order_id))?.user_id : (await accountByEmail(db, email))?.id;

const resolve: Handler<Calls['resolveUnclaimed']> = async (form, { caller, audited }, deps) => {
  const { payment_id: id, to, reason } = form;
  const order_id = to === 'order' ? form.order_id : '';
  const email = to === 'wallet' ? form.email : '';
  if (to === 'order' && order_id === '') refuse('notFound');
  const owner = await ownerOf(deps, { order_id, email });
  const outcome = await inTransaction(deps.db, async (trx) => {
    const yuan = milliOfYuan(form.yuan);
    const decision = { paymentId: id, to, orderId: order_id, email, yuan, reason, by: caller.id };
    return audited(trx, { ids: [id], note: () => ({ action: to, reason }) }, async () => {
      const done = await resolveUnclaimed(trx, deps, decision);
      const reference = owner && (await unclaimedReference(trx, id));
      if (owner && reference)
        await decideRequestsOf(
          trx,
          { userId: owner, key: keyOfReference(reference) },
          { state: 'granted', answer: '', by: caller.id, at: deps.clock.now() },
        );
      return done;
    });
  });
  return { outcome };
};

const decline: Handler<Calls['declineRequest']> = async ({ request_id, answer }, { caller, audited }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    const row = (await lockRequest(trx, request_id)) ?? refuse('notFound');
    if (row.state !== 'open') refuse('conflict', texts.isDecided);
    const decision = { state: 'declined', answer, by: caller.id, at: deps.clock.now() } as const;
    const name = (await staffOrder(trx, row.order_id))?.desc ?? '';
    // The audit's entry comes last.
    await notify(trx, deps, {
      userId: row.user_id,
      kind: 'order',
      href: '#/order',
      text: texts.declined(name, answer),
      name: 'money_declined',
    });
    await audited(trx, { ids: [request_id] }, () => decideRequest(trx, request_id, decision));
  });
  return {};
};

/** What providers said of money, money that is nobody's, and what staff and customers do about it. */
export const moneyHandlers: HandlersOf<Calls & typeof claimMoneyCalls> = {
  deliveryList: async (filter, _context, deps) =>
    (await listDeliveries(deps.db, filter, MOST_MONEY_ROWS)).map((row) => presentDelivery(row, deps)),
  counts: async (_input, _context, { db }) => {
    const { waiting, doubtful, unclaimed } = await readMoneyWatch(db);
    const { count: requests } = await readRequestWatch(db);
    return { claims: waiting + doubtful, unclaimed, requests };
  },
  claimList: async (filter, _context, deps) =>
    (await listClaims(deps.db, filter, MOST_MONEY_ROWS)).map((row) => presentClaim(row, deps)),
  settleClaim,
  dismissClaim: dismiss,
  unclaimedList: async (filter, _context, deps) =>
    (await listUnclaimed(deps.db, filter, MOST_MONEY_ROWS)).map((row) => presentUnclaimed(row, deps)),
  resolveUnclaimed: resolve,
  requestList: async ({ filterStr }, _context, deps) => {
    const rows = await listRequests(deps.db, filterStr, MOST_MONEY_ROWS);
    const keys = rows.map(({ reference_key }) => reference_key);
    const orders = rows.map(({ order_id }) => order_id);
    const [known, paidAt] = [await knownMoney(deps.db, keys), await instancesOf(deps.db, orders)];
    return rows.map((row) => {
      const instances = paidAt.get(row.order_id) ?? new Set();
      return presentRequest(row, moneyOfRequest(row, { known, instances }), deps);
    });
  },
  declineRequest: decline,
  claimMoney,
};
