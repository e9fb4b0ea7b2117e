import { booked } from './booked/booked.ts';
import { alipay, wechat } from './booked/direct.ts';
import { stripe } from './booked/stripe.ts';
import { epusdt, tokenpay } from './booked/usdt-gateways.ts';
import { epay } from './epay/epay.ts';
import type { ProvedProvider } from './provider.ts';
import { usdt } from './usdt/usdt.ts';

/** Providers that serve one shop together: a mode has one of them, so that each of these has a shop of its own. */
export type Together = readonly ProvedProvider[];

/** Every kind of provider that the proof knows. */
export const shops: readonly Together[] = [
  [epay, usdt],
  [booked(alipay, { hasStrays: true }), booked(wechat, { hasStrays: true }), booked(epusdt, { hasStrays: false })],
  [booked(stripe, { hasStrays: false }), booked(tokenpay, { hasStrays: false })],
];
