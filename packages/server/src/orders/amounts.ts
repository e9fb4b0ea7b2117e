import type { Db } from '@skyport/db';
import { readWallet, sumOf, takenFrom, type WalletSplit } from '../wallet/index.ts';
import { splitOf } from './hold.ts';
import type { OrderRow } from './order-store.ts';
import { walletShare } from './pricing.ts';

/** What the next buy takes from the wallet, and what is left to pay. Milli-yuan. */
export interface Amounts {
  readonly share: WalletSplit;
  readonly payable: number;
  /** Whether the share has to be taken: it is not what was fixed already. */
  readonly isNew: boolean;
}

/**
 * The amounts of an open order: as they were fixed by its first buy, or as they would be now. Where too little
 * money came for it, the wallet's share is reckoned anew on what the wallet has with the held money, unless a
 * trade still lives.
 */
export const amountsOf = async (db: Db, order: OrderRow, isTradeLiving: boolean): Promise<Amounts> => {
  const due = order.price - order.discount;
  if (order.fixed_at && (!order.hold_is_stale || isTradeLiving))
    return { share: splitOf(order), payable: due - order.wallet_spend, isNew: false };
  const inWallet = await readWallet(db, order.user_num);
  const held = splitOf(order);
  const has = { other: inWallet.other + held.other, rebate: inWallet.rebate + held.rebate };
  const amount = walletShare(sumOf(has), due);
  return { share: takenFrom(has, amount), payable: due - amount, isNew: true };
};
