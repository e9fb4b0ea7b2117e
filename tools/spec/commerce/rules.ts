import { row, texts, type SpecRow } from '../row.ts';
import {
  channelsApi,
  chargesPage,
  combosPage,
  confirmPage,
  couponRows,
  couponsApi,
  couponsPage,
  errorsPage,
  installPage,
  nodeRules,
  nodesPage,
  ordersApi,
  ordersPage,
  payingApi,
  prizesApi,
  prizesPage,
  pushPage,
  removals,
  settingsApi,
  shopApi,
  usersPage,
  ticketsPage,
  walletApi,
  walletPage,
} from './files.ts';

/* Section 5: what is refused, in which words. */

const customers: readonly SpecRow[] = [
  row(
    'c5.coupon.empty',
    'an empty code, trimmed',
    confirmPage('an empty code is not sent, and blanks are none'),
    texts('优惠券不能为空'),
  ),
  row(
    'c5.coupon.discount-only',
    'discount coupons only',
    ordersApi('each wrong coupon is told apart, and a second one waits for the first to go'),
  ),
  row(
    'c5.ticket.title',
    'no title',
    ticketsPage('a ticket without a title or description is not sent, and one that is refused says why'),
    texts('标题不能为空'),
  ),
  row(
    'c5.ticket.description',
    'no description',
    ticketsPage('a ticket without a title or description is not sent, and one that is refused says why'),
    texts('描述不能为空'),
  ),
  row(
    'c5.ticket.image',
    'jpg, png, webp below 4 MB',
    ticketsPage('an image of another kind or above 4 MB is not sent'),
  ),
  row(
    'c5.order.feedback',
    'at most 30 characters',
    ordersPage('a problem is told in at most thirty characters; a refusal says 未知错误'),
    texts('简单描述，不要超过30字，管理员尽快处理'),
  ),
  row(
    'c5.push.least',
    'at least what the server says',
    pushPage('less than the minimum is not sent, and more than there is says so'),
    texts('最低转赠${…}G'),
  ),
  row(
    'c5.withdrawal.address',
    'an address first',
    walletPage('without an address, or with too little, nobody is asked'),
    texts('请先填写并确认您的收款地址'),
  ),
  row(
    'c5.withdrawal.least',
    'the least balance, and a question',
    [
      ...walletApi('nothing is withdrawn below what the settings say is the least'),
      ...walletPage('a withdrawal is asked for after a question that shows amount, rate, network and address'),
    ],
    { call: '/api/wallet/make_charge' },
  ),
  row(
    'c5.withdrawal.types',
    'USDT-ERC20 and USDT-TRC20',
    walletApi('an address is checked to its last letter, its owner is told, and withdrawals rest for 24 hours'),
    { call: '/api/wallet/change_reward_adress' },
  ),
  row(
    'c5.wallet.deduction',
    'at least 1 yuan stays payable',
    payingApi('the wallet pays in part, leaves at least a yuan, and rebates are taken last'),
  ),
];

const staff: readonly SpecRow[] = [
  row(
    'c5.line.fixed-name',
    'a fixed name with several copies',
    nodeRules('a fixed name with several copies is refused with the sentence of the specification'),
  ),
  row(
    'c5.settings.rate',
    'channelRewardRate 0.05 to 0.5',
    settingsApi('%s cannot be %j: %s, and nothing is saved with it'),
  ),
  row('c5.channel.rate', 'rewardRate 0 to 0.5', channelsApi('%j is an invalid payload')),
  row(
    'c5.node.v2ray-only',
    'warp and open_log only for v2ray',
    nodeRules('what only v2ray nodes have is switched off with the type, so that nothing hidden stops the save'),
  ),
  row(
    'c5.line.entry',
    'the entry only for report',
    nodesPage('without an entry the form of a line says so, and a click makes it a direct one'),
  ),
  row(
    'c5.user.limit',
    'the daily limit only with its switch',
    usersPage('an account is edited with what was shown, and an amount asks for a reason'),
  ),
  row(
    'c5.coupon.bounds',
    'discount 0.1 to 1, limit of a person from 0',
    couponsApi('a hostile form is an invalid payload: %j'),
  ),
  row(
    'c5.prize.bounds',
    'discount 0 to 1, at least 1 day, image below 4 MB',
    [
      ...prizesApi('a prize that cannot be is an invalid payload: %j'),
      ...prizesPage('an image that is too large is not sent'),
    ],
    { route: '/admin_prize' },
  ),
  row('c5.confirmed', 'a question before deleting, upgrading, clearing and resetting', [
    ...removals(
      'a node is deleted after a question, and a refusal says why',
      'an entry is deleted after a question, and a refusal says why',
      'a line is deleted after a question, and a refusal says why',
      'the update counts of all nodes are reset after a question, and a refusal says why',
      'the update count of one node is reset after a question',
      'the traffic of all lines is reset after a question, and a refusal says why',
      'the traffic of one line is reset after a question',
    ),
    ...installPage('an upgrade asks first, is watched while it runs, and says how it ended'),
    ...errorsPage('clearing asks, takes what is shown and nothing newer, and says how many rows went'),
    ...combosPage('deleting asks, names the product and what becomes of orders, and tells how it went'),
  ]),
  row(
    'c5.confirmed.settle',
    'a question before settling',
    chargesPage('a withdrawal is settled after a question that shows where the money goes'),
    { route: '/admin_charge' },
  ),
  row(
    'c5.coupon.delete',
    'the words of deleting one and many',
    [
      ...couponRows('one coupon is deleted after the question of the specification, and a refusal says why'),
      ...couponsPage('删除所选 deletes all listed, after the warning of the specification'),
    ],
    texts('确认删除?', '删除确认', '确认删除所有当前所选优惠券?', '危险，请谨慎操作'),
  ),
  row(
    'c5.password',
    'e-mail and hashed password',
    usersPage('another password leaves the browser hashed, and only when it was typed twice'),
  ),
  row(
    'c5.days',
    'from the first to the last second of a day',
    usersPage('days run from their first to their last ms, by the zone of the shop'),
  ),
  row('c5.combo.numbers', 'numbers that are none are refused', [
    ...shopApi('%s is an invalid payload, and nothing is saved'),
    ...combosPage('%s of %s is refused at its field: %s'),
  ]),
];

export const ruleRows: readonly SpecRow[] = [...customers, ...staff];
