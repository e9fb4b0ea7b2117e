export { noteActive } from './active-store.ts';
export { billReport } from './bill-report.ts';
export type { BillingOutcome, ReportedUse, Unbillable, UseBatch } from './use-batch.ts';
export { postUse } from './posting.ts';
export { settleUse } from './settle-use.ts';
export { betweenTurns, inBillingTurn, type BillingTurn } from './billing-turn.ts';
export { rollUpUsage } from './usage-store.ts';
export { globalScale, isPaused, leftOfTrials, saturated } from './billing-rules.ts';
export { recordsOf } from './records.ts';
export { listCharges, returnSlice } from './undo-store.ts';
export { trafficJobs } from './jobs.ts';
export {
  applyPurchase,
  extendMembership,
  grantTraffic,
  moveTraffic,
  noteTraffic,
  setMembership,
  startTrial,
  trafficEntries,
  type MembershipChange,
  type TrafficEvent,
} from './movements.ts';
export {
  entitlementKey,
  isEntitled,
  isMember,
  limitOf,
  permanentLeft,
  quotaLeft,
  trafficStateOf,
  usedToday,
  type Entitlement,
  type TrafficColumns,
  type TrafficState,
} from './rules.ts';
export {
  findUserNum,
  givableTraffic,
  getAccount as trafficOf,
  insertAccount as openTrafficAccount,
  lockAccount as lockTraffic,
  pendingTraffic,
  takeableTraffic,
  type TrafficAccount,
} from './store.ts';
