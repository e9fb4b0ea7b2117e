import type { PaymentProvider } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import { usableIn } from '../merchants.ts';
import { signerOf } from '../usdt-gateways/merchant.ts';
import { askEpusdt, type Merchant } from './ask.ts';
import { checkInstance, merchantOf } from './check-instance.ts';
import { dialectOf, merchantNameOf, type EpusdtConfig } from './config.ts';
import { readEpusdtNotification } from './notification.ts';
import { queryEpusdt } from './query.ts';

/**
 * Us as a shop of an epusdt or BEpusdt gateway. One that lacks something, its token above all, can be made and says in
 * its test what it lacks; it begins no payment, believes no notification and knows of no trade. Nothing is closed
 * there: the gateway would give the amount to the next customer while the money of this one may be on its way.
 */
export const createEpusdt = (config: EpusdtConfig, parts: KindParts): PaymentProvider => {
  const merchant = merchantOf(config, parts);
  const reader = { config, signer: signerOf(config, dialectOf(config)) };
  const usable = (): Merchant => usableIn(config.instance, merchant);
  return {
    instance: config.instance,
    label: config.label,
    merchant: merchantNameOf(config),
    // The whole body has to be this.
    acknowledgement: { contentType: 'text/plain; charset=utf-8', body: 'ok' },
    ask: async (request, signal) => askEpusdt(usable(), request, signal),
    readNotification: (raw) => readEpusdtNotification(raw, reader),
    query: async (tradeNumber, signal, begun = { providerNo: '', amount: 0 }) =>
      typeof merchant === 'string' ? 'silent' : queryEpusdt(merchant, { tradeNumber, begun }, signal),
    test: async (signal) => (typeof merchant === 'string' ? merchant : checkInstance(merchant, signal)),
  };
};
