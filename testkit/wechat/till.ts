import type { PayInstance } from '@skyport/contract/pay-instances';
import type { Actor } from '../actor.ts';
import type { WechatGateway } from './gateway.ts';

/** What an operator copies from the pages of WeChat Pay into the form of an instance, one of a new merchant. */
export const copiedFromWechat = ({ url, merchant }: WechatGateway) => {
  const { mchid, appId, serial, privateKey, apiKey, keyId, platformKey } = merchant;
  return { gateway: url, pid: mchid, appId, serial, privateKey, key: apiKey, keyId, platformKey };
};

/** Makes an instance of WeChat Pay and switches it on, as an operator would; gives it as staff see it. */
export const openWechatTill = async (
  { payments }: Actor,
  gateway: WechatGateway,
  terms: { readonly kind: 'wechat_native' | 'wechat_h5'; readonly label: string; readonly fee_percent?: number },
): Promise<PayInstance> => {
  const made = await payments.makeInstance({ ...copiedFromWechat(gateway), ...terms });
  return payments.switchInstance({ _id: made._id, version: made.version, on: true });
};
