import type { Clock } from '../../platform/clock.ts';
import type { PaymentProvider } from '../../platform/payment-providers.ts';
import { testParts } from '../epay/testing.ts';
import type { KindParts } from '../kinds/kind.ts';
import { createAlipay } from './alipay.ts';
import type { AlipayConfig } from './config.ts';

/** What the merchant copies from Alipay's pages. */
interface Copied {
  readonly url: string;
  readonly merchant: Pick<AlipayConfig, 'appId' | 'sellerId' | 'privateKey' | 'platformKey'>;
}

/** An application of an Alipay on this machine. */
export const testAlipayConfig = (
  { url, merchant }: Copied,
  product: AlipayConfig['product'] = 'f2f',
): AlipayConfig => ({ product, instance: 'alipay_test', label: '支付宝', subject: '', gateway: url, ...merchant });

/** A provider of an Alipay on this machine. */
export const testAlipay = (
  copied: Copied,
  clock: Clock,
  { parts, ...changes }: Partial<AlipayConfig> & { readonly parts?: Partial<KindParts> } = {},
): PaymentProvider => createAlipay({ ...testAlipayConfig(copied), ...changes }, testParts(clock, parts));
