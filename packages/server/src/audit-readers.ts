import { alarmFields, journalFields, nodeUseFields, reportFields } from './fleet/audit-store.ts';
import { backupFields } from './backup/audit-store.ts';
import { comboFields } from './shop/audit-store.ts';
import { couponFields } from './coupons/audit-store.ts';
import {
  enrolmentFields,
  entryFields,
  lineFields,
  lineTrafficFields,
  nodeFields,
  pushFields,
} from './nodes/audit-store.ts';
import { exportFields } from './exports/audit-store.ts';
import { errorLogFields } from './errors/audit-store.ts';
import { installFields } from './install/audit-store.ts';
import { jobFields } from './jobs/audit-store.ts';
import { claimFields, orderFields, orderFlagFields, unclaimedFields } from './orders/audit-store.ts';
import { differenceFields, moneyRequestFields } from './money/audit-store.ts';
import { payInstanceFields } from './payments/instances/audit-store.ts';
import { permissionFields } from './permissions/audit-store.ts';
import { prizeFields } from './prizes/audit-store.ts';
import { rulesFields } from './rules/audit-store.ts';
import { settingsFields } from './settings/audit-store.ts';
import { secondStepFields } from './accounts/second-step/audit-store.ts';
import { cannedFields, ticketFields } from './tickets/audit-store.ts';
import { channelFields } from './invite/audit-store.ts';
import { accountFields } from './users/audit-store.ts';
import { walletFields, withdrawalFields } from './withdrawals/audit-store.ts';
import type { AuditReaders } from './platform/audit.ts';

/** How the audit reads what staff change. */
export const auditReaders: AuditReaders = {
  account: accountFields,
  alarm: alarmFields,
  backup: backupFields,
  books: journalFields,
  combo: comboFields,
  channel: channelFields,
  cannedAnswer: cannedFields,
  claim: claimFields,
  coupon: couponFields,
  difference: differenceFields,
  enrolment: enrolmentFields,
  entry: entryFields,
  errorLog: errorLogFields,
  export: exportFields,
  install: installFields,
  job: jobFields,
  line: lineFields,
  lineTraffic: lineTrafficFields,
  moneyRequest: moneyRequestFields,
  node: nodeFields,
  nodePushes: pushFields,
  nodeUse: nodeUseFields,
  order: orderFields,
  orderFlag: orderFlagFields,
  payInstance: payInstanceFields,
  permission: permissionFields,
  prize: prizeFields,
  report: reportFields,
  rules: rulesFields,
  secondStep: secondStepFields,
  settings: settingsFields,
  ticket: ticketFields,
  unclaimed: unclaimedFields,
  wallet: walletFields,
  withdrawal: withdrawalFields,
};
