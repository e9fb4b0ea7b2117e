import type { Clock } from '../../platform/clock.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import type { PaymentRequest, RawNotification } from '../../platform/payment-providers.ts';
import { testRequest } from '../epay/testing.ts';
import type { KindParts } from '../kinds/kind.ts';

/** Parts with which a provider reaches gateways on this machine; `patienceMs` bounds its patience. */
export const partsAt = (clock: Clock, changes: Partial<KindParts> = {}, patienceMs?: number): KindParts => ({
  clock,
  http: createOutgoing({ allowPrivate: true, ...(patienceMs !== undefined && { patienceMs }) }),
  notifyUrl: 'https://shop.example.com/api/pay/notify/usdt_test/n0',
  returnUrl: 'https://shop.example.com/pay/return',
  ...changes,
});

/** A purchase of 9.90 yuan in USDT. */
export const usdtRequest = (tradeNumber: string, changes: Partial<PaymentRequest> = {}): PaymentRequest =>
  testRequest(tradeNumber, { mode: 'usdt', ...changes });

/** Something that was sent to us, as our server hands it on. */
export const rawPost = (sent: {
  readonly body: string;
  readonly contentType?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}): RawNotification => ({
  method: 'POST',
  query: '',
  contentType: 'application/json',
  headers: {},
  ...sent,
  body: Buffer.from(sent.body),
});
