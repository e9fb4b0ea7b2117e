export { isCheaper, offerOf, type Offer } from './offer.ts';
