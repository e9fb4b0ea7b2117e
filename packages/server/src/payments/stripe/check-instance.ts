import Stripe from 'stripe';
import type { KindParts } from '../kinds/kind.ts';
import { isPlain } from '../plain-address.ts';
import { baseOf, silenceOf, stripeOf, type Merchant } from './client.ts';
import { isCurrency, rateOfAccount, type StripeConfig } from './config.ts';
import { stripeTexts } from './texts.ts';

const { test: texts } = stripeTexts;

/** An address inside, which only tests and the demo may ask. */
const INSIDE = new URL('http://127.0.0.1/');

/** The account of a configuration, or a Chinese sentence of what it lacks. */
export const merchantOf = (config: StripeConfig, parts: KindParts): Merchant | string => {
  const base = baseOf(config);
  if (!base) return texts.simulated;
  // The key moves money: it is sent to nobody but Stripe.
  if (config.gateway.trim() !== '' && parts.http.problemOf(INSIDE) !== undefined) return texts.simulated;
  if (!/^(?:sk|rk)_\w+$/.test(config.key.trim())) return texts.key;
  if (!/^whsec_\S+$/.test(config.webhookKey.trim())) return texts.webhookKey;
  if (!isCurrency(config.currency)) return texts.currency;
  const rate = rateOfAccount(config);
  return rate === undefined ? texts.rate : { config, base, rate, parts };
};

const MOST_WORDS = 100;

const sentenceOf = (fault: unknown): string => {
  const silence = silenceOf(fault);
  if (silence) return texts[silence.code];
  if (fault instanceof Stripe.errors.StripeAuthenticationError) return texts.wrongKey;
  if (fault instanceof Stripe.errors.StripePermissionError) return texts.forbidden;
  if (!(fault instanceof Stripe.errors.StripeError)) throw fault;
  // Not every text of Stripe's is without our key.
  if (fault.statusCode === undefined) return texts.notJson;
  return texts.refused(fault.code ?? fault.type.slice(0, MOST_WORDS));
};

/** Asks Stripe for the newest session; gives a Chinese sentence of what is wrong, else undefined. */
export const checkInstance = async (merchant: Merchant, signal: AbortSignal): Promise<string | undefined> => {
  if (![merchant.parts.notifyUrl, merchant.parts.returnUrl].every(isPlain)) return texts.urls;
  try {
    await stripeOf(merchant, signal).checkout.sessions.list({ limit: 1 });
    return undefined;
  } catch (fault) {
    return sentenceOf(fault);
  }
};
