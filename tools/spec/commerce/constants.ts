import { row, type SpecRow } from '../row.ts';
import {
  billing,
  cards,
  combosPage,
  confirmPage,
  contractNodes,
  couponsPage,
  errorsApi,
  errorsPage,
  latency,
  later,
  payingPage,
  shopRules,
  table,
  tradesPage,
  trafficApi,
  usersPage,
} from './files.ts';

/* Section 9: numbers. */

export const constantRows: readonly SpecRow[] = [
  row(
    'c9.poll',
    'payment 3 s, redirect 5 s',
    payingPage(
      'the state of a trade is asked for every 3 s, and no more once the window is closed',
      'a trade that is paid says what it gave, and leads home after 5 s',
    ),
    { route: '/shop' },
  ),
  later.tickets('c9.tickets', 'refresh 30 s, feedback at most 30 characters', { route: '/feedback' }),
  row(
    'c9.toasts',
    'staff 2 s, clearing the log 3 s',
    errorsPage('clearing asks, takes what is shown and nothing newer, and says how many rows went'),
    {
      texts: [{ text: '成功清理了 ${…} 条错误记录', toastMs: 3000 }],
    },
  ),
  row('c9.pages', '5, 20, 50, 100, all', table('twenty rows a page, and the way to the next ones')),
  row(
    'c9.traffic',
    'bytes shown in G or T',
    cards('a product with traffic and days stands among both kinds, and neither card has the price of a unit'),
  ),
  later.push('c9.push', 'at least 20 G, fee 0.2, permanent traffic only', { call: '/api/push/create' }),
  row('c9.bonus', 'a bonus of 20 means 20 %: in GB, rounded; for days by quota', [
    ...cards('a traffic card says the traffic that never ends, its price with two decimals, and the price of one G'),
    ...cards('a time card says its days, the quota of a day, what all days give together, and the price of one day'),
    ...cards('the bonus of %j is told as %s'),
  ]),
  later.wallet('c9.withdrawal', 'at least 500 yuan, three decimals', { call: '/api/wallet/make_charge' }),
  row('c9.amounts', 'amounts of staff with two decimals', [
    ...combosPage('a product is listed with its price in two decimals, what it gives, and its permissions by name'),
    ...couponsPage('what a use gave is said with its unit'),
  ]),
  later.invite('c9.rate', 'the rate as a percent, on every top-up', { route: '/channel' }),
  row('c9.premium', 'above 20', shopRules('customers of the premium channel are offered what costs more than 20 yuan')),
  row(
    'c9.records',
    'the last 10 days',
    trafficApi('the records of ten days are shown, newest first, and nobody else sees them'),
  ),
  row('c9.latency', '150 and 200 ms', latency('latency changes its colour at 150 and 200 ms')),
  row(
    'c9.defaults.users',
    'request 100',
    usersPage('a hundred accounts at first, then filtered, sorted and turned by the server'),
  ),
  row(
    'c9.defaults.trades',
    'request 100',
    tradesPage('a hundred trades at first, each with state, way to pay and rebate in words'),
    { route: '/admin_tradeList' },
  ),
  row('c9.defaults.records', '100 uses of coupons', couponsPage('the newest uses are listed, as many as asked for')),
  later.records('c9.defaults.traffic', '2 days, type spend', { route: '/all_traffic_records' }),
  later.statistics('c9.defaults.statistics', '7 days', { route: '/admin_stastic' }),
  row('c9.defaults.errors', '7 days', [
    ...errorsApi('the days that are asked for decide, seven without a number'),
    ...errorsPage('each fault stands there once, with how often and where it happened'),
  ]),
  row('c9.nodes', 'types, protocols, default ports', [
    ...contractNodes('every protocol belongs to exactly one type of node'),
    ...contractNodes('the presets of node types are those of the specification'),
  ]),
  row('c9.random', 'codes of 6', couponsPage('a random code has six signs; a new coupon ends in seven days')),
  row(
    'c9.order-of-use',
    'time-limited traffic first',
    billing('membership pays first, up to the quota of the day, then permanent traffic'),
  ),
  row(
    'c9.modes',
    '微信 and 支付宝',
    confirmPage('the ways to pay are those that the server names, 支付宝, 微信 and USDT, and the chosen one is paid'),
    { route: '/shop' },
  ),
];
