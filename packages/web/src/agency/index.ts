import { lazyPart } from '../ui/lazy-part.ts';

/** The agency's own customers; fetched when they are shown. */
export const Customers = lazyPart(() => import('./customers.tsx'));
