import { z } from 'zod';
import { access, planned } from './call.ts';
import { field } from './form.ts';
import { Email } from './shapes.ts';
import { Line, Trimmed } from './units.ts';

const CODE_PROBLEM = '渠道码只能是 6–40 位字母、数字、下划线或短横线';
/** A channel's code: whoever signs up with it is its customer. */
const ChannelCode = Trimmed(40, CODE_PROBLEM).regex(/^[A-Za-z0-9_-]{6,40}$/, CODE_PROBLEM);

/** The largest share of an order that a channel gets. */
const MOST_REWARD_RATE = 0.5;

/** What staff decide about a channel. */
export const ChannelFields = z.object({
  name: field('渠道名称', Line(64).default('')),
  code: field('渠道码', ChannelCode, { help: '旧的渠道码仍属于该用户' }),
  /** Share of what is paid, with at most 4 decimals. */
  rewardRate: field(
    '返利比例',
    z
      .number()
      .min(0)
      .max(MOST_REWARD_RATE)
      .refine((rate) => Math.abs(rate * 1e4 - Math.round(rate * 1e4)) < 1e-6, '比例最多 4 位小数'),
    { help: '0 到 0.5，0.2 即返 20%' },
  ),
  comsumerDuration: field('返利天数', z.number().int().min(1).max(3650), {
    unit: '天',
    help: '系统设置中开启“返利有期限”后有效',
  }),
});
export type ChannelFields = z.output<typeof ChannelFields>;

/** A channel as staff see it; the code is empty while the account has none. */
export const Channel = z.object({
  email: z.string(),
  ...ChannelFields.shape,
  code: z.string(),
});
export type Channel = z.output<typeof Channel>;

/** What staff are shown of a channel; the code is empty while the account has none. */
const ShownChannel = z.object({
  name: field('渠道名称', Line(64)),
  code: field('渠道码', Line(40)),
  rewardRate: field('返利比例', z.number()),
  comsumerDuration: field('返利天数', z.number(), { unit: '天' }),
});

/** The form of a channel. `shown` is what stood there when it was opened: a value that has changed is a conflict. */
export const ChannelForm = z.object({
  email: field('邮箱', Email),
  ...ChannelFields.shape,
  shown: ShownChannel.partial().optional(),
});
export type ChannelForm = z.output<typeof ChannelForm>;

export const inviteCalls = {
  channelInfo: planned({
    path: '/api/channel/channel_info',
    access: access.customer,
    rate: 'read',
    summary: 'Invite code and rebate rate of the account.',
  }),
  rewardList: planned({
    path: '/api/channel/reward_list',
    access: access.customer,
    rate: 'read',
    summary: 'Rebates received.',
  }),
  invitedUsers: planned({
    path: '/api/channel/invited_users',
    access: access.customer,
    rate: 'read',
    summary: 'Accounts that signed up with the code.',
  }),
} as const;
