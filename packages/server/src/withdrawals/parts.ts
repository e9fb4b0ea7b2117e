import type { Db } from '@skyport/db';
import { balanceOf } from '@skyport/db/ledger';
import type { Deps } from '../platform/deps.ts';
import { readWallet } from '../wallet/index.ts';
import { flaggedOrdersOf } from './flags.ts';
import { listRebates } from './rebate-store.ts';
import { type Parts, partsOf, restedUntil } from './rules.ts';

/** Parts of a wallet with the orders that staff look into. Their rebates are left out of a withdrawal. */
interface ReadParts extends Parts {
  readonly flaggedOrders: readonly string[];
}

/** What of an account's wallet can be withdrawn now, and why not the rest. Milli-yuan. */
export const readParts = async (
  db: Db,
  { clock }: Pick<Deps, 'clock'>,
  { num: userNum, holdDays }: { readonly num: number; readonly holdDays: number },
): Promise<ReadParts> => {
  const now = clock.now();
  const wallet = await readWallet(db, userNum);
  const orders = await flaggedOrdersOf(db, userNum);
  const rebates = await listRebates(db, userNum, { since: restedUntil(now, holdDays), orders });
  const looked = new Set(orders);
  const parts = partsOf(
    wallet,
    rebates.map((rebate) => ({ ...rebate, flagged: looked.has(rebate.orderId) })),
    { now, holdDays },
  );
  return { ...parts, flaggedOrders: orders };
};

/** Milli-yuan that are set aside for a withdrawal. */
export const withdrawingOf = (db: Db, userNum: number): Promise<number> =>
  balanceOf(db, { owner: userNum, kind: 'withdraw_pending', unit: 'CNY_MILLI' });
