import { lazyPart } from '../ui/lazy-part.ts';

/** The window in which an order is confirmed and paid; fetched when the first one is shown. */
export const PayWindow = lazyPart(() => import('./pay/pay-window.tsx'));
