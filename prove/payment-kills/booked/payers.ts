import type { TestSession } from '@skyport/server/testing-app';
import type { Bought } from '../../order-kills/acts.ts';
import { numberOf } from '../epay/payers.ts';
import type { PayWorld } from '../world.ts';
import type { BookedTill } from './till.ts';

/** A payment that was made at a till. */
export interface Paid {
  readonly till: BookedTill;
  readonly number: string;
  readonly reference: string;
}

/** A trade that somebody pays. */
export interface Payable {
  readonly user: Pick<TestSession, 'num'>;
  readonly trade: Pick<Bought, 'id'>;
  readonly till: BookedTill;
}

const paidAt = (till: BookedTill, number: string) => {
  const payment = till.gateway.payments().findLast((each) => each.number === number);
  if (!payment) throw new Error(`${till.instance} knows no payment of ${number}`);
  return payment;
};

/**
 * A customer pays a trade, `more` fen above what it asks; nobody has told the shop yet. Gives nothing when it cannot be
 * paid there now.
 */
export const pay = (world: Pick<PayWorld, 'journal'>, { user, trade, till }: Payable, more = 0): Paid | undefined => {
  const number = numberOf(trade);
  const asked = till.gateway.asks(number);
  if (asked === undefined || asked + more <= 0) return undefined;
  till.gateway.pay(number, asked + more);
  const { reference, paidFen } = paidAt(till, number);
  world.journal.told.set(reference, { num: user.num, amount: paidFen * 10 });
  return { till, number, reference };
};

let strays = 0;

/** Somebody pays at a till for what is no trade of ours; its gateway must be one where that can be heard of. */
export const payStray = (world: Pick<PayWorld, 'journal' | 'strays'>, till: BookedTill): Paid => {
  strays += 1;
  const number = `stray${strays}`;
  till.gateway.payStray!(number, { fen: 770, notifyUrl: till.notifyUrl });
  const { reference, paidFen } = paidAt(till, number);
  world.journal.told.set(reference, { num: 0, amount: paidFen * 10 });
  world.strays.add(reference);
  return { till, number, reference };
};
