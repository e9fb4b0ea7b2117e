import { row, type SpecRow } from '../row.ts';
import {
  chargesApi,
  comboRules,
  combosPage,
  confirmPage,
  contractNodes,
  couponsPage,
  nodeRules,
  nodesPage,
  ordersApi,
  payingApi,
  payingPage,
  payRules,
  prizeRules,
  pushApi,
  series,
  tradesPage,
  ticketsApi,
  ticketsPage,
  walletApi,
} from './files.ts';

/* Section 4: states and what follows what. */

export const stateRows: readonly SpecRow[] = [
  row('c4.order', 'topay, wallet_spend, paied, cancled; cancelling gives back', [
    ...payingApi('the wallet pays in part, leaves at least a yuan, and rebates are taken last'),
    ...ordersApi('a discount is rounded down to the fen; its use is taken by the order and released by cancelling'),
    ...ordersApi('a cancelled or paid order is cancelled no more, in silence'),
  ]),
  row(
    'c4.payment',
    'order, coupon, wallet, buy, then paid or one of four ways',
    [
      ...payRules('a trade with %j is paid by %j'),
      ...payingPage(
        '%s shows a code to scan, with the amount',
        'a page of the provider is gone to, and can be opened again',
        'on a phone the app is opened by a button',
      ),
      ...confirmPage('an order that the wallet pays whole has one button and no ways to pay'),
    ],
    { route: '/shop' },
  ),
  row(
    'c4.payment.poll',
    'the state of a trade every 3 s until paid or closed',
    payingPage('the state of a trade is asked for every 3 s, and no more once the window is closed'),
    { route: '/shop' },
  ),
  row('c4.ticket', 'open, responsed, close; derived for customers and admins', [
    ...ticketsApi('what each side writes shows the other that it was answered'),
    ...ticketsPage('tickets stand there as processing, answered and closed, with the way to the troubles page'),
    ...ticketsPage('an admin sees whose tickets they are, and which have a new message of the customer'),
  ]),
  row(
    'c4.ticket.refresh',
    'list and ticket every 30 s',
    ticketsPage('the list and the open ticket are read again every 30 s'),
  ),
  row(
    'c4.push',
    'created, received',
    pushApi('a transfer leaves its sender at once, and its receiver gets it without the fee'),
  ),
  row(
    'c4.wallet',
    'pending until paid, credited, increase or decrease',
    walletApi('what a wallet spends and gets back stands there with what was left'),
    { call: '/api/wallet/spend_list' },
  ),
  row(
    'c4.trade.staff',
    'unpaid, success, cancelled',
    tradesPage('a hundred trades at first, each with state, way to pay and rebate in words'),
    { route: '/admin_tradeList' },
  ),
  row(
    'c4.withdrawal',
    'request, then paid by settling',
    chargesApi('an admin settles a withdrawal once, with or without its transaction, and its owner is told'),
    { call: '/api/admin/charge/checkout_charge' },
  ),
  row('c4.node.status', 'normal or error', nodesPage('the list says how each node is')),
  row('c4.node.presets', 'a type fills in ports and script', [
    ...contractNodes('the presets of node types are those of the specification'),
    ...nodeRules('choosing a type fills in its ports and its install script'),
  ]),
  row('c4.line.node', 'an h2 node forces h2 and no bridge, others set report', [
    ...contractNodes(
      'choosing an h2 node makes the line h2 without a bridge, any other node sets the bridge to an entry',
    ),
    ...nodesPage('a line of an h2 node is h2 and direct, and cannot be anything else'),
  ]),
  row(
    'c4.line.entry',
    'its entry, 未知入口 or 直连',
    nodeRules('a line shows its entry, an unknown entry, or that it is direct'),
    { texts: [{ text: '未知入口' }, { text: '直连', of: 'nodes/texts' }] },
  ),
  row('c4.coupon-record', 'used or recovered', couponsPage('the newest uses are listed, as many as asked for')),
  row('c4.editor.copy', 'a copy has no id', [
    ...combosPage('a copy is a new product, and carries nothing of what was shown'),
    ...nodesPage('an entry is copied without its id'),
  ]),
  row(
    'c4.coupon.new',
    'limit 1, 7 days, the chosen type, 8 GB',
    couponsPage('a random code has six signs; a new coupon ends in seven days'),
  ),
  row('c4.coupon.taobao', 'one call and one code of six characters each', [
    ...couponsPage('Taobao coupons are made one call each, every one with a code of its own'),
    ...series(
      'a series makes as many as are wanted, each with a code of its own',
      'it waits as often as the server asks for it, says so, and goes on to the end',
      'it can be stopped, also while it waits, and continued from there',
    ),
  ]),
  row('c4.prize.new', 'defaults of a new prize', prizeRules('a new prize has the defaults of the specification'), {
    route: '/admin_prize',
  }),
  row(
    'c4.combo.new',
    '1 GiB, 1 day, 0.01 yuan, 150Mbps',
    comboRules('a new product has the defaults of the specification and stands behind the others'),
  ),
];
