import { z } from 'zod';
import type { ProviderClaim } from '../../platform/payment-providers.ts';
import { rateOfAccount, worthAt, type StripeConfig } from './config.ts';

/** An amount in the smallest unit of its currency. */
export const Minor = z.number().int().positive();
/** A thing, or its id. */
export const Named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

/** What is looked at of a session of Checkout. */
export const Session = z.object({
  id: z.string().min(1).max(128),
  client_reference_id: z.string().nullish(),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: Minor.nullish(),
  currency: z.string().nullish(),
  payment_intent: Named,
  metadata: z.record(z.string(), z.string()).nullish(),
});
export type Session = z.output<typeof Session>;

/** What a session is begun for. */
interface Marked {
  readonly tradeNumber: string;
  /** Milli-yuan that are asked, and what they are in the smallest unit of the currency. */
  readonly amount: number;
  readonly minor: number;
}

/** What we write onto a session, and onto the payment of it: other shops use the same account. */
export const marksOf = (
  { instance }: Pick<StripeConfig, 'instance'>,
  { tradeNumber, amount, minor }: Marked,
): Record<string, string> => ({ instance, trade: tradeNumber, amount: String(amount), minor: String(minor) });

/** Whether something was begun by this instance. */
export const isMarked = (
  { instance }: Pick<StripeConfig, 'instance'>,
  metadata: Readonly<Record<string, string>> | null | undefined,
): boolean => metadata?.['instance'] === instance;

const TRADE = /^[0-9a-f]{32}$/;
const PAYMENT = /^[A-Za-z0-9_]{1,128}$/;

/**
 * The claim of a session that is paid, or what is wrong with it. Its payment's number is its reference: refunds and
 * disputes name that. What was charged in another currency is worth what the trade says; until that is asked, what it
 * is worth by today's rate.
 */
export const claimOf = (config: StripeConfig, session: Session): ProviderClaim | 'missing' | 'amount' => {
  const { client_reference_id: tradeNumber, payment_intent: reference, amount_total: minor, currency } = session;
  if (!tradeNumber || !TRADE.test(tradeNumber) || !reference || !PAYMENT.test(reference)) return 'missing';
  if (!minor || !currency || !/^[a-z]{3}$/i.test(currency)) return 'amount';
  const charge = { currency: currency.toUpperCase(), minor };
  const about = { reference, merchant: config.instance, tradeNumber, currency: 'CNY' } as const;
  if (charge.currency === 'CNY') return { ...about, amount: minor * 10 };
  return { ...about, amount: worthAt(charge, rateOfAccount(config) ?? 1), charge };
};
