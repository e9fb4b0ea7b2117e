import { crashPoints, type CrashPoint } from '@skyport/server/platform/crash';

/** Crash points of no purchase, or of what others prove (`gifts.ts` among them), by their first word. */
const OTHERS = [
  'claim',
  'query',
  'usage',
  'coupon',
  'signup',
  'checkin',
  'key-reset',
  'desired',
  'deposit',
  'watch',
  'push',
  'push-end',
  'draw',
  'agency-customer',
  'agency-link',
  'agency-give',
];

/** Crash points of orders: of buying, paying, granting, ending, receipts and take-backs. */
export const orderPoints: readonly CrashPoint[] = crashPoints.filter(
  (point) => !OTHERS.includes(point.split('.')[0] ?? ''),
);

/** Crash points of `wanted` at which no process died: a proof that did not come there proves nothing of them. */
export const unvisited = (visited: ReadonlySet<string>, wanted: readonly string[] = orderPoints): string[] =>
  wanted.filter((point) => !visited.has(point)).map((point) => `no process died at the crash point ${point}`);
