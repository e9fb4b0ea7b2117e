import { z } from 'zod';
import { UserType } from './accounts.ts';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Channel, ChannelForm } from './invite.ts';
import { exportedColumns, ExportTicket } from './list-export.ts';
import { listTotal } from './list-total.ts';
import { Done, KnownEmail, PasswordHash } from './shapes.ts';
import { ByteCount, Id, Instant, SearchLine, YuanAmount } from './units.ts';
import { userColumnTitles } from './users-columns.ts';
import { UserForm } from './users-form.ts';
import { userPageCalls } from './users-page.ts';

/** An account as admins see it. Its own link key and password never travel. */
export const UserRow = z.object({
  _id: Id,
  email: z.string(),
  type: UserType.optional(),
  disable: z.boolean(),
  scale: z.number().nonnegative(),
  channel_code: z.string(),
  createTime: Instant,
  paidUser: z.boolean(),
  is_agency: z.boolean(),
  is_agency_user: z.boolean(),
  wallet_money: YuanAmount,
  spendTraffic: ByteCount,
  traffic: ByteCount,
  vipExpireTime: Instant.nullable(),
  lastActiveTime: Instant,
  first_url: z.string(),
  last_url: z.string(),
  userkey: z.literal(''),
  /** Key of the account's subscription link that ends with the day. */
  dailyDescribKey: z.string(),
  canChangeDescribeKey: z.boolean(),
  canChangePassword: z.boolean(),
  /** Whether a log-in asks for a code besides the password. */
  second_step: z.boolean().optional(),
  normalPermission: z.boolean(),
  specialDailyUnlimitTraffic: z.boolean(),
  /** GB a day. */
  dailyUnlimitTraffic: z.number().int().nonnegative(),
  forceReward: z.boolean(),
  /** The agency whose customer the account is. */
  agent_id: Id.nullable(),
  /** The account's own; empty where the settings decide. */
  describe_host: z.string(),
  preferDomain: z.string(),
  password: z.literal(''),
});
export type UserRow = z.infer<typeof UserRow>;

/** One account with what only its own page and its form show. Permissions that have ended are among them. */
export const UserDetail = UserRow.extend({
  /** E-mail address of its agency; empty without one. */
  agent_email: z.string(),
  /** E-mail address of the account whose channel it came by; empty without one. */
  inviter_email: z.string(),
  permissions: z.array(z.object({ id: Id, name: z.string(), expireTime: Instant })),
});
export type UserDetail = z.infer<typeof UserDetail>;

/** Columns that the server sorts accounts by; last visit and use as they were at most ten minutes ago. */
export const userSorts = ['createTime', 'lastActiveTime', 'email', 'traffic', 'spendTraffic', 'vipExpireTime'] as const;

/** What accounts have run out of. */
export const userStates = ['exhausted', 'expired'] as const;

const Moment = z.number().int().nonnegative();

/** Which accounts. */
export const UserFilter = z.object({
  /** Matches e-mail, id and channel code. */
  filterStr: field('筛选', SearchLine(64).default('')),
  /** `createTime` in ms since 1970, both ends included; absent = no bound. */
  fromTimestamp: field('开始时间', Moment.optional()),
  toTimestamp: field('结束时间', Moment.optional()),
  /** Only agencies, to which accounts can belong. */
  agencies: z.boolean().default(false),
  /** Only accounts that have used up their permanent traffic, or with an expired membership. */
  state: z.enum(userStates).optional(),
});
export type UserFilter = z.output<typeof UserFilter>;

/** Accounts that one call can be asked for by their ids. */
export const MOST_USER_IDS = 200;

export const usersCalls = {
  userlist: call({
    path: '/api/admin/users/userlist',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Accounts by time of creation, newest first unless sorted otherwise; `total` is how many match.',
    input: UserFilter.extend({
      /** Only accounts of this type. */
      type: UserType.optional(),
      /** Only these accounts. */
      ids: z.array(Id).max(MOST_USER_IDS).optional(),
      number: field('数量', z.number().int().min(1).max(1000).default(100)),
      /** Rows to pass over. */
      offset: Moment.max(10_000_000).default(0),
      sortBy: z.enum(userSorts).default('createTime'),
      descending: z.boolean().default(true),
    }),
    output: z.object({ users: z.array(UserRow), ...listTotal }),
    fails: ['notFound'],
  }),
  exportList: call({
    path: '/api/admin/users/export',
    access: access.admin,
    rate: 'change',
    audit: 'export',
    stepUp: 'always',
    summary: 'Asks for all accounts that match as a file, newest first. 1109 while another export of the caller runs.',
    input: UserFilter.extend({ columns: exportedColumns(userColumnTitles) }),
    output: ExportTicket,
    fails: ['conflict'],
  }),
  user: call({
    path: '/api/admin/users/user',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'One account.',
    input: z.object({ uid: Id }),
    output: UserDetail,
    fails: ['notFound'],
  }),
  updateUser: call({
    path: '/api/admin/users/update_user',
    access: access.admin,
    rate: 'change',
    audit: 'account',
    stepUp: 'sometimes',
    summary:
      'Saves what an admin may change of an account, and nothing else of what is sent; amounts change by the difference to what was shown.',
    input: UserForm,
    output: UserDetail,
    fails: ['notFound', 'conflict', 'invalidPayload'],
  }),
  changePassword: call({
    path: '/api/admin/users/change_password',
    access: access.admin,
    rate: 'credential',
    audit: 'account',
    stepUp: 'always',
    summary: 'Sets the password of an account, ends its sessions and tells its owner.',
    input: z.object({ email: field('邮箱', KnownEmail), password: field('新密码', PasswordHash) }),
    output: Done,
    fails: ['notFound'],
  }),
  getUserChannel: call({
    path: '/api/admin/users/get_user_channel',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'The channel of an account; where it has none what a new one would be, without a code.',
    input: z.object({ user_id: Id }),
    output: Channel,
    fails: ['notFound'],
  }),
  updateChannel: call({
    path: '/api/admin/users/update_channel',
    access: access.admin,
    rate: 'change',
    audit: 'channel',
    stepUp: 'always',
    summary: 'Makes or saves the channel of an account; one that is a plain customer becomes of type channel.',
    input: ChannelForm,
    output: Channel,
    fails: ['notFound', 'conflict', 'invalidPayload'],
  }),
  ...userPageCalls,
} as const;
