import { isLivingTrade } from '@skyport/contract/order-states';
import type { ordersCalls } from '@skyport/contract/orders';
import { yuanOf } from '@skyport/contract/units';
import type { Handler } from '../platform/deps.ts';
import { sumOf } from '../wallet/index.ts';
import { amountsOf } from './amounts.ts';
import { ownOrder, refuseUnlessOpen } from './lock.ts';
import { presentOrder } from './present.ts';
import { listTrades } from './trade-store.ts';

/** Computes what the next buy would take from the wallet; changes nothing. */
export const walletCheck: Handler<(typeof ordersCalls)['walletCheck']> = async ({ order_id }, { caller }, deps) => {
  const order = await ownOrder(deps.db, order_id, caller.id);
  refuseUnlessOpen(order, deps.clock.now());
  const trades = await listTrades(deps.db, order.id);
  const { share, payable } = await amountsOf(
    deps.db,
    order,
    trades.some(({ status }) => isLivingTrade(status)),
  );
  return {
    order: await presentOrder(deps.db, order),
    wallet_spend: yuanOf(sumOf(share)),
    payable: yuanOf(payable),
    modes: payable > 0 ? [...deps.payments.modes()] : [],
  };
};
