export { FreeCouponButton } from './free-coupon-button.tsx';
