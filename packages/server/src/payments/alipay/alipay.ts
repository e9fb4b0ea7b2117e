import type { PaymentProvider } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import { usableIn } from '../merchants.ts';
import { merchantOf, type Merchant } from './merchant.ts';
import { begin } from './begin.ts';
import { listOfDay } from './bill.ts';
import { checkInstance } from './check-instance.ts';
import type { AlipayConfig } from './config.ts';
import { closeAlipay, queryAlipay } from './control.ts';
import { readAlipayNotification } from './notification.ts';

/**
 * Us as a merchant of Alipay (支付宝), by one of its products. One that lacks something, a key above all, can be made,
 * and says in its test what it lacks; it begins no payment, believes no notification and knows of no trade.
 */
export const createAlipay = (config: AlipayConfig, parts: KindParts): PaymentProvider => {
  const merchant = merchantOf(config, parts);
  const usable = (): Merchant => usableIn(config.instance, merchant);
  return {
    instance: config.instance,
    label: config.label,
    merchant: config.appId,
    acknowledgement: { contentType: 'text/plain; charset=utf-8', body: 'success' },
    ask: async (request, signal) => begin(usable(), request, signal),
    readNotification: (raw) => readAlipayNotification(raw, merchant),
    query: async (trade, signal) => (typeof merchant === 'string' ? 'silent' : queryAlipay(merchant, trade, signal)),
    listOf: async (day, signal) => listOfDay(usable(), day, signal),
    close: async (trade, signal) => closeAlipay(usable(), trade, signal),
    test: async (signal) => (typeof merchant === 'string' ? merchant : checkInstance(merchant, signal)),
  };
};
