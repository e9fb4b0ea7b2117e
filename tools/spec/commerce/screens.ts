import { row, texts, type SpecRow } from '../row.ts';
import { couponScreenRows } from './coupon-screens.ts';
import {
  cards,
  channelPage,
  chargesPage,
  combosPage,
  confirmPage,
  couponRows,
  couponsPage,
  errorsPage,
  installPage,
  listJourneys,
  nodeListPage,
  nodesPage,
  orderJourneys,
  ordersPage,
  payingPage,
  permissionsPage,
  recordsPage,
  removals,
  pushPage,
  samplePages,
  settingsPage,
  shellRows,
  shopApi,
  shopJourneys,
  shopPage,
  shopRules,
  staffJourneys,
  table,
  tradesPage,
  userJourneys,
  usersPage,
  ticketsPage,
  statisticsPage,
  walletPage,
} from './files.ts';

/* Section 2: what stands on each screen. */

const SHOP = { route: '/shop' };
const BOUGHT = 'traffic is bought with a coupon and a part of the wallet (%s)';
const ORDER = { route: '/order' };
const WALLET = { route: '/wallet' };
const CHANNEL = { route: '/channel' };
const PUSH = { route: '/push' };
const FEEDBACK = { route: '/feedback' };
const CHARGE = { route: '/admin_charge' };
const TRADES = { route: '/admin_tradeList' };
const STATISTICS = { route: '/admin_stastic' };

