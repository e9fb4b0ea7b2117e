import type { Db } from '@skyport/db';
import { flaggedRebates } from '../orders/index.ts';
import type { WithdrawalRow } from './store.ts';

/** Orders whose rebate an account got and that staff look into. */
export const flaggedOrdersOf = async (db: Db, userNum: number): Promise<readonly string[]> =>
  (await flaggedRebates(db, [userNum])).map(({ orderId }) => orderId);

/**
 * Ids of open withdrawals with money of an order that staff look into: its rebate was ready when the withdrawal was
 * asked for, and was not left out.
 */
export const flaggedAmong = async (
  db: Db,
  rows: readonly Pick<WithdrawalRow, 'id' | 'user_num' | 'status' | 'rebates_until' | 'left_out_orders'>[],
): Promise<ReadonlySet<string>> => {
  const open = rows.filter(({ status }) => status === 'request');
  if (open.length === 0) return new Set();
  const flagged = await flaggedRebates(
    db,
    open.map(({ user_num }) => user_num),
  );
  const behind = open.filter(({ user_num, rebates_until, left_out_orders }) =>
    flagged.some(
      ({ userNum, orderId, at }) => userNum === user_num && at <= rebates_until && !left_out_orders.includes(orderId),
    ),
  );
  return new Set(behind.map(({ id }) => id));
};
