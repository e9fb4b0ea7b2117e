import type { PaymentProvider } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import { usableIn } from '../merchants.ts';
import { merchantOf, signerOf } from '../usdt-gateways/merchant.ts';
import { askTokenPay } from './ask.ts';
import { checkInstance } from './check-instance.ts';
import { dialect, type Merchant, type TokenPayConfig } from './config.ts';
import { readTokenPayNotification } from './notification.ts';
import { queryTokenPay } from './query.ts';

/**
 * Us as a shop of a TokenPay gateway. One that lacks something, its token above all, can be made and says in its test
 * what it lacks; it begins no payment, believes no notification and knows of no trade.
 */
export const createTokenPay = (config: TokenPayConfig, parts: KindParts): PaymentProvider => {
  const merchant = merchantOf(config, parts, dialect);
  const signer = signerOf(config, dialect);
  const usable = (): Merchant => usableIn(config.instance, merchant);
  return {
    instance: config.instance,
    label: config.label,
    merchant: '',
    // The whole body has to be this.
    acknowledgement: { contentType: 'text/plain; charset=utf-8', body: 'ok' },
    ask: async (request, signal) => askTokenPay(usable(), request, signal),
    readNotification: (raw) => readTokenPayNotification(raw, signer),
    query: async (tradeNumber, signal, begun = { providerNo: '', amount: 0 }) =>
      typeof merchant === 'string' ? 'silent' : queryTokenPay(merchant, { tradeNumber, begun }, signal),
    test: async (signal) => (typeof merchant === 'string' ? merchant : checkInstance(merchant, signal)),
  };
};
