import { lazyPart } from '../ui/lazy-part.ts';

/** What staff changed of one thing; fetched when it is shown. */
export const ChangesOf = lazyPart(() => import('./changes-of.tsx'));
