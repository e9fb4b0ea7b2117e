import {
  accountRows,
  accounts,
  billingDb,
  billingRules,
  checkinApi,
  dashboard,
  dashboardRows,
  deviceRows,
  failures,
  format,
  guideTexts,
  links,
  noticeRows,
  recover,
  subscriptionRules,
  uiRows,
  filesApi,
  profilePage,
} from './files.ts';
import { row, texts, type SpecRow } from './row.ts';

/* Section 9: numbers. */

const COOKIE = deviceRows('the cookie $name stays $days days, for path /, SameSite Lax');
const VERSIONS = guideTexts('versions are those of the specification, and guides show them');

export const constantRows: readonly SpecRow[] = [
  row('9.password', 'at least 8', accountRows('a sign-up with %j, %j, %j says %s and is not sent')),
  row('9.countdown', '3 s after sign-up and confirmation', [
    ...accounts('signing up carries the channel, remembers the day and counts three seconds down'),
    ...recover('of a sign-up confirms it once, offers to go on and goes home after three seconds'),
  ]),
  row('9.cookie.lastRegister', '50 days', COOKIE),
  row('9.redirect', '2 s after expiry or prompt', [
    ...failures(
      'an expired session waits two seconds, says so once, goes to the log-in page and forgets the dead token',
    ),
    ...dashboardRows('a visitor who checks in is led to the log-in page after two seconds'),
  ]),
  row('9.register-delay', '100 ms', accountRows('a newcomer stays at log-in for 100 ms before sign-up opens')),
  row('9.cookie.defaults', 'path /, Lax, one day', COOKIE),
  row('9.cookie.channel', '30 days, or 99999 for the default', COOKIE),
  row('9.cookie.token', '99999 days', COOKIE),
  row(
    '9.toasts',
    '5000 ms, top right, light, several at once',
    uiRows('toasts stand at the top right, light, several at once, for five seconds unless said otherwise'),
  ),
  row(
    '9.quota.default',
    '50 GB',
    subscriptionRules('the share of the quota stops at 100 percent, and the quota is 50 G when none is named'),
  ),
  row('9.reward.default', '200 MB and 30 days', [
    ...dashboardRows('a visitor is promised 200 MB a day and a streak of 30 days'),
    ...checkinApi('the rewards are told to every account'),
  ]),
  row('9.order', 'time-limited traffic first', [
    ...billingRules('membership pays first, up to the quota of the day, then permanent traffic'),
    ...billingDb('use is billed by line and taken from permanent traffic, with one record a day'),
  ]),
  row('9.gb', 'GB with two decimals of 1024³ bytes', format('traffic is shown in GB of 1024³ bytes with two decimals')),
  row('9.days', 'rounded', format('days that are left are rounded, and never below zero')),
  row(
    '9.notice',
    'one day',
    noticeRows('a notice that was closed stays away for its days, and a new text shows again'),
  ),
  row(
    '9.permissions',
    'three before the list folds',
    profilePage('of the first three are shown, then all, then three again'),
  ),
  row('9.avatar', 'at most 4 MB', [
    ...profilePage('of exactly 4 MB is sent'),
    ...filesApi('one byte more than 4 MB, and 4 MB are taken'),
  ]),
  row(
    '9.qx',
    '172800 s and 2592000 s',
    links('QuantumultX adds servers and filters with their tags and intervals, and no rewrites'),
  ),
  row(
    '9.qr',
    '200 × 200, about one second',
    uiRows('the QR code is drawn on a canvas of 200 by 200, and the window can be closed'),
  ),
  row('9.update', '1440 minutes', VERSIONS),
  row('9.versions.flclash', '0.8.59', VERSIONS, texts('0.8.59')),
  row('9.versions.clash', '0.20.39, 2.1.5, 1.40.0', VERSIONS, texts('0.20.39', '2.1.5', '1.40.0')),
  row('9.versions.v2rayng', '1.6.20', VERSIONS, texts('1.6.20')),
  row('9.versions.clash-meta', '2.10.4', VERSIONS, texts('2.10.4')),
  row('9.versions.v2rayn', '7.0.0 or newer', VERSIONS, texts('7.0.0')),
  row('9.dates', 'YYYY-MM-DD HH:mm:ss, or the day alone', format('dates are shown with their time, or the day alone')),
  row('9.describe-host', 'a fallback where no account says another', [
    ...links('the base is the first that says something, with a scheme and without a slash at its end'),
    ...dashboard('links are made with the base of the account, else of the host'),
  ]),
  row(
    '9.database',
    'couponRecords and loginRecords of myDatabase',
    deviceRows('the database of the browser has the two tables of the specification'),
  ),
];
