import { row, type SpecRow } from '../row.ts';
import {
  channelsApi,
  chargesApi,
  combosPage,
  couponsApi,
  couponsPage,
  errorsApi,
  installApi,
  inviteApi,
  nodesApi,
  ordersApi,
  payingApi,
  paymentsApi,
  permissionsApi,
  prizesApi,
  pushApi,
  settingsApi,
  shopApi,
  trafficAdminApi,
  trafficApi,
  userEditApi,
  usersApi,
  usersPage,
  ticketsApi,
  statisticsApi,
  walletApi,
} from './files.ts';

/* Section 7: the calls. */

const call = (path: string, proofs: SpecRow['proofs']): SpecRow => row(`c7.${path}`, 'a call', proofs, { call: path });

const NODE = nodesApi('a node is saved, listed, changed and deleted, and nodes get every change');
const ENTRY = nodesApi('an entry is listed with every field, and gone once it is deleted');
const LINE = nodesApi('every line of a node gets the lowest free port offset and keeps it');
const PERMISSION = permissionsApi('an admin makes, renames and deletes permissions');
const COMBO = shopApi('an admin makes, changes and deletes a product');
const CHANNEL = channelsApi(
  'an account without a channel is shown what a new one would be, and becomes a channel by the first save',
);
const COUPON = couponsApi('staff make, change and delete coupons; counted fields are never written');
const SETTLED = chargesApi(
  'an admin settles a withdrawal once, with or without its transaction, and its owner is told',
);
const RESET = nodesApi('traffic counters and push counters are set to zero, one or all');

const ORDER_COUPON = ordersApi('each wrong coupon is told apart, and a second one waits for the first to go');
const ORDER = ordersApi(
  'a discount is rounded down to the fen; its use is taken by the order and released by cancelling',
);
const BOUGHT = payingApi('traffic is bought with the bonus, by a trade that the provider says is paid');
const TRADES = paymentsApi('trades are found by e-mail and by number, and lead to their order and its buyer');

const PRIZED = prizesApi('operations staff make, edit, list and delete prizes');
const PUSHED = pushApi('a transfer leaves its sender at once, and its receiver gets it without the fee');

const customers: readonly SpecRow[] = [
  call('/api/wallet/mywallet', walletApi('a customer without a wallet sees an empty one, and what a withdrawal needs')),
  call(
    '/api/wallet/charge_list',
    walletApi('a withdrawal takes all that can be withdrawn, with a copy of amount, rate and address, and tells staff'),
  ),
  call('/api/wallet/spend_list', walletApi('what a wallet spends and gets back stands there with what was left')),
  call(
    '/api/wallet/change_reward_adress',
    walletApi('an address is checked to its last letter, its owner is told, and withdrawals rest for 24 hours'),
  ),
  call(
    '/api/wallet/make_charge',
    walletApi('a withdrawal takes all that can be withdrawn, with a copy of amount, rate and address, and tells staff'),
  ),
  call('/api/shop/list', [
    ...shopApi('products come by orderID, older ones first among equals, to visitors and customers alike'),
    ...shopApi('customers of the premium channel see only products above 20 yuan'),
  ]),
  call(
    '/api/shop/create_order',
    ordersApi(
      'an untouched order of the same product is answered again, with its time anew; another one is another order',
    ),
  ),
  call('/api/coupon/orderUseCoupon', ORDER_COUPON),
  call('/api/coupon/orderCancleCoupon', ORDER_COUPON),
  call(
    '/api/shop/wallet_check',
    payingApi('the wallet pays in part, leaves at least a yuan, and rebates are taken last'),
  ),
  call(
    '/api/order/order_list',
    ordersApi('order_list gives the orders of its caller newest first, with every field of the specification'),
  ),
  call('/api/order/cancel_order', ORDER),
  call('/api/order/feedback', ordersApi('a problem is said in at most thirty characters')),
  call('/api/shop/dobuy', BOUGHT),
  call('/api/shop/trade_status', BOUGHT),
  call('/api/feedback/my_list', [
    ...ticketsApi('a ticket stands in the list of whoever opened it, and staff are told of it'),
    ...ticketsApi('an admin sees everybody’s, operations staff nobody else’s, and agency customers are refused'),
  ]),
  call(
    '/api/feedback/create',
    ticketsApi('a ticket stands in the list of whoever opened it, and staff are told of it'),
  ),
  call('/api/feedback/response', ticketsApi('what each side writes shows the other that it was answered')),
  call('/api/feedback/close', ticketsApi('a closed ticket takes no answer, from whatever tab it comes')),
  call('/api/feedback/refresh', ticketsApi('only whose ticket it is, and admins with both session parts')),
  call(
    '/api/channel/channel_info',
    inviteApi('an account without a channel gets one by its first look, the same however many look at once'),
  ),
  call(
    '/api/channel/reward_list',
    inviteApi('rebates are listed with what was bought and what the wallet had after each'),
  ),
  call(
    '/api/channel/invited_users',
    inviteApi('who came by the code is listed with a hidden address, newest first, part by part'),
  ),
  call('/api/agent/agent_list', nodesApi('customers see names, countries and latency, and no address')),
  call('/api/push/list', pushApi('the list says minimum, fee and what can be given away')),
  call('/api/push/create', PUSHED),
  call('/api/push/receive', PUSHED),
  call(
    '/api/traffic/my_traffic_records',
    trafficApi('the records of ten days are shown, newest first, and nobody else sees them'),
  ),
];

