import type Stripe from 'stripe';
import { thousandthsOf } from '../../platform/charges.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { listDayOf } from '../../platform/list-days.ts';
import type { ListedMoney } from '../../platform/payment-providers.ts';
import { stripeOf, type Merchant } from './client.ts';
import { isMarked } from './session.ts';
import { refundName } from './taken-back.ts';

/** Rows of one answer: more of them are larger than what is read of an answer. */
const PAGE = 30;

const idOf = (thing: string | { readonly id: string } | null): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '');

/**
 * What was paid to this instance on a day, and what went back, as Stripe lists it; `notYet` while the day is not over.
 * Amounts are in the currency that was charged: what they are worth is the trade's to say. What other shops took by the
 * same account is left out. Throws when Stripe cannot be asked.
 */
export const listStripe = async (
  merchant: Merchant,
  day: string,
  signal: AbortSignal,
): Promise<readonly ListedMoney[] | 'notYet'> => {
  const { begin, end } = listDayOf(day);
  if (end > merchant.parts.clock.now().getTime()) return 'notYet';
  const created = { gte: begin / SECOND_MS, lt: end / SECOND_MS };
  const stripe = stripeOf(merchant, signal);
  const listed: ListedMoney[] = [];
  // A refund is named as the event of it names it, which tells of all refunds of its payment.
  const nameOf = (kind: ListedMoney['kind'], charge: Stripe.Charge): string =>
    kind === 'paid' ? idOf(charge.payment_intent) : refundName(charge);
  const note = (kind: ListedMoney['kind'], charge: Stripe.Charge, said: Pick<Stripe.Refund, 'amount' | 'created'>) => {
    if (!isMarked(merchant.config, charge.metadata)) return;
    const currency = charge.currency.toUpperCase();
    listed.push({
      kind,
      reference: nameOf(kind, charge),
      tradeNumber: charge.metadata['trade'] ?? '',
      amount: thousandthsOf({ currency, minor: said.amount }),
      currency,
      at: new Date(said.created * SECOND_MS),
    });
  };
  for await (const charge of stripe.charges.list({ created, limit: PAGE }))
    if (charge.paid) note('paid', charge, charge);
  for await (const refund of stripe.refunds.list({ created, limit: PAGE, expand: ['data.charge'] }))
    if (refund.status === 'succeeded' && refund.charge && typeof refund.charge !== 'string')
      note('refunded', refund.charge, refund);
  return listed;
};
