import type { Clock } from '../../platform/clock.ts';
import type { PaymentProvider, RawNotification } from '../../platform/payment-providers.ts';
import { testParts } from '../epay/testing.ts';
import type { KindParts } from '../kinds/kind.ts';
import type { WechatConfig } from './config.ts';
import { createWechat } from './wechat.ts';

/** What the merchant copies from the pages of WeChat Pay. */
interface Copied {
  readonly url: string;
  readonly merchant: Pick<
    WechatConfig,
    'mchid' | 'appId' | 'serial' | 'privateKey' | 'apiKey' | 'keyId' | 'platformKey' | 'platformCert'
  >;
}

/** A merchant of a WeChat Pay on this machine, with its public key and its certificate. */
export const testWechatConfig = ({ url, merchant }: Copied): WechatConfig => ({
  product: 'native',
  instance: 'wechat_test',
  label: '微信支付',
  subject: '',
  gateway: url,
  ...merchant,
});

/** A provider of a WeChat Pay on this machine. */
export const testWechat = (
  copied: Copied,
  clock: Clock,
  { parts, ...changes }: Partial<WechatConfig> & { readonly parts?: Partial<KindParts> } = {},
): PaymentProvider => createWechat({ ...testWechatConfig(copied), ...changes }, testParts(clock, parts));

/** A notification, as our server hands it on. */
export const rawNotice = ({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): RawNotification => ({
  method: 'POST',
  query: '',
  contentType: headers['content-type'] ?? '',
  headers,
  body: Buffer.from(body),
});
