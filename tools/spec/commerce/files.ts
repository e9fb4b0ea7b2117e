import { inFile } from '../row.ts';

/*
 * The files of tests that the tables of the second document name.
 */

const web = (name: string) => inFile(`packages/web/src/${name}`);
const server = (name: string) => inFile(`packages/server/src/${name}`);

export const walletPage = web('withdrawals/wallet.page.test.tsx');
export const chargesPage = web('withdrawals/charges.page.test.tsx');
export const combosPage = web('shop/combos.page.test.tsx');
export const comboRules = web('shop/combo-rules.test.ts');
export const cards = web('shop/card-rules.test.ts');
export const shopPage = web('shop/shop.page.test.tsx');
export const confirmPage = web('shop/pay/confirm.page.test.tsx');
export const payingPage = web('shop/pay/paying.page.mocked.test.tsx');
export const payRules = web('shop/pay/pay-rules.test.ts');
export const shellRows = web('app/shell.spec-rows.page.test.tsx');
export const couponsPage = web('coupons/admin-coupons.page.test.tsx');
export const couponRows = web('coupons/admin-coupons.spec-rows.page.test.tsx');
export const ordersPage = web('orders/orders.page.test.tsx');
export const tradesPage = web('payments/trades.page.test.tsx');
export const samplePages = web('orders/samples.page.test.tsx');
export const series = web('coupons/series.test.ts');
export const errorsPage = web('errors/errors.page.test.tsx');
export const nodesPage = web('nodes/nodes.page.test.tsx');
export const removals = web('nodes/removals.spec-rows.page.test.tsx');
export const nodeRules = web('nodes/rules.test.ts');
export const nodeListPage = web('nodes/node-list.page.test.tsx');
export const channelPage = web('invite/channel.page.test.tsx');
export const recordsPage = web('traffic/records.page.test.tsx');
export const recordRules = web('traffic/records-rules.test.ts');
export const latency = web('nodes/latency-tone.test.ts');
export const installPage = web('nodes/install/install.page.test.tsx');
export const usersPage = web('users/users.page.test.tsx');
export const permissionsPage = web('permissions/permissions.page.test.tsx');
export const settingsPage = web('settings/settings.page.test.tsx');
export const table = web('ui/data-table/data-table.test.tsx');
export const tabs = web('app/tabs.spec-rows.page.test.tsx');
export const agencyPages = web('app/agency.page.test.tsx');
export const routeTable = web('app/pages.test.ts');
export const uiRows = web('ui/ui.spec-rows.page.mocked.test.tsx');

export const walletApi = server('withdrawals/withdrawals.api.test.ts');
export const chargesApi = server('withdrawals/charges.api.test.ts');
export const shopApi = server('shop/shop.api.test.ts');
export const ordersApi = server('orders/orders.api.test.ts');
export const payingApi = server('orders/paying.api.test.ts');
export const paymentsApi = server('payments/payments.api.test.ts');
export const shopRules = server('shop/rules.test.ts');
export const pushPage = web('push/push.page.test.tsx');
export const prizesPage = web('prizes/admin-prizes.page.mocked.test.tsx');
export const prizeRules = web('prizes/admin-rules.test.ts');
export const prizesApi = server('prizes/prizes.api.test.ts');
export const pushApi = server('push/push.api.test.ts');
export const couponsApi = server('coupons/coupons.api.test.ts');
export const errorsApi = server('errors/errors.api.test.ts');
export const nodesApi = server('nodes/nodes.api.test.ts');
export const installApi = server('install/install.api.test.ts');
export const usersApi = server('users/users.api.test.ts');
export const userEditApi = server('users/users-edit.api.test.ts');
export const channelsApi = server('users/channels.api.test.ts');
export const permissionsApi = server('permissions/permissions.api.test.ts');
export const settingsApi = server('settings/settings.api.test.ts');
export const ticketsApi = server('tickets/tickets.api.test.ts');
export const ticketsPage = web('tickets/tickets.page.test.tsx');
export const statisticsApi = server('statistics/statistics.api.test.ts');
export const statisticsPage = web('statistics/statistics.page.test.tsx');
export const inviteApi = server('invite/invite.api.test.ts');
export const trafficApi = server('traffic/traffic.api.test.ts');
export const trafficAdminApi = server('traffic/traffic-admin.api.test.ts');
export const agencyApi = server('agency/agency.api.test.ts');
export const checkinApi = server('checkin/checkin.api.test.ts');
export const billedRecords = server('traffic/billing.db.test.ts');
export const billing = server('traffic/billing-rules.test.ts');
export const matrix = server('gate/roles-matrix.api.test.ts');

export const contractNodes = inFile('packages/contract/src/nodes-rules.test.ts');
export const resolve = inFile('packages/documents/src/resolve.test.ts');
export const staffJourneys = inFile('e2e/staff-acts.e2e.ts');
export const userJourneys = inFile('e2e/users.e2e.ts');
export const orderJourneys = inFile('e2e/orders.e2e.ts');
export const listJourneys = inFile('e2e/back-office.e2e.ts');
export const shopJourneys = inFile('e2e/shop.e2e.ts');
