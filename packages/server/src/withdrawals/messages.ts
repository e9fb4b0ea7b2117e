import { exactYuan } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { notify, notifyOperators } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { addressTypeOf, type Payout } from './rules.ts';
import type { WithdrawalRow } from './store.ts';
import { texts } from './texts.ts';

const HREF = '#/wallet';
const STAFF_HREF = '#/admin_charge';

/** Thousandths of a USDT as people read them. */
const usdtText = (amount: number): string => (amount / 1000).toFixed(3);

/** Tells an account's owner that it is paid out elsewhere from now on. */
export const notifyAddress = (
  trx: Db,
  deps: Deps,
  { userId, network, address }: Payout & { readonly userId: string },
) =>
  notify(trx, deps, {
    userId,
    kind: 'security',
    href: HREF,
    text: texts.addressChanged(addressTypeOf(network), address),
    name: 'payout_address',
  });

/** What an account's owner is told of a withdrawal. */
export const notifyOfWithdrawal = (
  trx: Db,
  deps: Deps,
  {
    row,
    what,
    msg,
  }: { readonly row: WithdrawalRow; readonly what: 'settled' | 'returned' | 'message'; readonly msg: string },
): Promise<void> => {
  const yuan = exactYuan(row.amount);
  const text = what === 'settled' ? texts.settled(yuan, usdtText(row.usdt)) : texts[what](yuan, msg);
  return notify(trx, deps, { userId: row.user_id, kind: 'withdrawal', href: HREF, text, name: `withdrawal_${what}` });
};

/** Tells the operators that somebody wants to be paid out. */
export const notifyAsked = (
  trx: Db,
  deps: Deps,
  { email, amount, usdt }: { readonly email: string; readonly amount: number; readonly usdt: number },
): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    isRequest: true,
    href: STAFF_HREF,
    text: texts.asked(email, exactYuan(amount), usdtText(usdt)),
    name: 'withdrawal_asked',
  });

/** Tells the operators that a payout is not on its chain as it should be. */
export const notifyChain = (
  trx: Db,
  deps: Deps,
  { email, amount, found }: { readonly email: string; readonly amount: number; readonly found: 'wrong' | 'unseen' },
): Promise<void> =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    href: STAFF_HREF,
    text: texts.chain[found](email, exactYuan(amount)),
    name: 'withdrawal_chain',
  });
