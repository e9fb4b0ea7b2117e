import { row, texts, toastsOf, type SpecRow } from '../row.ts';
import {
  chargesPage,
  combosPage,
  confirmPage,
  couponRows,
  couponsPage,
  errorsPage,
  installPage,
  nodesPage,
  ordersPage,
  payRules,
  permissionsPage,
  prizesPage,
  pushApi,
  removals,
  shopJourneys,
  shopPage,
  uiRows,
  usersPage,
  ticketsPage,
  walletPage,
} from './files.ts';

/* Section 8: what is said when something fails, or works. */

const customers: readonly SpecRow[] = [
  row(
    'c8.create-order',
    'creating failed',
    shopPage('an order that cannot be made is told with its reason, and the products are read again'),
    toastsOf('shop/', 5000, '创建订单失败:'),
  ),
  row(
    'c8.coupon',
    '1021, 1017, 1022, 1025, 1029, other',
    [
      ...confirmPage('a coupon refused by %s says so, and the field is empty again'),
      ...payRules('a coupon that is refused by %s says %s'),
      ...shopJourneys('every coupon that cannot be used says why (%s)'),
    ],
    toastsOf('shop/', 5000, '优惠券错误'),
  ),
  row(
    'c8.coupon.cancel',
    'taking off failed',
    confirmPage('a coupon that could not be taken off is told as such'),
    toastsOf('shop/', 5000, '取消使用优惠券失败，请稍后重试'),
  ),
  row(
    'c8.wallet-check',
    'computing failed',
    confirmPage('an order that cannot be computed says so, and can be tried again'),
    toastsOf('shop/', 5000, '订单确认出错'),
  ),
  row(
    'c8.buy',
    '1017, other',
    confirmPage('a payment refused by %s says so'),
    toastsOf('shop/', 5000, '优惠券使用次数超限', '创建订单失败，请稍后重试'),
  ),
  row(
    'c8.ticket',
    '1035, other',
    ticketsPage(
      'a reply is sent, without a text it is not, and a ticket that was closed meanwhile says so and keeps the text',
      'another refusal of a reply has the words of the server',
    ),
    texts('创建失败:'),
  ),
  row(
    'c8.order.cancel',
    '1026 in silence, other',
    ordersPage('an order that is paid by now is not cancelled, in silence; any other refusal is told'),
    texts('订单取消失败'),
  ),
  row(
    'c8.order.feedback',
    'failed',
    ordersPage('a problem is told in at most thirty characters; a refusal says 未知错误'),
    { route: '/order' },
  ),
  row(
    'c8.withdrawal',
    '1012 in the server’s words, other',
    walletPage('a withdrawal that is refused by %s says why'),
    texts('申请提现失败，最低提现金额'),
  ),
  row(
    'c8.push.create',
    '1037, 1038, 1039',
    pushApi(
      'too little, too much and parts of a G are refused, and what is refused does not count',
      'one transfer is made, and one taken, in ten seconds',
    ),
  ),
  row(
    'c8.push.receive',
    '999, 1039, 1040',
    pushApi(
      'what a closed account has offered is held, not lost',
      'one transfer is made, and one taken, in ten seconds',
      'a code works once, and one that does not exist is told as such',
    ),
  ),
  row('c8.copy', 'copying failed', uiRows('copying says that it worked, or that it did not'), {
    texts: [{ text: '复制失败', toastMs: 2000, of: 'ui/copy-texts' }],
  }),
];

