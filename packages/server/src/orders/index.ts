export { shownGift } from './gift.ts';
export { ordersJobs } from './jobs.ts';
export { staffOrdersOf } from './present.ts';
export { receive, staffOrder } from './receive.ts';
export { settleNow, type Claim, type Settled } from './settle.ts';
export { tradeNumberOf } from './trade-store.ts';
export { checkStateChanges } from './state-store.ts';
