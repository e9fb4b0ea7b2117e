import { z } from 'zod';
import { UserType } from './accounts.ts';
import { access, call, planned } from './call.ts';
import { field } from './form.ts';
import { ByteCount, Id, Instant, Line, YuanAmount } from './units.ts';

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
  password: z.literal(''),
});
export type UserRow = z.infer<typeof UserRow>;

/** Columns that the server sorts accounts by. */
export const userSorts = ['createTime', 'lastActiveTime', 'email', 'traffic', 'spendTraffic', 'vipExpireTime'] as const;

const Moment = z.number().int().nonnegative();

export const usersCalls = {
  userlist: call({
    path: '/api/admin/users/userlist',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Accounts by time of creation, newest first unless sorted otherwise; `total` counts all that match.',
    input: z.object({
      number: field('数量', z.number().int().min(1).max(1000).default(100)),
      /** Matches e-mail, id and channel code. */
      filterStr: field('筛选', Line(64).default('')),
      /** `createTime` in ms since 1970, both ends included; absent = no bound. */
      fromTimestamp: field('开始时间', Moment.optional()),
      toTimestamp: field('结束时间', Moment.optional()),
      /** Rows to pass over. */
      offset: Moment.max(10_000_000).default(0),
      sortBy: z.enum(userSorts).default('createTime'),
      descending: z.boolean().default(true),
    }),
    output: z.object({ users: z.array(UserRow), total: z.number().int().nonnegative() }),
    fails: [],
  }),
  user: planned({
    path: '/api/admin/users/user',
    access: access.admin,
    rate: 'read',
    summary: 'One account.',
  }),
  updateUser: planned({
    path: '/api/admin/users/update_user',
    access: access.admin,
    rate: 'change',
    stepUp: 'sometimes',
    summary: 'Saves what an admin may change of an account.',
  }),
  changePassword: planned({
    path: '/api/admin/users/change_password',
    access: access.admin,
    rate: 'credential',
    stepUp: 'always',
    summary: 'Sets the password of an account and ends its sessions.',
  }),
  getUserChannel: planned({
    path: '/api/admin/users/get_user_channel',
    access: access.admin,
    rate: 'read',
    summary: 'The marketing channel of an account.',
  }),
  updateChannel: planned({
    path: '/api/admin/users/update_channel',
    access: access.admin,
    rate: 'change',
    stepUp: 'always',
    summary: 'Creates or saves the marketing channel of an account.',
  }),
} as const;
