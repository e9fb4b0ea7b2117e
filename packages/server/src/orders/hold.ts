import type { Db } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { intoWallet, outOfWallet, type WalletSplit } from '../wallet/index.ts';
import { LedgerRefused } from './fulfil.ts';
import type { OrderRow } from './order-store.ts';

/** The wallet's share of an order, as it was taken. */
export const splitOf = ({ wallet_spend, rebate_spend }: OrderRow): WalletSplit => ({
  other: wallet_spend - rebate_spend,
  rebate: rebate_spend,
});

/** Ledger entry of a hold; above 0: money is set aside. */
export const holdEntry = (owner: number, amount: number) =>
  ({ account: { owner, kind: 'wallet_hold' }, unit: 'CNY_MILLI', amount }) as const;

interface Event {
  readonly actor: string;
  readonly at: Date;
}

/** Sets the wallet's share of an order aside. Throws `LedgerRefused` when the wallet has less by now. */
export const takeHold = async (trx: Db, order: OrderRow, { actor, at }: Event): Promise<void> => {
  if (order.wallet_spend === 0) return;
  const key = `hold:${order.id}:${order.hold_no}`;
  const outcome = await post(trx, {
    key,
    kind: 'order_hold',
    ref: order.id,
    actor,
    at,
    entries: [...outOfWallet(order.user_num, splitOf(order)), holdEntry(order.user_num, order.wallet_spend)],
  });
  if (outcome !== 'posted') throw new LedgerRefused(key);
};

/** Gives the held share of an order back, each part where it came from. */
export const returnHold = async (trx: Db, order: OrderRow, { actor, at }: Event): Promise<void> => {
  if (order.status !== 'wallet_spend') return;
  const key = `hold-back:${order.id}:${order.hold_no}`;
  const outcome = await post(trx, {
    key,
    kind: 'order_hold_back',
    ref: order.id,
    actor,
    at,
    entries: [holdEntry(order.user_num, -order.wallet_spend), ...intoWallet(order.user_num, splitOf(order))],
  });
  if (outcome !== 'posted') throw new LedgerRefused(key);
};
