export { isBetter, type PrizeOffer } from './offer.ts';
