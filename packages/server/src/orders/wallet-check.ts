import type { ordersCalls, PayMode, WalletCheck } from '@skyport/contract/orders';
import { yuanOf } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import type { Account, Deps, Handler } from '../platform/deps.ts';
import { sumOf } from '../wallet/index.ts';
import { amountsOf } from './amounts.ts';
import { dropCoupon, hasDeletedCoupon } from './coupon.ts';
import { healthyFirst } from './health.ts';
import { lockOwnOrder, ownOrder, refuseUnlessOpen } from './lock.ts';
import type { OrderRow } from './order-store.ts';
import { presentOrder } from './present.ts';
import { feeOn } from './pricing.ts';
import { isLivingAt, listTrades } from './trade-store.ts';

/** An order of the caller without a coupon that was deleted meanwhile, and whether there was one. */
const withoutDeleted = async (
  deps: Deps,
  order: OrderRow,
  caller: Account,
): Promise<{ readonly order: OrderRow; readonly dropped: boolean }> => {
  if (!(await hasDeletedCoupon(deps.db, order))) return { order, dropped: false };
  return inTransaction(deps.db, async (trx) => {
    const { order: locked } = await lockOwnOrder(trx, order.id, caller.id);
    const dropped = await hasDeletedCoupon(trx, locked);
    return { order: dropped ? await dropCoupon(trx, locked, deps.clock.now()) : locked, dropped };
  });
};

/** The ways to pay that are open now, those that keep failing last, and the chains on which USDT are taken. */
const waysToPay = async (deps: Deps, payable: number): Promise<Pick<WalletCheck, 'modes' | 'networks' | 'fees'>> => {
  const { db, payments } = deps;
  const offered = await payments.serving('usdt', '')?.networks?.(db);
  const isOpen = (mode: PayMode): boolean => mode !== 'usdt' || offered === undefined || offered.length > 0;
  const open = await healthyFirst(deps, payments.modes().filter(isOpen));
  const fees = open.map((mode) => ({ mode, fee: yuanOf(feeOn(payable, payments.serving(mode, '')?.terms)) }));
  return { modes: open, networks: [...(offered ?? [])], fees };
};

/** Computes what the next buy would take from the wallet; changes nothing but to let go of a deleted coupon. */
export const walletCheck: Handler<(typeof ordersCalls)['walletCheck']> = async ({ order_id }, { caller }, deps) => {
  const now = deps.clock.now();
  const own = await ownOrder(deps.db, order_id, caller.id);
  refuseUnlessOpen(own, now);
  const { order, dropped } = await withoutDeleted(deps, own, caller);
  refuseUnlessOpen(order, now);
  const trades = await listTrades(deps.db, order.id);
  const { share, payable } = await amountsOf(
    deps.db,
    order,
    trades.some((trade) => isLivingAt(trade, now)),
  );
  return {
    order: await presentOrder(deps.db, order),
    wallet_spend: yuanOf(sumOf(share)),
    payable: yuanOf(payable),
    ...(payable > 0 ? await waysToPay(deps, payable) : { modes: [], networks: [], fees: [] }),
    coupon_gone: dropped,
  };
};
