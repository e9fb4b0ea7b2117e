import { accountsCalls, accountsRaw } from './accounts.ts';
import { agencyCalls } from './agency.ts';
import { auditCalls } from './audit.ts';
import { backupCalls } from './backup.ts';
import type { Call } from './call.ts';
import { raw, access } from './call.ts';
import { captchaCalls } from './captcha.ts';
import { checkinCalls } from './checkin.ts';
import { couponsCalls } from './coupons.ts';
import { errorsCalls } from './errors.ts';
import { firstPasswordCalls } from './first-password.ts';
import { filesCalls, filesRaw } from './files.ts';
import { handoffCalls } from './handoff.ts';
import { installCalls, installRaw } from './install.ts';
import { inviteCalls } from './invite.ts';
import { jobsCalls } from './jobs.ts';
import { lineTestCalls } from './line-test.ts';
import { linkWatchCalls } from './link-watch.ts';
import { listExportRaw } from './list-export.ts';
import { chargeCalls } from './charges.ts';
import { claimMoneyCalls } from './claim-money.ts';
import { moneyCalls } from './money.ts';
import { nodeHealthCalls } from './node-health.ts';
import { nodesCalls } from './nodes.ts';
import { noticesCalls } from './notices.ts';
import { orderFlagCalls } from './order-flags.ts';
import { ordersCalls } from './orders.ts';
import { outsideListCalls } from './outside-lists.ts';
import { ownNamesCalls } from './own-names.ts';
import { payInstanceCalls } from './pay-instances.ts';
import { paymentsCalls, paymentsRaw } from './payments.ts';
import { permissionsCalls } from './permissions.ts';
import { prizesCalls } from './prizes.ts';
import { pushCalls } from './push.ts';
import { payHealthCalls } from './pay-health.ts';
import { reconcileCalls } from './reconcile.ts';
import { relayCalls } from './relay.ts';
import { rulesCalls, rulesRaw } from './rules.ts';
import { secondStepCalls } from './second-step.ts';
import { sessionsCalls } from './sessions.ts';
import { settingsCalls } from './settings.ts';
import { shopCalls } from './shop.ts';
import { statisticsCalls } from './statistics.ts';
import { subscriptionCalls, subscriptionRaw } from './subscription.ts';
import { telegramCalls, telegramRaw } from './telegram.ts';
import { ticketsAdminCalls } from './tickets-admin.ts';
import { ticketsCalls } from './tickets.ts';
import { trafficAdminCalls } from './traffic-admin.ts';
import { trafficCalls } from './traffic.ts';
import { usersCalls } from './users.ts';
import { walletCalls } from './withdrawals.ts';

export * from './call.ts';
export * from './codes.ts';
export * from './envelope.ts';
export * from './units.ts';

/**
 * Every enveloped call, by feature. The web imports the rows of one feature instead, so that a page loads only those.
 */
export const calls = {
  accounts: {
    ...accountsCalls,
    ...secondStepCalls,
    ...handoffCalls,
    ...sessionsCalls,
    ...captchaCalls,
    ...firstPasswordCalls,
  },
  agency: agencyCalls,
  audit: auditCalls,
  subscription: { ...subscriptionCalls, ...linkWatchCalls, ...ownNamesCalls },
  checkin: checkinCalls,
  notices: noticesCalls,
  shop: shopCalls,
  orders: ordersCalls,
  payments: { ...paymentsCalls, ...payInstanceCalls, ...orderFlagCalls },
  money: { ...moneyCalls, ...claimMoneyCalls, ...reconcileCalls, ...payHealthCalls },
  coupons: couponsCalls,
  withdrawals: { ...walletCalls, ...chargeCalls },
  invite: inviteCalls,
  push: pushCalls,
  telegram: telegramCalls,
  tickets: { ...ticketsCalls, ...ticketsAdminCalls },
  traffic: { ...trafficCalls, ...trafficAdminCalls },
  nodes: { ...nodesCalls, ...relayCalls, ...lineTestCalls },
  fleet: nodeHealthCalls,
  install: installCalls,
  permissions: permissionsCalls,
  prizes: prizesCalls,
  rules: { ...rulesCalls, ...outsideListCalls },
  statistics: statisticsCalls,
  settings: settingsCalls,
  users: usersCalls,
  errors: errorsCalls,
  jobs: jobsCalls,
  backup: backupCalls,
  files: filesCalls,
} as const;

/** Every route outside the envelope. */
export const rawCalls = {
  ...accountsRaw,
  ...filesRaw,
  ...listExportRaw,
  ...subscriptionRaw,
  ...rulesRaw,
  ...installRaw,
  ...telegramRaw,
  ...paymentsRaw,
  countries: raw({
    method: 'GET',
    path: '/country/country.json',
    access: access.anyone,
    rate: 'read',
    summary: 'Countries with Chinese and English name, code and flag.',
    built: true,
  }),
  status: raw({
    method: 'GET',
    path: '/status',
    access: access.anyone,
    rate: 'read',
    summary: 'Public page: how panel, nodes and payments do now and did for 90 days. 404 while it is switched off.',
    built: true,
  }),
} as const;

/** One row of the table with its place in it. */
export interface TableRow {
  readonly feature: string;
  readonly name: string;
  readonly row: Call;
}

/** The call table as a flat list. */
export const allRows = (): readonly TableRow[] =>
  Object.entries(calls).flatMap(([feature, rows]) =>
    Object.entries<Call>(rows).map(([name, row]) => ({ feature, name, row })),
  );

/** Names (`feature.name`) of what is not built yet, raw routes included; empty when the product is done. */
export const unbuilt = (): readonly string[] => [
  ...allRows()
    .filter(({ row }) => row.kind === 'planned')
    .map(({ feature, name }) => `${feature}.${name}`),
  ...Object.entries(rawCalls)
    .filter(([, row]) => !row.built)
    .map(([name]) => `raw.${name}`),
];
