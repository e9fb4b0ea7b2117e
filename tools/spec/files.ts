import { inFile } from './row.ts';

/*
 * The files of tests that the tables name, each by a short name.
 */

const web = (name: string) => inFile(`packages/web/src/${name}`);
const server = (name: string) => inFile(`packages/server/src/${name}`);

export const accounts = web('accounts/accounts.page.test.tsx');
export const accountRows = web('accounts/accounts.spec-rows.page.mocked.test.tsx');
export const recover = web('accounts/recover.page.test.tsx');
export const failures = web('api/failures.page.test.tsx');
export const shellRows = web('app/shell.spec-rows.page.test.tsx');
export const notFound = web('app/not-found.page.test.tsx');
export const routeTable = web('app/pages.test.ts');
export const tabs = web('app/tabs.spec-rows.page.test.tsx');
export const checkinRules = web('checkin/rules.test.ts');
export const coupons = web('coupons/free-coupon.page.mocked.test.tsx');
export const device = web('device/device.test.ts');
export const deviceRows = web('device/device.spec-rows.mocked.test.ts');
export const noticeRows = web('notices/notices.spec-rows.page.test.tsx');
export const dashboard = web('subscription/dashboard.page.test.tsx');
export const dashboardRows = web('subscription/dashboard.spec-rows.page.test.tsx');
export const subscriptionRules = web('subscription/rules.test.ts');
export const links = inFile('packages/contract/src/client-links.test.ts');
export const payingPage = web('shop/pay/paying.page.mocked.test.tsx');
export const allLinks = web('subscription/all-links.page.test.tsx');
export const guidePages = web('guides/guide.page.mocked.test.tsx');
export const guideData = web('guides/guides.test.ts');
export const guideTexts = web('guides/guides.spec-rows.test.ts');
export const help = web('guides/help.page.test.tsx');
export const profilePage = web('profile/profile.page.test.tsx');
export const format = web('ui/format.test.ts');
export const uiRows = web('ui/ui.spec-rows.page.mocked.test.tsx');

export const accountsApi = server('accounts/accounts.api.test.ts');
export const userInfoApi = server('accounts/profile/user-info.api.test.ts');
export const editApi = server('accounts/profile/edit.api.test.ts');
export const telegramPage = web('telegram/telegram.page.test.tsx');
export const telegramApi = server('telegram/binding.api.test.ts');
export const filesApi = server('files/files.api.test.ts');
export const mailsApi = server('accounts/mailed-links/mails.api.test.ts');
export const checkinApi = server('checkin/checkin.api.test.ts');
export const couponsApi = server('coupons/coupons.api.test.ts');
export const noticesApi = server('notices/notices.api.test.ts');
export const subscriptionApi = server('subscription/subscription.api.test.ts');
export const rulesApi = server('rules/rules.api.test.ts');
export const billingDb = server('traffic/billing.db.test.ts');
export const billingRules = server('traffic/billing-rules.test.ts');
export const gateApi = server('gate/gate.api.test.ts');
export const matrix = server('gate/roles-matrix.api.test.ts');

export const envelope = inFile('packages/contract/src/envelope.test.ts');
export const callTable = inFile('packages/contract/src/calls.test.ts');
export const client = inFile('packages/contract/src/client.test.ts');
