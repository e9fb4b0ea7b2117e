import { guideRoutes } from '../guides/index.ts';
import { type LoadPage, type Page, page, staffPage, tabFor } from './page-row.ts';

const loadDashboard: LoadPage = () => import('../subscription/dashboard.page.tsx');
const loadGuide: LoadPage = () => import('../guides/guide.page.tsx');

/** Closed to agency customers at route level. Pages of commerce are otherwise open: their calls ask who is there. */
const closed = { agencyRestricted: true } as const;

/** Pages of customers and visitors that have a tab, in the order of the header (specification, §2). */
const customerPages: readonly Page[] = [
  page('/', '首页', { load: loadDashboard, tab: tabFor.everyone({ forAgency: true }) }),
  page('/shop', '商店', {
    ...closed,
    load: () => import('../shop/shop.page.tsx'),
    description: '流量商品与时间商品的价格、赠送和购买',
    tab: tabFor.everyone(),
  }),
  page('/agents', '节点列表', {
    load: () => import('../nodes/node-list.page.tsx'),
    description: '全部节点的国家、说明和延迟',
    tab: tabFor.everyone({ forAgency: true }),
  }),
  page('/channel', '邀请返利', {
    ...closed,
    load: () => import('../invite/channel.page.tsx'),
    tab: tabFor.partners(),
  }),
  page('/order', '订单', {
    ...closed,
    load: () => import('../orders/orders.page.tsx'),
    tab: tabFor.accounts(),
  }),
  page('/traffic_records', '流量记录', {
    load: () => import('../traffic/records.page.tsx'),
    tab: tabFor.accounts({ forAgency: true }),
  }),
  page('/wallet', '钱包', {
    ...closed,
    load: () => import('../withdrawals/wallet.page.tsx'),
    tab: tabFor.partners(),
  }),
  page('/windows_errors', '使用异常', {
    load: () => import('../guides/trouble.page.tsx'),
    description: '节点超时、测速失败、网页打不开等使用异常的解决办法',
    tab: tabFor.accounts(),
  }),
  page('/feedback', '工单', {
    ...closed,
    load: () => import('../tickets/feedback.page.tsx'),
    tab: tabFor.accounts(),
  }),
  page('/push', '流量转赠', {
    ...closed,
    load: () => import('../push/push.page.tsx'),
    tab: tabFor.accounts(),
  }),
  page('/user_info', '资料编辑', {
    load: () => import('../profile/profile.page.tsx'),
    login: true,
    tab: tabFor.accounts({ forAgency: true }),
  }),
];

