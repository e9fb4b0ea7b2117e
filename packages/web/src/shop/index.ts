import { lazyPart } from '../ui/lazy-part.ts';

export { hasBegun, useLeftOrder } from './pay/left-order.ts';

/** The window in which an order is confirmed and paid; fetched when the first one is shown. */
export const PayWindow = lazyPart(() => import('./pay/pay-window.tsx'));

/** Payments under way, for other pages than the shop; fetched where one was begun in this browser. */
export const UnfinishedElsewhere = lazyPart(() => import('./unfinished-elsewhere.tsx'));
