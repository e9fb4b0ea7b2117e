import type { UserInfo } from '@skyport/contract/accounts';

/** Whom a tab is shown to; `undefined` is an account without type, and every visitor. */
export type ShownTo = 'admin' | 'normal' | 'channel' | 'yunying' | 'undefined';

const EVERYONE: readonly ShownTo[] = ['admin', 'normal', 'channel', 'yunying', 'undefined'];
const TYPED: readonly ShownTo[] = ['admin', 'normal', 'channel', 'yunying'];
const PARTNERS: readonly ShownTo[] = ['admin', 'undefined', 'channel', 'yunying'];
const STAFF: readonly ShownTo[] = ['admin', 'yunying'];
const ADMIN: readonly ShownTo[] = ['admin'];

/** One tab of the header. */
export interface Tab {
  readonly name: string;
  readonly path: string;
  readonly label: string;
  readonly shownTo: readonly ShownTo[];
  /** Hidden from agency customers. */
  readonly agencyRestricted: boolean;
  readonly group: 'customer' | 'staff';
}

const tab = (
  name: string,
  label: string,
  shownTo: readonly ShownTo[],
  agencyRestricted = true,
  group: Tab['group'] = 'customer',
): Tab => ({
  name,
  path: name === 'root' ? '/' : `/${name}`,
  label,
  shownTo,
  agencyRestricted,
  group,
});
const staff = (name: string, label: string, shownTo = ADMIN): Tab => tab(name, label, shownTo, true, 'staff');

/** Every tab there is, in the order of the header (specification, §6). */
export const tabs: readonly Tab[] = [
  tab('root', '教程', EVERYONE, false),
  tab('shop', '商店', EVERYONE),
  tab('agents', '节点列表', EVERYONE, false),
  tab('channel', '邀请返利', PARTNERS),
  tab('order', '订单', TYPED),
  tab('traffic_records', '流量记录', TYPED, false),
  tab('wallet', '钱包', PARTNERS),
  tab('push', '流量转赠', TYPED),
  tab('windows_errors', '常见问题', TYPED),
  tab('feedback', '工单', TYPED),
  tab('user_info', '账号', TYPED, false),
  staff('admin_stastic', '统计'),
  staff('admin_userlist', '用户'),
  staff('admin_agents', '节点'),
  staff('admin_entrys', '入口'),
  staff('admin_agentLines', '线路'),
  staff('admin_rules', '分流规则'),
  staff('admin_combos', '商品'),
  staff('admin_coupon', '优惠券', STAFF),
  staff('coupon_records', '优惠券记录', STAFF),
  staff('admin_prize', '奖品', STAFF),
  staff('admin_tradeList', '交易'),
  staff('admin_charge', '提现'),
  staff('all_traffic_records', '全部流量'),
  staff('admin_permissions', '权限'),
  staff('admin_config', '系统设置'),
  staff('admin_audit', '操作记录'),
  staff('admin_error', '错误日志'),
];

/** What the menu needs to know of whoever looks at it. */
export interface Viewer {
  readonly type: UserInfo['type'];
  /** An agency customer, or a visitor of the agency's domain. */
  readonly agency: boolean;
}

/** The tabs of a viewer. */
export const tabsFor = ({ type, agency }: Viewer): readonly Tab[] =>
  tabs.filter((t) => t.shownTo.includes(type ?? 'undefined') && !(agency && t.agencyRestricted));