/** Pages of the back office, in the order of the staff's menu. Staff land on the first one that they may open. */
const staffPages: readonly Page[] = [
  staffPage('/admin_overview', '总览', {
    group: 'overview',
    load: () => import('../statistics/overview.page.tsx'),
  }),
  staffPage('/admin_stastic', '统计', {
    group: 'overview',
    load: () => import('../statistics/statistics.page.tsx'),
  }),
  staffPage('/admin_userlist', '用户', {
    group: 'customers',
    load: () => import('../users/users.page.tsx'),
  }),
  staffPage('/admin_tickets', '工单管理', {
    group: 'customers',
    load: () => import('../tickets/admin-tickets.page.tsx'),
  }),
  staffPage('/admin_charge', '提现', {
    group: 'customers',
    load: () => import('../withdrawals/charges.page.tsx'),
  }),
  staffPage('/admin_combos', '商品', {
    group: 'sales',
    load: () => import('../shop/combos.page.tsx'),
  }),
  staffPage('/admin_tradeList', '交易', {
    group: 'sales',
    load: () => import('../payments/trades.page.tsx'),
  }),
  staffPage('/admin_money', '收款记录', {
    group: 'sales',
    load: () => import('../money/money.page.tsx'),
  }),
  staffPage('/admin_reconcile', '对账', {
    group: 'sales',
    load: () => import('../money/reconcile.page.tsx'),
  }),
  staffPage('/admin_agents', '节点', {
    group: 'nodes',
    load: () => import('../nodes/nodes.page.tsx'),
  }),
  staffPage('/admin_entrys', '入口', {
    group: 'nodes',
    load: () => import('../nodes/entries.page.tsx'),
  }),
  staffPage('/admin_agentLines', '线路', {
    group: 'nodes',
    load: () => import('../nodes/lines.page.tsx'),
  }),
  staffPage('/admin_rules', '分流规则', {
    group: 'nodes',
    load: () => import('../rules/rules.page.tsx'),
  }),
  staffPage('/admin_permissions', '权限', {
    group: 'nodes',
    load: () => import('../permissions/permissions.page.tsx'),
  }),
  staffPage('/admin_coupon', '优惠券列表', {
    group: 'marketing',
    operations: true,
    load: () => import('../coupons/admin-coupons.page.tsx'),
  }),
  staffPage('/coupon_records', '优惠券使用记录', {
    group: 'marketing',
    operations: true,
    load: () => import('../coupons/records.page.tsx'),
  }),
  staffPage('/admin_prize', '抽奖列表', {
    group: 'marketing',
    operations: true,
    load: () => import('../prizes/admin-prizes.page.tsx'),
  }),
  staffPage('/admin_config', '系统设置', {
    group: 'system',
    load: () => import('../settings/settings.page.tsx'),
  }),
  staffPage('/admin_audit', '操作记录', {
    group: 'system',
    load: () => import('../audit/audit.page.tsx'),
  }),
  staffPage('/admin_backups', '备份', {
    group: 'system',
    load: () => import('../backup/backups.page.tsx'),
  }),
  staffPage('/admin_jobs', '任务', {
    group: 'system',
    load: () => import('../jobs/jobs.page.tsx'),
  }),
  staffPage('/admin_error', '错误日志', {
    group: 'system',
    load: () => import('../errors/errors.page.tsx'),
  }),
  staffPage('/all_traffic_records', '全部流量记录', {
    group: 'system',
    load: () => import('../traffic/all-records.page.tsx'),
  }),
];

/** Pages without a tab: what links, mails and other pages lead to. */
const linkedPages: readonly Page[] = [
  page('/tutorial', '首页', { load: loadDashboard }),
  page('/login', '登录', { load: () => import('../accounts/login.page.tsx') }),
  page('/register', '注册', { ...closed, load: () => import('../accounts/register.page.tsx') }),
  page('/setup', '设置第一位管理员', { load: () => import('../accounts/setup.page.tsx') }),
  page('/set_password', '设置登录密码', { load: () => import('../accounts/set-password.page.tsx') }),
  page('/confirm', '确认', { load: () => import('../accounts/confirm.page.tsx') }),
  page('/reset', '重置密码', { load: () => import('../accounts/reset.page.tsx') }),
  page('/second_step', '动态验证码', {
    load: () => import('../accounts/second-step/second-step.page.tsx'),
    login: true,
  }),
  ...guideRoutes.map(({ path, title, description }) => page(path, title, { load: loadGuide, description })),
  page('/apple_id_share', '共享 Apple ID', { load: () => import('../guides/apple-share.page.tsx') }),
  page('/apple_id_signup_guide', '非大陆 Apple ID 注册教程', {
    load: () => import('../guides/apple-signup.page.tsx'),
    description: '五步注册自己的非大陆 Apple ID，用于下载 iOS 客户端',
  }),
  page('/user/getUserAllURL', '全部订阅链接', {
    load: () => import('../subscription/all-links.page.tsx'),
    login: true,
  }),
  page('/admin_user', '用户详情', {
    ...closed,
    load: () => import('../users/user.page.tsx'),
    login: true,
    below: '/admin_userlist',
  }),
  page('/orderinfo', '订单信息', { ...closed, load: () => import('../orders/order-info.page.tsx') }),
  page('/checkout', '结算', { ...closed, load: () => import('../orders/checkout.page.tsx') }),
  page('/prize', '抽奖', {
    ...closed,
    load: () => import('../prizes/prize.page.tsx'),
    description: '用不限时流量抽奖，赢取流量、会员天数和折扣券',
  }),
];

/**
 * Every page of the console, once: routes, tabs, titles, what is built, and the screenshots of the back office are made
 * from this table. A page without `load` says that its feature is not built yet, and its tab is hidden.
 */
export const pages: readonly Page[] = [...customerPages, ...staffPages, ...linkedPages];
