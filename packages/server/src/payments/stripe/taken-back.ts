import { z } from 'zod';
import type { Charge, TakenBack } from '../../platform/payment-providers.ts';
import { rateOfAccount, worthAt, YUAN_RATE, type StripeConfig } from './config.ts';
import { isMarked, Minor, Named } from './session.ts';

const Money = { id: z.string().min(1).max(100), currency: z.string().regex(/^[a-z]{3}$/i), payment_intent: Named };
const Marks = z.record(z.string(), z.string()).nullish();

/** A payment of which something went back, and a payment that its payer disputes. */
const Refunded = z.object({ ...Money, amount_refunded: Minor, metadata: Marks });
const Disputed = z.object({ ...Money, amount: Minor });

/**
 * How much went back. What was charged in another currency is worth what its trade says; where no trade is known by it,
 * what it is worth by today's rate.
 */
const sumOf = (
  config: StripeConfig,
  { currency, minor }: Charge,
): Pick<TakenBack, 'amount' | 'currency' | 'charge'> => {
  const charge = { currency: currency.toUpperCase(), minor };
  const amount = worthAt(charge, charge.currency === 'CNY' ? YUAN_RATE : (rateOfAccount(config) ?? 1));
  return { amount, currency: 'CNY', ...(charge.currency !== 'CNY' && { charge }) };
};

/** What the refunds of a payment are called so far: an event of one has no number of its own. */
export const refundName = ({
  id,
  amount_refunded,
}: {
  readonly id: string;
  readonly amount_refunded: number;
}): string => `${id}-${amount_refunded}`;

const refundOf = (config: StripeConfig, object: unknown): TakenBack | 'others' | 'missing' => {
  const { data } = Refunded.safeParse(object);
  if (!data) return 'missing';
  if (!isMarked(config, data.metadata)) return 'others';
  return {
    reason: 'refund',
    // Each refund of a payment tells of all of them.
    reference: refundName(data),
    merchant: config.instance,
    tradeNumber: data.metadata?.['trade'] ?? '',
    payment: data.payment_intent ?? '',
    isTotal: true,
    ...sumOf(config, { currency: data.currency, minor: data.amount_refunded }),
  };
};

/** A dispute names its payment alone. */
const disputeOf = (config: StripeConfig, object: unknown): TakenBack | 'missing' => {
  const { data } = Disputed.safeParse(object);
  if (!data) return 'missing';
  return {
    reason: 'dispute',
    reference: data.id,
    merchant: config.instance,
    tradeNumber: '',
    payment: data.payment_intent ?? '',
    isTotal: false,
    ...sumOf(config, { currency: data.currency, minor: data.amount }),
  };
};

/**
 * What an event says of money that was taken back; undefined for other events, `others` for what another shop has begun
 * by the same account, `missing` for what cannot be read.
 */
export const takenBackOf = (
  config: StripeConfig,
  type: string,
  object: unknown,
): TakenBack | 'others' | 'missing' | undefined => {
  if (type === 'charge.refunded') return refundOf(config, object);
  return type === 'charge.dispute.created' ? disputeOf(config, object) : undefined;
};
