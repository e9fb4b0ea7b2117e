export { shownGift } from './gift.ts';
export { giveToTrade } from './give.ts';
export { ordersJobs } from './jobs.ts';
export { staffOrdersOf } from './present.ts';
export { receive, staffOrder } from './receive.ts';
export { settleNow, type Claim, type Settled } from './settle.ts';
export { dismissClaim, releaseClaim } from './release.ts';
export { resolveUnclaimed } from './resolve.ts';
export {
  findUnclaimed,
  instancesOf,
  keyOfReference,
  knownMoney,
  listClaims,
  listUnclaimed,
  readMoneyWatch,
  unclaimedReference,
  type KnownMoney,
  type ListedClaim,
  type UnclaimedRow,
} from './desk-store.ts';
export { ownOrder } from './lock.ts';
export { hurryOrder, storeNotified } from './queries.ts';
export { isStorable } from './inbox-rules.ts';
export type { Stored } from './inbox.ts';
export { tradeNumberOf } from './trade-store.ts';
export { checkStateChanges } from './state-store.ts';
