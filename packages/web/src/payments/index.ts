import { lazyPart } from '../ui/lazy-part.ts';

/** The window of one order as staff see it; fetched when it is shown. */
export const StaffOrderWindow = lazyPart(() => import('./staff-order.tsx'));
