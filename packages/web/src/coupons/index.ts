import { lazyPart } from '../ui/lazy-part.ts';

export { FreeCouponButton } from './free-coupon-button.tsx';

/** Coupons that one account used; fetched when it is shown. */
export const UsesOf = lazyPart(() => import('./uses-of.tsx'));
