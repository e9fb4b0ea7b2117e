import type { claimMoneyCalls } from '@skyport/contract/claim-money';
import { inTransaction } from '@skyport/db';
import { hurryOrder, keyOfReference, ownOrder } from '../orders/index.ts';
import { spendAttempts } from '../platform/attempts.ts';
import type { Handler } from '../platform/deps.ts';
import { lookAtRequest } from './grant.ts';
import { insertRequest } from './request-store.ts';

/**
 * Stores that a customer misses money, has the providers of the order's trades asked again, and has the request looked
 * at. What is known of the number is not said: whoever types another's number learns nothing, and gets nothing.
 */
export const claimMoney: Handler<(typeof claimMoneyCalls)['claimMoney']> = async (form, { caller }, deps) => {
  const { order_id, reference } = form;
  const order = await ownOrder(deps.db, order_id, caller.id);
  await spendAttempts(deps, [{ kind: 'claim_money.account', key: caller.id }]);
  await hurryOrder(deps, order.id);
  await inTransaction(deps.db, async (trx) => {
    const id = deps.ids.next();
    const isNew = await insertRequest(trx, {
      id,
      user_id: caller.id,
      order_id: order.id,
      reference,
      reference_key: keyOfReference(reference),
      created_at: deps.clock.now(),
    });
    if (isNew) await deps.jobs.add(trx, lookAtRequest, { id });
  });
  return {};
};
