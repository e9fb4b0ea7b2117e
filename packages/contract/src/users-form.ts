import { z } from 'zod';
import { field } from './form.ts';
import { bareDomain, isHostAndPort } from './hosts.ts';
import { ChangeName, Scale } from './shapes.ts';
import { ByteCount, Id, Instant, Line, Trimmed, YuanAmount } from './units.ts';

/** A permission that an account is given, and when it ends. */
const GivenPermission = z.object({ id: Id, expireTime: Instant });

/** Permissions that one account is given at most. */
const MOST_PERMISSIONS = 200;

const SITE_PROBLEM = '请填写域名，可以带端口';
/** Host of a site, with scheme and port where they are needed; empty for none. */
const Site = Trimmed(253, SITE_PROBLEM).regex(
  /^(?:(?:https?:\/\/)?[A-Za-z0-9.-]{1,200}(?::\d{1,5})?\/?)?$/,
  SITE_PROBLEM,
);

/** Host of a console, which may have a port; empty for none. Of a pasted address the host is taken. */
const ConsoleHost = Trimmed(253, SITE_PROBLEM)
  .overwrite(bareDomain)
  .refine((text) => text === '' || isHostAndPort(text), '请填写域名，可以带端口，不含路径');

/** The most that staff's changes leave an account with: yuan, and bytes of permanent traffic. */
export const MOST_WALLET = 1e9;
export const MOST_TRAFFIC = 2 ** 51;

/** What of an account an admin may change; everything else of it moves by itself. */
export const EditableUser = z.object({
  disable: field('禁用', z.boolean(), { help: '禁用后立即退出登录，线路全部断开' }),
  scale: field('倍率', Scale),
  paidUser: field('付费用户', z.boolean()),
  wallet_money: field('钱包', YuanAmount.max(MOST_WALLET), { unit: '元' }),
  /** Bytes of permanent traffic ever given; what is left is less by what is used. */
  traffic: field('不限时流量总量', ByteCount.max(MOST_TRAFFIC)),
  vipExpireTime: field('会员到期', Instant.nullable()),
  specialDailyUnlimitTraffic: field('特殊每日限量', z.boolean(), { help: '开启后没有会员也有每日流量' }),
  /** GB a day. */
  dailyUnlimitTraffic: field('每日限量/G', z.number().int().min(0).max(1_000_000)),
  normalPermission: field('通用权限', z.boolean(), { help: '可使用需要任何权限的线路' }),
  canChangeDescribeKey: field('可重置订阅链接', z.boolean()),
  canChangePassword: field('可修改密码', z.boolean()),
  forceReward: field('强制返利', z.boolean()),
  is_agency: field('代理商', z.boolean()),
  is_agency_user: field('代理商用户', z.boolean()),
  /** The agency whose customer the account is; null for none. */
  agent_id: field('所属代理商', Id.nullable(), { help: '按邮箱或 ID 查找代理商，可以留空' }),
  describe_host: field('订阅域名', Site, { help: '留空则使用系统设置' }),
  preferDomain: field('推荐域名', ConsoleHost, { help: '留空则使用系统设置' }),
  permissions: field('权限', z.array(GivenPermission).max(MOST_PERMISSIONS), { unordered: true }),
});
export type EditableUser = z.output<typeof EditableUser>;
export type EditableName = keyof EditableUser;

/** Amounts: they change by the difference to what was shown, with a reason, as adjustments. */
export const adjustedNames = ['wallet_money', 'traffic', 'vipExpireTime'] as const satisfies readonly EditableName[];

/**
 * The form of one account: what is left out stays. `shown` is what stood there when the form was opened; a value of it
 * that has changed meanwhile is a conflict. Without it no amount can be changed.
 */
export const UserForm = EditableUser.partial().extend({
  _id: Id,
  shown: EditableUser.partial().optional(),
  reason: field('原因', Line(200).default(''), { help: '修改钱包、流量或会员时必填，会记入操作记录' }),
  /** The same text with the same amounts adjusts them once, however often it is sent. */
  change: ChangeName.optional(),
});
export type UserForm = z.output<typeof UserForm>;
