import type { Db } from '@skyport/db';
import { flaggedRebates } from '../orders/index.ts';
import type { WithdrawalRow } from './store.ts';

/** Orders whose rebate an account got and that staff look into. */
export const flaggedOrdersOf = async (db: Db, userNum: number): Promise<readonly string[]> =>
  (await flaggedRebates(db, [userNum])).map(({ orderId }) => orderId);

/**
 * Disputed orders of each open withdrawal, by its id. An order counts if its rebate was withdrawable at the request,
 * and the withdrawal did not leave it out.
 */
export const flaggedAmong = async (
  db: Db,
  rows: readonly Pick<WithdrawalRow, 'id' | 'user_num' | 'status' | 'rebates_until' | 'left_out_orders'>[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const open = rows.filter(({ status }) => status === 'request');
  if (open.length === 0) return new Map();
  const flagged = await flaggedRebates(
    db,
    open.map(({ user_num }) => user_num),
  );
  const behind = open.map(({ id, user_num, rebates_until, left_out_orders }) => {
    const orders = flagged.filter(
      ({ userNum, orderId, at }) => userNum === user_num && at <= rebates_until && !left_out_orders.includes(orderId),
    );
    return [id, orders.map(({ orderId }) => orderId)] as const;
  });
  return new Map(behind.filter(([, orders]) => orders.length > 0));
};
