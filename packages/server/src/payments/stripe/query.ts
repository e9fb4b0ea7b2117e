import Stripe from 'stripe';
import type { Begun, ProviderWord } from '../../platform/payment-providers.ts';
import { silenceOf, stripeOf, type Merchant } from './client.ts';
import { claimOf, isMarked, Session } from './session.ts';

/** What a question came to: a session, nothing that could be one, or nobody. */
type Heard = Session | 'unknown' | 'silent';

const sessionOf = async (merchant: Merchant, id: string, signal: AbortSignal): Promise<Heard> => {
  try {
    const said = await stripeOf(merchant, signal).checkout.sessions.retrieve(id);
    return Session.safeParse(said).data ?? 'unknown';
  } catch (fault) {
    // What Stripe itself says is a word, if it is none about this session; a page of somebody else is none at all.
    const isWord =
      fault instanceof Stripe.errors.StripeError && fault.statusCode !== undefined && fault.statusCode < 500;
    return isWord && !silenceOf(fault) ? 'unknown' : 'silent';
  }
};

/**
 * What became of a trade, asked by the session that was begun for it; without its number: unknown. One that is complete
 * and not paid yet is on its way: unknown as well.
 */
export const queryStripe = async (
  merchant: Merchant,
  { tradeNumber, begun }: { readonly tradeNumber: string; readonly begun: Begun },
  signal: AbortSignal,
): Promise<ProviderWord> => {
  if (begun.providerNo === '') return 'unknown';
  const session = await sessionOf(merchant, begun.providerNo, signal);
  if (typeof session === 'string') return session;
  const isOurs = session.client_reference_id === tradeNumber && isMarked(merchant.config, session.metadata);
  if (!isOurs) return 'unknown';
  if (session.payment_status !== 'paid') return wordOf(session);
  const claim = claimOf(merchant.config, session);
  return typeof claim === 'string' ? 'unknown' : claim;
};

const wordOf = ({ status }: Session): 'unpaid' | 'closed' | 'unknown' => {
  if (status === 'open') return 'unpaid';
  return status === 'expired' ? 'closed' : 'unknown';
};

/** Ends a session. That Stripe refuses means that it is over, or that it never was; nobody's answer throws. */
export const closeStripe = async (merchant: Merchant, providerNo: string, signal: AbortSignal): Promise<void> => {
  if (providerNo === '') return;
  try {
    await stripeOf(merchant, signal).checkout.sessions.expire(providerNo);
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeInvalidRequestError)) throw fault;
  }
};
