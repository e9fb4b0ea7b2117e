import { baseOf, merchantOf } from '../wechat/merchant.ts';
import type { WechatConfig, WechatProduct } from '../wechat/config.ts';
import { createWechat } from '../wechat/wechat.ts';
import { lackIn } from '../merchants.ts';
import { accountName } from './account.ts';
import type { InstanceKind, DecryptedInstance } from './kind.ts';

const configOf = (product: WechatProduct, { name, label, subject, values }: DecryptedInstance): WechatConfig => ({
  product,
  instance: name,
  label,
  subject,
  gateway: values.gateway,
  mchid: values.pid,
  appId: values.appId,
  serial: values.serial,
  privateKey: values.privateKey,
  apiKey: values.key,
  keyId: values.keyId,
  platformKey: values.platformKey,
  platformCert: values.platformCert,
});

/** WeChat Pay by one of its products. */
export const wechatBy = (product: WechatProduct): InstanceKind => ({
  make: (instance, parts) => createWechat(configOf(product, instance), parts),
  account: ({ values: { gateway, pid } }) =>
    pid === '' ? undefined : accountName('wechat', { base: baseOf(gateway), merchant: pid }),
  lacks: (instance, parts) => lackIn(merchantOf(configOf(product, instance), parts)),
});
