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
  type NamedTrade,
  type UnclaimedRow,
} from './desk-store.ts';
export { partOfNumber, partOfReference } from './search-patterns.ts';
export { countAnswers, readHealth, readHealthWatch, listFailing } from './health-store.ts';
export { ownOrder } from './lock.ts';
export { hurryOrder, storeNotified } from './queries.ts';
export { isStorable } from './inbox-rules.ts';
export type { Stored } from './inbox.ts';
export { storeTakenBack } from './taken-back.ts';
export { tradeNumberOf } from './trade-store.ts';
export { checkStateChanges } from './state-store.ts';
export { dismissFlag, flagOrder } from './flag.ts';
export { flagsOfOrder, presentTaken, previewTakeBack } from './flag-present.ts';
export { takeBack, type TakenOfOrder } from './take-back.ts';
export { readFlagWatch } from './flag-store.ts';
export { flaggedRebates } from './take-back-store.ts';
export { instancesOfTrades, storedMoney, tradesPayable, type BegunTrade, type StoredMoney } from './own-money-store.ts';
export { wordInTime } from './provider-word.ts';
export { worthOfForeign } from './foreign.ts';
