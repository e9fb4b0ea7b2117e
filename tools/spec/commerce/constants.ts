import { row, type SpecRow } from '../row.ts';
import {
  agencyApi,
  billedRecords,
  billing,
  cards,
  channelPage,
  checkinApi,
  combosPage,
  confirmPage,
  contractNodes,
  couponsApi,
  couponsPage,
  errorsApi,
  errorsPage,
  inviteApi,
  latency,
  ordersPage,
  payingApi,
  payingPage,
  pushApi,
  recordRules,
  shopRules,
  statisticsPage,
  table,
  ticketsPage,
  tradesPage,
  trafficAdminApi,
  trafficApi,
  usersPage,
  walletApi,
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
  row(
    'c9.tickets',
    'refresh 30 s, feedback at most 30 characters',
    [
      ...ticketsPage('the list and the open ticket are read again every 30 s'),
      ...ordersPage('a problem is told in at most thirty characters; a refusal says 未知错误'),
    ],
    { route: '/feedback' },
  ),
  row(
    'c9.toasts',
    'staff 2 s, clearing the log 3 s',
    errorsPage('clearing asks, takes what is shown and nothing newer, and says how many rows went'),
    {
      texts: [{ text: '成功清理了 ${…} 条错误记录', toastMs: 3000 }],
    },
  ),
  row('c9.pages', '5, 20, 50, 100, all', table('a page of %s has %i rows')),
  row(
    'c9.traffic',
    'bytes shown in G or T',
    cards('a product with traffic and days stands among both kinds, and neither card has the price of a unit'),
  ),
  row(
    'c9.push',
    'at least 20 G, fee 0.2, permanent traffic only',
    pushApi(
      'the list says minimum, fee and what can be given away',
      'trial traffic, and what was used and is not charged yet, cannot be given away',
    ),
  ),
  row('c9.bonus', 'a bonus of 20 means 20 %: in GB, rounded; for days by quota', [
    ...cards('a traffic card says the traffic that never ends, its price with two decimals, and the price of one G'),
    ...cards('a time card says its days, the quota of a day, what all days give together, and the price of one day'),
    ...cards('the bonus of %j is told as %s'),
  ]),
  row(
    'c9.withdrawal',
    'at least 500 yuan, three decimals',
    [
      ...walletApi('nothing is withdrawn below what the settings say is the least'),
      ...walletApi(
        'a withdrawal takes all that can be withdrawn, with a copy of amount, rate and address, and tells staff',
      ),
    ],
    { call: '/api/wallet/make_charge' },
  ),
  row('c9.amounts', 'amounts of staff with two decimals', [
    ...combosPage('a product is listed with its price in two decimals, what it gives, and its permissions by name'),
    ...couponsPage('what a use gave is said with its unit'),
  ]),
  row(
    'c9.rate',
    'the rate as a percent, on every top-up',
    [
      ...channelPage('the link is shown with the rate as a percent, and can be copied and scanned'),
      ...inviteApi('rebates are listed with what was bought and what the wallet had after each'),
    ],
    { route: '/channel' },
  ),
  row('c9.premium', 'above 20', shopRules('customers of the premium channel are offered what costs more than 20 yuan')),
  row(
    'c9.records',
    'the last 10 days',
    trafficApi('the records of ten days are shown, newest first, and nobody else sees them'),
  ),
  row(
    'c9.records.sources',
    'records come from the movements themselves: nine types, those of draws stand with the draws',
    [
      ...billedRecords(
        'use is billed by line and taken from permanent traffic, with one record a day',
        'membership, public lines and an agency customer each leave their own record',
      ),
      ...payingApi('traffic is bought with the bonus, by a trade that the provider says is paid'),
      ...couponsApi(
        'a traffic coupon adds permanent traffic, a record and a ledger posting',
        'a limited trial is taken back when its hours are over',
      ),
      ...checkinApi('a paid account checks in once a day and gets the reward'),
      ...pushApi('a transfer leaves its sender at once, and its receiver gets it without the fee'),
      ...agencyApi('traffic is given from the agency’s own, written down on both sides, and told'),
      ...trafficAdminApi('the ten days of the customer, the list of admins and its sums agree to the byte'),
    ],
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
  row(
    'c9.defaults.statistics',
    '7 days',
    statisticsPage('what is left, the members, and three tables with the figures of each day'),
    { route: '/admin_stastic' },
  ),
  row('c9.defaults.traffic', '2 days, type spend', recordRules('the list of everybody begins with two days of use'), {
    route: '/all_traffic_records',
  }),
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