const customers: readonly SpecRow[] = [
  row(
    'c2.shop.cards',
    'traffic above 0 makes a traffic card, days above 0 a time card',
    cards('a product with traffic and days stands among both kinds, and neither card has the price of a unit'),
  ),
  row('c2.shop.premium', 'customers of a channel code see only products above 20', [
    ...shopApi('customers of the premium channel see only products above 20 yuan'),
    ...shopRules('customers of the premium channel are offered what costs more than 20 yuan'),
  ]),
  row(
    'c2.shop.page',
    'cards of products, with the order that is confirmed in a window',
    [
      ...shopPage(
        'products stand among traffic and time, each with its price and what one gets',
        'buying makes an order for the product, and opens it in a window',
      ),
      ...shopJourneys(BOUGHT),
    ],
    SHOP,
  ),
  row(
    'c2.shop.modes',
    'tabs alipay, wxpay, usdt',
    confirmPage(
      'the ways to pay are those that the server names, 支付宝, 微信 and USDT, and the chosen one is paid',
      'where no way to pay is open it is said who can be asked, with the number of the order',
    ),
    SHOP,
  ),
  row(
    'c2.shop.coupon',
    'a coupon entry',
    [
      ...confirmPage(
        'a coupon is put on the order, its code trimmed, and the sum changes in place; then it is taken off',
      ),
      ...shopJourneys(BOUGHT),
    ],
    SHOP,
  ),
  row(
    'c2.shop.qr',
    'windows with a QR code for alipay, wechat and USDT, and one that opens an app',
    payingPage(
      '%s shows a code to scan, with the amount',
      'an address of USDT is shown with the exact amount, and with what makes a transfer go astray',
      'on a phone the app is opened by a button',
    ),
    SHOP,
  ),
  row('c2.shop.to-orders', 'leads to /order', shopPage('the shop leads customers to their orders'), SHOP),
  row(
    'c2.shop.agency',
    'agency customers are sent home',
    shellRows("whoever types an address that an agency's customers do not have is sent home"),
    SHOP,
  ),
  row(
    'c2.shop.paid',
    'after a payment back to / in 5 s',
    payingPage('a trade that is paid says what it gave, and leads home after 5 s'),
    SHOP,
  ),
  row(
    'c2.order.list',
    'all, unpaid or paid; details, feedback, cancel',
    [
      ...ordersPage(
        'orders are listed newest first with state, price and gift, and filtered by unpaid and paid',
        'everything that a paid order has stands in its window',
        'an order is cancelled after a question; what is paid or cancelled cannot be',
      ),
      ...orderJourneys('an order is cancelled after a question, and says so'),
    ],
    ORDER,
  ),
  row(
    'c2.order.toast',
    'a toast of success by {product}_pay',
    [
      ...ordersPage(
        'whoever comes back from a provider is told of success once the newest trade is paid, and never before',
        '%s makes no toast',
      ),
    ],
    ORDER,
  ),
  row(
    'c2.orderinfo',
    'a page of sample data',
    samplePages('the page of an order shows sample data, says so, and asks the server nothing'),
    { route: '/orderinfo' },
  ),
  row(
    'c2.checkout',
    'a page of sample data',
    samplePages('the page of a payment reckons with sample data, says so, and asks the server nothing'),
    { route: '/checkout' },
  ),
  row(
    'c2.feedback',
    'tickets, one with its replies, a window for a new one; leads to /windows_errors',
    ticketsPage(
      'tickets stand there as processing, answered and closed, with the way to the troubles page',
      'a reply is sent, without a text it is not, and a ticket that was closed meanwhile says so and keeps the text',
      'a ticket without a title or description is not sent, and one that is refused says why',
    ),
    FEEDBACK,
  ),
  row(
    'c2.channel',
    'invite link, rate, invited count, rebates',
    channelPage(
      'the link is shown with the rate as a percent, and can be copied and scanned',
      'who was invited and what was earned stand there, page by page',
    ),
    CHANNEL,
  ),
  row(
    'c2.agents',
    'notes on types; flag, name, description and latency of each node',
    nodeListPage(
      'nodes stand there with flag, description and latency; a colour is said in words, too',
      'the kinds of nodes are explained',
    ),
    { route: '/agents' },
  ),
  row(
    'c2.wallet',
    'balance, withdrawal, account and address, ledger',
    [
      ...walletPage('the balance stands there with three decimals, and why a part of it cannot be withdrawn'),
      ...walletPage(
        'withdrawals are pending, settled or returned; what was spent and came back has its sign and what was left',
      ),
      ...walletPage('an address is checked for its network before it is sent'),
    ],
    WALLET,
  ),
  row(
    'c2.push',
    'create and receive in windows',
    pushPage(
      'what a transfer costs and what comes is said before it is made; its code is shown to be copied',
      'a code is received, and what came is told',
    ),
    PUSH,
  ),
  row(
    'c2.traffic-records',
    'ten days, by type',
    recordsPage('ten days of records are listed with their sums, and narrowed to a type'),
    { route: '/traffic_records' },
  ),
  row(
    'c2.pager',
    '5, 20, 50, 100 and all, 20 at first',
    table('a page of %s has %i rows', 'twenty rows a page, and the way to the next ones'),
  ),
  row('c2.empty', 'an empty list says so', table('an empty list, a list under way and a list that failed say so'), {
    texts: [{ text: '暂无记录', of: 'data-table/' }],
  }),
];

