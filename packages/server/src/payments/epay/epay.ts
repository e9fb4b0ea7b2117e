import type { PaymentProvider } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import { usableIn } from '../merchants.ts';
import { askEpay } from './ask.ts';
import { merchantOf, checkInstance } from './check-instance.ts';
import type { EpayConfig } from './config.ts';
import type { Merchant } from './gateway.ts';
import { readEpayNotification } from './notification.ts';
import { closeEpay, queryEpay } from './query.ts';
import { signerOf } from './signer.ts';

/**
 * Us as a merchant of a gateway that speaks EPay (易支付), version 1 or 2. One that lacks something, a secret above
 * all, can be made, and says in its test what it lacks; it begins no payment, believes no notification and knows of no
 * trade.
 */
export const createEpay = (config: EpayConfig, parts: KindParts): PaymentProvider => {
  const merchant = merchantOf(config, parts);
  const reader = { config, signer: signerOf(config), clock: parts.clock };
  const usable = (): Merchant => usableIn(config.instance, merchant);
  return {
    instance: config.instance,
    label: config.label,
    merchant: config.pid,
    acknowledgement: { contentType: 'text/plain; charset=utf-8', body: 'success' },
    ask: async (request, signal) => askEpay(usable(), request, signal),
    readNotification: (raw) => readEpayNotification(raw, reader),
    query: async (trade, signal) => (typeof merchant === 'string' ? 'silent' : queryEpay(merchant, trade, signal)),
    test: async (signal) => (typeof merchant === 'string' ? merchant : checkInstance(merchant, signal)),
    ...(config.kind === 'epay_v2' && {
      close: async (trade: string, signal: AbortSignal) => closeEpay(usable(), trade, signal),
    }),
  };
};
