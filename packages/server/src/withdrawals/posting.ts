import type { Db } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import type { LedgerEntry, PostOutcome, SystemAccountKind } from '@skyport/db/ledger-rules';
import { intoWallet, outOfWallet } from '../wallet/index.ts';

/** A withdrawal as the ledger knows it. Milli-yuan. */
interface Moved {
  readonly id: string;
  readonly user_num: number;
  readonly amount: number;
}

/** Who caused it: a user's id. */
interface Event {
  readonly actor: string;
  readonly at: Date;
  readonly reason?: string;
}

const pending = (owner: number, amount: number): LedgerEntry => ({
  account: { owner, kind: 'withdraw_pending' },
  unit: 'CNY_MILLI',
  amount,
});
const system = (kind: SystemAccountKind, amount: number): LedgerEntry => ({
  account: { owner: null, kind },
  unit: 'CNY_MILLI',
  amount,
});

/** Sets the money of a withdrawal aside; `refused` when the wallet has less of it by now. */
export const setAside = (trx: Db, { id, user_num, amount }: Moved, event: Event): Promise<PostOutcome> =>
  post(trx, {
    ...event,
    key: `withdraw:${id}`,
    kind: 'withdraw',
    ref: id,
    entries: [...outOfWallet(user_num, { other: 0, rebate: amount }), pending(user_num, amount)],
  });

/** Notes that the money was sent, or gives it back to the rebates of the wallet. Throws when it is not there. */
export const endAside = async (
  trx: Db,
  { id, user_num, amount, end }: Moved & { readonly end: 'paid' | 'returned' },
  event: Event,
): Promise<void> => {
  const isPaid = end === 'paid';
  const key = `withdraw-${isPaid ? 'paid' : 'back'}:${id}`;
  const into = isPaid ? [system('withdraw_paid', amount)] : intoWallet(user_num, { other: 0, rebate: amount });
  const outcome = await post(trx, {
    ...event,
    key,
    kind: isPaid ? 'withdraw_paid' : 'withdraw_back',
    ref: id,
    entries: [pending(user_num, -amount), ...into],
  });
  if (outcome !== 'posted') throw new Error(`the ledger does not take ${key}`);
};

/** Makes other money of a wallet withdrawable; `refused` when there is less of it, `duplicate` when it was done. */
export const markMoney = (
  trx: Db,
  { key, ref, user_num, amount }: { readonly key: string; readonly ref: string } & Omit<Moved, 'id'>,
  event: Event,
): Promise<PostOutcome> =>
  post(trx, {
    ...event,
    key,
    kind: 'wallet_mark',
    ref,
    entries: [
      ...outOfWallet(user_num, { other: amount, rebate: 0 }),
      ...intoWallet(user_num, { other: 0, rebate: amount }),
    ],
  });