const staff: readonly SpecRow[] = [
  row(
    'c2.config',
    'settings with Save and Restore',
    settingsPage(
      'what was changed is shown before it is saved, and only that is sent',
      'restoring reads what is saved again, after a question when something would be lost',
    ),
    { route: '/admin_config' },
  ),
  row(
    'c2.permissions',
    'a list with add, edit and delete in a window',
    permissionsPage(
      'a permission is made, and shown with how often it was bought',
      'a change keeps the id; a refusal is told with its reason',
      'deleting asks, names the permission, and tells how it went',
    ),
    { route: '/admin_permissions' },
  ),
  row(
    'c2.nodes',
    'add, edit, delete, copy, upgrade, reset of update counts',
    [
      ...nodesPage(
        'a node is made with the ports of its type, and the list is read again',
        'a node is copied without its id, and names the node that it was copied from',
      ),
      ...removals('a node is deleted after a question, and a refusal says why'),
      ...removals('the update counts of all nodes are reset after a question, and a refusal says why'),
      ...installPage('an upgrade asks first, is watched while it runs, and says how it ended'),
      ...staffJourneys('the form of a node says at each field what is wrong there, also what only the server knows'),
    ],
    { route: '/admin_agents' },
  ),
  row(
    'c2.entries',
    'add, edit, delete, copy',
    [
      ...nodesPage('an entry is copied without its id'),
      ...removals('an entry is deleted after a question, and a refusal says why'),
    ],
    { route: '/admin_entrys' },
  ),
  row(
    'c2.lines',
    'filter by node; add, edit, delete, copy, copy log, reset',
    [
      ...nodesPage('lines are shown by node, with the name of their entry', "the log of a line's last test is copied"),
      ...removals('a line is deleted after a question, and a refusal says why'),
      ...removals('the traffic of all lines is reset after a question, and a refusal says why'),
    ],
    { route: '/admin_agentLines' },
  ),
  row(
    'c2.users',
    'a filter',
    usersPage('a hundred accounts at first, then filtered, sorted and turned by the server'),
    { route: '/admin_userlist' },
  ),
  row('c2.users.debug', 'the debug link', usersPage('the debug link carries the key of the day and a name')),
  row(
    'c2.users.edit',
    'an account is edited',
    userJourneys('traffic is given with a reason, after the password, and stands in the list'),
  ),
  row(
    'c2.users.channel',
    'a channel is edited',
    userJourneys('the account becomes a channel with a code made by the page'),
  ),
  row(
    'c2.users.password',
    'a password is changed',
    usersPage('another password leaves the browser hashed, and only when it was typed twice'),
  ),
  row(
    'c2.trades',
    'a filter, and an order in a window',
    [
      ...tradesPage(
        'trades are searched by the server for what is typed or stands in the address, as many as asked for',
        'a trade leads to its order, and that to its customer',
      ),
      ...orderJourneys('money that came in another way pays an open order, and goes to the wallet for any other'),
    ],
    TRADES,
  ),
  row(
    'c2.charge',
    'settle, wallet, message',
    [
      ...chargesPage('only open withdrawals are settled, returned or looked into; a message is left on all'),
      ...chargesPage('the wallet of an account opens by its address, and other money of it is made withdrawable'),
    ],
    CHARGE,
  ),
  row(
    'c2.combos',
    'a list with add, edit, delete',
    [
      ...combosPage(
        'a product is listed with its price in two decimals, what it gives, and its permissions by name',
        'an edited product is saved with what was shown; a refusal is told with its reason',
        'deleting asks, names the product and what becomes of orders, and tells how it went',
      ),
      ...listJourneys('a product is made, seen as customers see it, refused, edited, copied and deleted'),
    ],
    { route: '/admin_combos' },
  ),
  row(
    'c2.statistics',
    'remaining traffic, active members, three tables',
    statisticsPage('what is left, the members, and three tables with the figures of each day'),
    STATISTICS,
  ),
  row(
    'c2.all-traffic',
    'by type and days',
    recordsPage('admins see everybody’s records by type, days and account, with what they come to'),
    { route: '/all_traffic_records' },
  ),
  row(
    'c2.errors',
    'a log with a button that clears it',
    [
      ...errorsPage(
        'each fault stands there once, with how often and where it happened',
        'clearing asks, takes what is shown and nothing newer, and says how many rows went',
      ),
      ...listJourneys('faults stand there once with their newest stack, and are cleared after a question'),
    ],
    { route: '/admin_error' },
  ),
  row(
    'c2.records.coupons',
    'the newest uses, as many as asked for; e-mail or 无, code, effect, time, status',
    [
      ...couponsPage('the newest uses are listed, as many as asked for'),
      ...couponRows('a use is listed with e-mail, code, effect, time and state'),
    ],
    { route: '/coupon_records', ...texts('最近使用的数量', '已恢复', '已使用') },
  ),
  row(
    'c2.records.effects',
    'what a use gave, an unknown type as it is',
    couponsPage('what a use gave is said with its unit'),
  ),
];

export const screenRows: readonly SpecRow[] = [...customers, ...staff, ...couponScreenRows];
