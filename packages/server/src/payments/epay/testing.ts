import type { Clock } from '../../platform/clock.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import type { PaymentProvider, PaymentRequest, RawNotification } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import type { EpayConfig } from './config.ts';
import { createEpay } from './epay.ts';

/** What the merchant of a gateway copies from its pages. */
interface Merchant {
  readonly pid: string;
  readonly key: string;
  readonly signKeyMode: 'plain' | 'amp_key';
  readonly privateKey: string;
  readonly platformKey: string;
}

/** An account at a gateway on this machine. */
export const testConfig = (
  kind: EpayConfig['kind'],
  gateway: { readonly url: string; readonly merchant: Merchant },
): EpayConfig => {
  const { pid, key, signKeyMode, privateKey, platformKey } = gateway.merchant;
  const account = { instance: 'epay_test', label: '易支付', gateway: gateway.url, pid, subject: '' };
  return kind === 'epay_v1' ? { ...account, kind, key, signKeyMode } : { ...account, kind, privateKey, platformKey };
};

/** Parts with which a provider reaches gateways on this machine. */
export const testParts = (clock: Clock, changes: Partial<KindParts> = {}): KindParts => ({
  clock,
  http: createOutgoing({ allowPrivate: true }),
  notifyUrl: 'https://shop.example.com/api/pay/notify/epay_test/n0',
  returnUrl: 'https://shop.example.com/pay/return',
  ...changes,
});

/** A provider of a gateway on this machine. */
export const testEpay = (
  kind: EpayConfig['kind'],
  gateway: Parameters<typeof testConfig>[1],
  clock: Clock,
): PaymentProvider => createEpay(testConfig(kind, gateway), testParts(clock));

/** A purchase of 9.90 yuan on a computer. */
export const testRequest = (tradeNumber: string, changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  tradeNumber,
  mode: 'alipay',
  network: '',
  amount: 9900,
  device: 'pc',
  expiresAt: new Date('2026-11-21T14:00:00Z'),
  clientAddress: '203.0.113.7',
  ...changes,
});

/** Something that was sent to us, as our server hands it on. */
export const rawOf = (sent: {
  readonly method: 'GET' | 'POST';
  readonly query: string;
  readonly contentType: string;
  readonly body: string;
}): RawNotification => ({ ...sent, headers: { 'content-type': sent.contentType }, body: Buffer.from(sent.body) });

/** Patience that no test exhausts. */
export const patient = (): AbortSignal => new AbortController().signal;
