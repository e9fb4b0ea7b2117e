import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { guideRoutes } from '../guides/index.ts';

type Page = () => Promise<{ default: ComponentType }>;

/** One hash route. */
export interface Route {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Needs a log-in token. */
  readonly login: boolean;
  /** Agency customers and visitors of the agency's domain are sent home. */
  readonly agencyRestricted: boolean;
  /** False while its feature does not exist yet and the page says so. */
  readonly built: boolean;
  readonly Page: LazyExoticComponent<ComponentType>;
  /** Fetches the page's code ahead, for example when its link is touched. */
  readonly prefetch: () => void;
}

interface RouteOptions {
  readonly login?: boolean;
  readonly agencyRestricted?: boolean;
  readonly description?: string;
}

const unbuilt: Page = () => import('./unbuilt.page.tsx');

const route = (path: string, title: string, page: Page, options: RouteOptions = {}): Route => ({
  path,
  title,
  Page: lazy(page),
  prefetch: () => void page().catch(() => undefined),
  description: options.description ?? `${title} · 不限设备的订阅服务`,
  login: options.login ?? false,
  agencyRestricted: options.agencyRestricted ?? false,
  built: page !== unbuilt,
});

const dashboard: Page = () => import('../subscription/dashboard.page.tsx');
const member = { login: true } as const;
/** Pages of commerce: open to visitors at route level, their calls ask who is there. */
const buyer = { agencyRestricted: true } as const;

const guide: Page = () => import('../guides/guide.page.tsx');

/** Every route of the console. Screens whose feature is not built yet say so. */
export const routes: readonly Route[] = [
  route('/', '开始使用', dashboard),
  route('/tutorial', '开始使用', dashboard),
  route('/login', '登录', () => import('../accounts/login.page.tsx')),
  route('/register', '注册', () => import('../accounts/register.page.tsx'), { agencyRestricted: true }),
  route('/setup', '设置第一位管理员', () => import('../accounts/setup.page.tsx')),
  route('/confirm', '确认', () => import('../accounts/confirm.page.tsx')),
  route('/reset', '重置密码', () => import('../accounts/reset.page.tsx')),
  route('/second_step', '动态验证码', () => import('../accounts/second-step/second-step.page.tsx'), member),
  route('/user_info', '资料编辑', () => import('../profile/profile.page.tsx'), member),
  ...guideRoutes.map(({ path, title, description }) => route(path, title, guide, { description })),
  route('/windows_errors', '使用异常', () => import('../guides/trouble.page.tsx'), {
    description: '节点超时、测速失败、网页打不开等使用异常的解决办法',
  }),
  route('/apple_id_share', '共享 Apple ID', () => import('../guides/apple-share.page.tsx')),
  route('/apple_id_signup_guide', '非大陆 Apple ID 注册教程', () => import('../guides/apple-signup.page.tsx'), {
    description: '五步注册自己的非大陆 Apple ID，用于下载 iOS 客户端',
  }),
  route('/user/getUserAllURL', '全部订阅链接', () => import('../subscription/all-links.page.tsx'), member),
  route('/shop', '商店', unbuilt, buyer),
  route('/order', '订单', unbuilt, buyer),
  route('/orderinfo', '订单信息', unbuilt, buyer),
  route('/checkout', '结算', unbuilt, buyer),
  route('/feedback', '工单', unbuilt, buyer),
  route('/channel', '邀请返利', unbuilt, buyer),
  route('/wallet', '钱包', unbuilt, buyer),
  route('/agents', '节点列表', unbuilt),
  route('/push', '流量转赠', unbuilt, buyer),
  route('/traffic_records', '流量记录', unbuilt),
  route('/prize', '抽奖', unbuilt, buyer),
  route('/admin_agents', '节点管理', () => import('../nodes/nodes.page.tsx'), member),
  route('/admin_entrys', '入口管理', () => import('../nodes/entries.page.tsx'), member),
  route('/admin_agentLines', '线路管理', () => import('../nodes/lines.page.tsx'), member),
  route('/admin_rules', '分流规则', () => import('../rules/rules.page.tsx'), member),
  route('/admin_coupon', '优惠券列表', () => import('../coupons/admin-coupons.page.tsx'), member),
  route('/coupon_records', '优惠券使用记录', () => import('../coupons/records.page.tsx'), member),
  route('/admin_userlist', '用户管理', () => import('../users/users.page.tsx'), member),
  route('/admin_audit', '操作记录', () => import('../audit/audit.page.tsx'), member),
  route('/admin_permissions', '权限管理', () => import('../permissions/permissions.page.tsx'), member),
  ...(
    [
      ['admin_config', '系统设置'],
      ['admin_tradeList', '交易记录'],
      ['admin_charge', '提现管理'],
      ['admin_combos', '商品管理'],
      ['admin_stastic', '统计'],
      ['all_traffic_records', '全部流量记录'],
      ['admin_error', '错误日志'],
      ['admin_prize', '抽奖列表'],
      ['admin_overview', '总览'],
      ['admin_tickets', '工单管理'],
    ] as const
  ).map(([path, title]) => route(`/${path}`, title, unbuilt, member)),
];
