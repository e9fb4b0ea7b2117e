import type { PaymentProvider } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import { usableIn } from '../merchants.ts';
import { askStripe } from './ask.ts';
import { checkInstance, merchantOf } from './check-instance.ts';
import type { Merchant } from './client.ts';
import { quoteAt, type StripeConfig } from './config.ts';
import { readStripeEvent } from './notification.ts';
import { listStripe } from './list.ts';
import { closeStripe, queryStripe } from './query.ts';

/**
 * Us as an account at Stripe, which takes Alipay and WeChat on a page of its own. One that lacks something, a secret
 * above all, can be made and says in its test what it lacks; it begins no payment, believes no event and knows of no
 * trade. An account that does not price in yuan quotes at the rate of the instance.
 */
export const createStripe = (config: StripeConfig, parts: KindParts): PaymentProvider => {
  const merchant = merchantOf(config, parts);
  const usable = (): Merchant => usableIn(config.instance, merchant);
  return {
    instance: config.instance,
    label: config.label,
    // An event names no account: what we have marked ourselves says whose it is.
    merchant: config.instance,
    acknowledgement: { contentType: 'text/plain; charset=utf-8', body: 'ok' },
    ...(config.currency !== 'CNY' && {
      quote: (amount: number) => quoteAt(amount, { currency: config.currency, rate: usable().rate }),
    }),
    ask: async (request, signal) => askStripe(usable(), request, signal),
    close: async (_tradeNumber, signal, begun) => closeStripe(usable(), begun?.providerNo ?? '', signal),
    readNotification: (raw) => readStripeEvent(raw, { config, clock: parts.clock }),
    query: async (tradeNumber, signal, begun = { providerNo: '', amount: 0 }) =>
      typeof merchant === 'string' ? 'silent' : queryStripe(merchant, { tradeNumber, begun }, signal),
    listOf: async (day, signal) => listStripe(usable(), day, signal),
    test: async (signal) => (typeof merchant === 'string' ? merchant : checkInstance(merchant, signal)),
  };
};
