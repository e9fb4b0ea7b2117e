export {
  billInto,
  settleUse,
  type BillingOutcome,
  type ReportedUse,
  type Unbillable,
  type UseBatch,
} from './billing.ts';
export { inBillingTurn, type BillingTurn } from './billing-turn.ts';
export { foldUsage } from './journal-store.ts';
export { isPaused, saturated } from './billing-rules.ts';
export { tellPaused } from './pause.ts';
export { listCharges, returnCharges } from './undo.ts';
export { trafficJobs } from './jobs.ts';
export {
  extendMembership,
  grantTraffic,
  noteTraffic,
  startTrial,
  trafficLines,
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
  getAccount as trafficOf,
  insertAccount as openTrafficAccount,
  lockAccount as lockTraffic,
  type TrafficAccount,
} from './store.ts';
