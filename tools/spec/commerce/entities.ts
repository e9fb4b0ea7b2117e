import { row, type SpecRow } from '../row.ts';
import {
  channelsApi,
  combosPage,
  couponsApi,
  couponsPage,
  errorsApi,
  later,
  nodesApi,
  permissionsApi,
  settingsApi,
  settingsPage,
  shopApi,
  trafficAdminApi,
  ordersApi,
  payingApi,
  paymentsApi,
  trafficApi,
  usersApi,
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
    ordersApi('a discount is rounded down to the fen, held by the order, and given back by cancelling'),
  ),
  row(
    'c3.trade',
    'fields of a trade',
    payingApi('traffic is bought with the bonus, by a trade that the provider says is paid'),
  ),
  later.wallet('c3.wallet', 'fields of a wallet', { call: '/api/wallet/mywallet' }),
  later.wallet('c3.charge', 'fields of a withdrawal', { call: '/api/wallet/charge_list' }),
  later.invite('c3.reward', 'fields of a rebate', { call: '/api/channel/reward_list' }),
  later.wallet('c3.spend', 'fields of what the wallet spent', { call: '/api/wallet/spend_list' }),
  later.invite('c3.channel', 'code and rate', { call: '/api/channel/channel_info' }),
  later.invite('c3.invited', 'createTime', { call: '/api/channel/invited_users' }),
  later.tickets('c3.ticket', 'fields of a ticket and of its comments', { call: '/api/feedback/my_list' }),
  later.push('c3.push', 'fields of a transfer, and what stands beside them', { call: '/api/push/list' }),
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
  row('c3.entry', 'fields of an entry', nodesApi('a line through an entry needs an entry and a port to dial on it')),
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
  later.wallet('c3.charge.staff', 'fields of a withdrawal for staff', { call: '/api/admin/charge/charge_list' }),
  later.statistics('c3.statistics', 'fields of a day', { call: '/api/admin/users/basic_stastic' }),
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
  later.prizes('c3.prize', 'fields of a prize', { call: '/api/yunying/prize/list' }),
];
