import { createAlipay } from '../alipay/alipay.ts';
import { gatewayOf, merchantOf } from '../alipay/merchant.ts';
import type { AlipayConfig, AlipayProduct } from '../alipay/config.ts';
import { lackIn } from '../merchants.ts';
import { accountName } from './account.ts';
import type { InstanceKind, DecryptedInstance } from './kind.ts';

const configOf = (product: AlipayProduct, { name, label, subject, values }: DecryptedInstance): AlipayConfig => ({
  product,
  instance: name,
  label,
  subject,
  gateway: values.gateway,
  appId: values.appId,
  sellerId: values.sellerId,
  privateKey: values.privateKey,
  platformKey: values.platformKey,
});

/** Alipay by one of its products. */
export const alipayBy = (product: AlipayProduct): InstanceKind => ({
  make: (instance, parts) => createAlipay(configOf(product, instance), parts),
  account: ({ values: { gateway, appId } }) =>
    appId === '' ? undefined : accountName('alipay', { base: gatewayOf(gateway), merchant: appId }),
  lacks: (instance, parts) => lackIn(merchantOf(configOf(product, instance), parts)),
});