const staff: readonly SpecRow[] = [
  call(
    '/api/admin/config/get',
    settingsApi('every setting is shown with its default, and of secrets only whether they are set'),
  ),
  call(
    '/api/admin/config/set_config',
    settingsApi('what is saved is shown, counts a version on, and leaves the rest as it was'),
  ),
  call('/api/admin/permissions/list', PERMISSION),
  call('/api/admin/permissions/update', PERMISSION),
  call('/api/admin/permissions/delete', PERMISSION),
  call('/api/admin/agents/list', NODE),
  call('/api/admin/agents/update', NODE),
  call('/api/admin/agents/delete', NODE),
  call(
    '/api/admin/agents/upgrade_agentserver',
    installApi('one node or several are queued in their order; a busy one is refused'),
  ),
  call('/api/admin/agents/clear_updatetimes', RESET),
  row(
    'c7./country/country.json',
    'names and flags',
    nodesApi('the country file lists every country with its name and flag'),
    {
      call: '/country/country.json',
    },
  ),
  call('/api/admin/entrys/list', ENTRY),
  call('/api/admin/entrys/update', ENTRY),
  call('/api/admin/entrys/delete', ENTRY),
  call(
    '/api/admin/users/userlist',
    usersApi('the filter finds e-mail, id and channel code, and takes wildcards literally'),
  ),
  call('/api/admin/users/get_user_channel', CHANNEL),
  call('/api/admin/users/update_channel', [
    ...CHANNEL,
    ...channelsApi('who saves what somebody else changed meanwhile is told what that was'),
  ]),
  call('/api/admin/users/update_user', [
    ...userEditApi(
      'of the whole object only what an admin may change is saved',
      'money, traffic and membership change by the difference to what was shown, through the ledger',
      'who saves what somebody else changed meanwhile is told what that was, and changes nothing',
    ),
    ...usersPage('an account is edited with what was shown, and an amount asks for a reason'),
  ]),
  call(
    '/api/admin/users/change_password',
    userEditApi('another password ends all sessions, tells the owner and needs a step-up'),
  ),
  call('/api/admin/users/user', userEditApi('one account is shown without its keys, and an unknown one is not')),
  call('/api/admin/users/basic_stastic', [
    ...statisticsApi('a day counts what happened on it, and money of wallets is not counted again'),
    ...statisticsApi('what is left and the members are those of all accounts'),
  ]),
  call('/api/admin/trades/tradelist', TRADES),
  call('/api/admin/trades/get_order_for_trade', TRADES),
  call('/api/admin/charge/charge_list', SETTLED),
  call('/api/admin/charge/checkout_charge', SETTLED),
  call('/api/admin/charge/wallet', SETTLED),
  call(
    '/api/admin/charge/message',
    chargesApi('a message is left whatever has become of a withdrawal, and its owner is told of a new one'),
  ),
  call('/api/admin/combo/update_combo', [
    ...COMBO,
    ...shopApi('whoever saves a product that somebody else has changed since is told what, and changes nothing'),
    ...combosPage('whoever was overtaken is told what changed, and saves both changes after looking at them'),
  ]),
  call('/api/admin/combo/delete_combo', [...COMBO, ...shopApi('a product that is gone or never was is not found')]),
  call('/api/admin/agent_line/list', LINE),
  call('/api/admin/agent_line/update', LINE),
  call('/api/admin/agent_line/delete_agent', LINE),
  call('/api/admin/agent_line/reset_hot', RESET),
  call(
    '/api/admin/traffic_spend/traffic_records',
    trafficAdminApi('records of all accounts are found by type, days and account, newest day and largest first'),
  ),
  call('/api/admin/errors/list', errorsApi('the days that are asked for decide, seven without a number')),
  call(
    '/api/admin/errors/clear',
    errorsApi('clearing takes what happened up to an instant and says how much that was'),
  ),
  call('/api/yunying/coupon/coupon_record_list', couponsApi('%s is for staff only, with both parts of their session')),
  call('/api/yunying/coupon/coupon_list', COUPON),
  call('/api/yunying/coupon/update_coupon', COUPON),
  call('/api/yunying/coupon/delete_coupon', [
    ...COUPON,
    ...couponsPage('删除所选 deletes all listed, after the warning of the specification'),
  ]),
  call('/api/yunying/prize/list', PRIZED),
  call('/api/yunying/prize/update', PRIZED),
  call('/api/yunying/prize/delete', PRIZED),
  row('c7.debug', 'the debug link', usersPage('the debug link carries the key of the day and a name')),
];

export const callRows: readonly SpecRow[] = [...customers, ...staff];
