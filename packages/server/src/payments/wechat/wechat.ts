import type { PaymentProvider } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import { usableIn } from '../merchants.ts';
import { merchantOf, type Merchant } from './merchant.ts';
import { begin } from './begin.ts';
import { listOfDay } from './bill.ts';
import { checkInstance } from './check-instance.ts';
import type { WechatConfig } from './config.ts';
import { closeWechat, queryWechat } from './control.ts';
import { readWechatNotification } from './notification.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Us as a merchant of WeChat Pay (微信支付, API v3), by one of its products. One that lacks something can be made, and
 * says in its test what it lacks; it begins no payment, believes no notification and knows of no trade.
 */
export const createWechat = (config: WechatConfig, parts: KindParts): PaymentProvider => {
  const merchant = merchantOf(config, parts);
  const usable = (): Merchant => usableIn(config.instance, merchant);
  return {
    instance: config.instance,
    label: config.label,
    merchant: config.mchid,
    acknowledgement: { contentType: JSON_TYPE, body: '{"code":"SUCCESS"}' },
    refusal: { contentType: JSON_TYPE, body: '{"code":"FAIL","message":"refused"}' },
    ask: async (request, signal) => begin(usable(), request, signal),
    readNotification: (raw) => readWechatNotification(raw, merchant),
    query: async (trade, signal) => (typeof merchant === 'string' ? 'silent' : queryWechat(merchant, trade, signal)),
    close: async (trade, signal) => closeWechat(usable(), trade, signal),
    listOf: async (day, signal) => listOfDay(usable(), day, signal),
    test: async (signal) => (typeof merchant === 'string' ? merchant : checkInstance(merchant, signal)),
  };
};
