export { isCheaper, offerOf, type Offer } from './offer.ts';
export { offeredCombo } from './offered.ts';
export type { ComboRow } from './store.ts';
