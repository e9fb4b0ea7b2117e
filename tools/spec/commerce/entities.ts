import { row, type SpecRow } from '../row.ts';
import {
  channelsApi,
  chargesApi,
  combosPage,
  couponsApi,
  couponsPage,
  errorsApi,
  inviteApi,
  nodesApi,
  ordersApi,
  payingApi,
  paymentsApi,
  permissionsApi,
  prizesApi,
  pushApi,
  settingsApi,
  settingsPage,
  shopApi,
  trafficAdminApi,
  trafficApi,
  usersApi,
  ticketsApi,
  statisticsApi,
  walletApi,
} from './files.ts';

/* Section 3: entities and their fields. */

const STAFF_TRADE = paymentsApi('trades are found by e-mail and by number, and lead to their order and its buyer');

export const entityRows: readonly SpecRow[] = [
  row('c3.combo', 'fields of a product', shopApi('an admin makes, changes and deletes a product')),
  row(
    'c3.combo.gigabytes',
    'traffic is entered in GB',
    combosPage('a new product begins with the defaults of the specification; its traffic is typed in G'),
  ),
  row(
    'c3.order',
    'fields of an order',
    ordersApi('order_list gives the orders of its caller newest first, with every field of the specification'),
  ),
  row(
    'c3.trade',
    'fields of a trade',
    payingApi('traffic is bought with the bonus, by a trade that the provider says is paid'),
  ),
  row(
    'c3.wallet',
    'fields of a wallet',
    walletApi('a customer without a wallet sees an empty one, and what a withdrawal needs'),
    { call: '/api/wallet/mywallet' },
  ),
  row(
    'c3.charge',
    'fields of a withdrawal',
    walletApi('a withdrawal takes all that can be withdrawn, with a copy of amount, rate and address, and tells staff'),
    { call: '/api/wallet/charge_list' },
  ),
  row(
    'c3.reward',
    'fields of a rebate',
    inviteApi('rebates are listed with what was bought and what the wallet had after each'),
    { call: '/api/channel/reward_list' },
  ),
  row(
    'c3.spend',
    'fields of what the wallet spent',
    walletApi('what a wallet spends and gets back stands there with what was left'),
    { call: '/api/wallet/spend_list' },
  ),
  row('c3.ticket', 'fields of a ticket and of its comments', [
    ...ticketsApi('a ticket stands in the list of whoever opened it, and staff are told of it'),
    ...ticketsApi('what each side writes shows the other that it was answered'),
  ]),
  row(
    'c3.channel',
    'code and rate',
    inviteApi('an account without a channel gets one by its first look, the same however many look at once'),
    { call: '/api/channel/channel_info' },
  ),
  row(
    'c3.invited',
    'createTime',
    inviteApi('who came by the code is listed with a hidden address, newest first, part by part'),
    { call: '/api/channel/invited_users' },
  ),
  row(
    'c3.push',
    'fields of a transfer, and what stands beside them',
    pushApi(
      'a transfer leaves its sender at once, and its receiver gets it without the fee',
      'the list says minimum, fee and what can be given away',
    ),
  ),
  row(
    'c3.traffic-record',
    'fields of a traffic record',
    trafficApi('the records of ten days are shown, newest first, and nobody else sees them'),
  ),
  row(
    'c3.traffic-record.staff',
    'with uid and e-mail for staff',
    trafficAdminApi('records of all accounts are found by type, days and account, newest day and largest first'),
  ),
  row(
    'c3.node.customer',
    'name, desc, flag, speed',
    nodesApi('customers see names, countries and latency, and no address'),
  ),
  row('c3.settings', 'every setting of the list', [
    ...settingsPage('every setting stands in its section with its label, and says what it may be'),
    ...settingsApi('every setting is shown with its default, and of secrets only whether they are set'),
  ]),
  row('c3.permission', '_id, name, desc, useTimes', permissionsApi('an admin makes, renames and deletes permissions')),
  row(
    'c3.node',
    'fields of a node',
    nodesApi('a node is saved, listed, changed and deleted, and nodes get every change'),
  ),
  row('c3.entry', 'fields of an entry', nodesApi('an entry is listed with every field, and gone once it is deleted')),
  row('c3.line', 'fields of a line', nodesApi('every line of a node gets the lowest free port offset and keeps it')),
  row(
    'c3.user',
    'fields of an account',
    usersApi('an account is shown with its wallet and traffic, and without any of its keys'),
  ),
  row(
    'c3.channel.staff',
    'fields of a channel',
    channelsApi(
      'an account without a channel is shown what a new one would be, and becomes a channel by the first save',
    ),
  ),
  row('c3.trade.staff', 'fields of a trade for staff', STAFF_TRADE),
  row('c3.order.staff', 'fields of an order for staff', STAFF_TRADE),
  row(
    'c3.charge.staff',
    'fields of a withdrawal for staff',
    chargesApi('an admin settles a withdrawal once, with or without its transaction, and its owner is told'),
    { call: '/api/admin/charge/charge_list' },
  ),
  row(
    'c3.statistics',
    'fields of a day',
    statisticsApi('a day counts what happened on it, and money of wallets is not counted again'),
  ),
  row(
    'c3.error',
    'createTime, name, msg, stack',
    errorsApi('a fault that happens again is one row with its count, its first and newest time and its newest stack'),
  ),
  row(
    'c3.coupon',
    'fields of a coupon',
    couponsApi('staff make, change and delete coupons; counted fields are never written'),
  ),
  row('c3.coupon-record', 'fields of a use', couponsPage('what a use gave is said with its unit')),
  row('c3.prize', 'fields of a prize', prizesApi('operations staff make, edit, list and delete prizes')),
];
