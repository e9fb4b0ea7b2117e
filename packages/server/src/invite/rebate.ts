import type { Db } from '@skyport/db';
import type { LedgerEntry } from '@skyport/db/ledger-rules';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { BASIS } from './channel.ts';
import { lockInviter, type Inviter } from './inviter-store.ts';

/** Whose purchase may be rebated. */
export interface Invited {
  readonly num: number;
  /** The code that the account came by; empty without one. */
  readonly channelCode: string;
  readonly createdAt: Date;
  /** Whether the inviter is paid however long ago the account came. */
  readonly forceReward: boolean;
}

/** What an order is rebated by. Milli-yuan. */
export interface Rebated {
  readonly customer: Invited;
  /** Money from outside that paid the order: wallet and coupons earn nothing. */
  readonly cash: number;
}

/** A rebate, in milli-yuan, with its ledger entries. */
export interface Rebate {
  readonly amount: number;
  readonly entries: readonly LedgerEntry[];
}

/** Whether an inviter is still paid for a customer: for ever, or so many days after the sign-up. */
const isInTime = (inviter: Inviter, { customer, limited, now }: { customer: Invited; limited: boolean; now: Date }) =>
  customer.forceReward || !limited || now.getTime() < customer.createdAt.getTime() + inviter.consumerDays * DAY_MS;

/**
 * The rebate of an order at this moment: to the owner of the code by which the customer came, by the owner's present
 * rate, rounded down to a thousandth of a yuan. Nobody is rebated for their own purchases; disabled accounts and
 * customers of agencies get nothing.
 */
export const rebateFor = async (
  trx: Db,
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  { customer, cash }: Rebated,
): Promise<Rebate | undefined> => {
  if (cash <= 0 || customer.channelCode === '') return undefined;
  const inviter = await lockInviter(trx, customer.channelCode);
  if (!inviter || inviter.disabled || inviter.isAgencyUser || inviter.num === customer.num) return undefined;
  const limited = settings.current().inviteRule;
  if (!isInTime(inviter, { customer, limited, now: clock.now() })) return undefined;
  const amount = Number((BigInt(cash) * BigInt(inviter.rewardBp)) / BigInt(BASIS));
  if (amount === 0) return undefined;
  return {
    amount,
    entries: [
      { account: { owner: null, kind: 'rebate_expense' }, unit: 'CNY_MILLI', amount: -amount },
      { account: { owner: inviter.num, kind: 'wallet_rebate' }, unit: 'CNY_MILLI', amount },
    ],
  };
};