const staff: readonly SpecRow[] = [
  row(
    'c8.permissions',
    'saved or not',
    permissionsPage(
      'a permission is made, and shown with how often it was bought',
      'a change keeps the id; a refusal is told with its reason',
    ),
    toastsOf('permissions/', 2000, '更新成功', '配置失败:'),
  ),
  row(
    'c8.permissions.delete',
    'deleted or not',
    permissionsPage(
      'deleting asks, names the permission, and tells how it went',
      'a permission in use stays, and what uses it is told until the window is closed',
    ),
    toastsOf('', 2000, '权限删除成功', '权限删除失败:'),
  ),
  row(
    'c8.nodes',
    'nodes, entries and lines saved or not',
    nodesPage('a refused save says why and keeps what was typed'),
    toastsOf('nodes/', 2000, '更新线路成功', '线路配置失败:'),
  ),
  row(
    'c8.nodes.upgrade',
    'upgraded or not',
    installPage(
      'an upgrade asks first, is watched while it runs, and says how it ended',
      'an upgrade that is refused says why and opens nothing',
    ),
    texts('升级成功', '升级失败:'),
  ),
  row(
    'c8.nodes.delete',
    'nodes deleted or not',
    removals('a node is deleted after a question, and a refusal says why'),
    toastsOf('', 2000, '节点删除成功', '节点删除失败:'),
  ),
  row(
    'c8.nodes.reset',
    'update counts reset or not',
    removals('the update counts of all nodes are reset after a question, and a refusal says why'),
    toastsOf('nodes/', 2000, '更新成功', '刷新失败:'),
  ),
  row(
    'c8.entries.delete',
    'entries deleted or not',
    removals('an entry is deleted after a question, and a refusal says why'),
    toastsOf('nodes/', 2000, '删除成功', '删除失败:'),
  ),
  row(
    'c8.lines.reset',
    'traffic of lines reset or not',
    removals('the traffic of all lines is reset after a question, and a refusal says why'),
    toastsOf('', 2000, '流量刷新成功', '流量刷新失败:'),
  ),
  row(
    'c8.channel',
    'channels saved or not',
    usersPage(
      'the channel of an account is read when its form opens, and saved with what was shown',
      'a refused channel says why',
    ),
    toastsOf('users/', 2000, '渠道配置成功', '渠道配置失败:'),
  ),
  row(
    'c8.user',
    'accounts and passwords saved or not',
    usersPage(
      'an account is edited with what was shown, and an amount asks for a reason',
      'what somebody else changed meanwhile is told, and the form stays open',
      'another password leaves the browser hashed, and only when it was typed twice',
    ),
    toastsOf('users/', 2000, '用户配置成功', '用户配置失败:'),
  ),
  row(
    'c8.settle',
    'settled or not',
    [
      ...chargesPage('a withdrawal is settled after a question that shows where the money goes'),
      ...chargesPage('a refused settlement says why'),
    ],
    toastsOf('withdrawals/', 2000, '结算成功', '结算失败:', '留言成功'),
  ),
  row(
    'c8.combos',
    'products saved or not, not deleted',
    combosPage(
      'an edited product is saved with what was shown; a refusal is told with its reason',
      'a copy is a new product, and carries nothing of what was shown',
      'a product that is gone already is told as such',
    ),
    toastsOf('', 2000, '商品配置成功', '商品配置失败:', '商品删除失败:'),
  ),
  row(
    'c8.errors',
    'cleared or not, for 3 s',
    errorsPage(
      'clearing asks, takes what is shown and nothing newer, and says how many rows went',
      'a log that could not be cleared says why',
    ),
    toastsOf('', 3000, '成功清理了 ${…} 条错误记录', '清理失败:'),
  ),
  row(
    'c8.coupons',
    'coupons saved and deleted or not',
    [
      ...couponsPage(
        'a coupon is made with the traffic in G, and a code by chance',
        'a refused coupon says why',
        'a refused deletion of all listed says why',
        '删除所选 deletes all listed, after the warning of the specification',
      ),
      ...couponRows('one coupon is deleted after the question of the specification, and a refusal says why'),
    ],
    toastsOf(
      '',
      2000,
      '配置优惠券成功',
      '配置优惠券失败:',
      '删除优惠券成功',
      '删除优惠券失败:',
      '删除所有优惠券成功',
      '删除所有优惠券失败:',
    ),
  ),
  row(
    'c8.prizes',
    'prizes saved or not',
    prizesPage('a new prize begins with the defaults, and saving it is told', 'a refusal is told with its reason'),
    toastsOf('prizes/', 2000, '配置奖品成功', '配置奖品失败:', '删除失败:'),
  ),
  row(
    'c8.list',
    'a list that could not be read says nothing',
    nodesPage('a list that cannot be read says nothing but offers to try again'),
  ),
];

export const errorRows: readonly SpecRow[] = [...customers, ...staff];
