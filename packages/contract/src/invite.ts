import { z } from 'zod';
import { access, call } from './call.ts';
import { shownFields } from './changed-fields.ts';
import { field } from './form.ts';
import { KnownEmail, Nothing } from './shapes.ts';
import { Id, Instant, Line, Trimmed, YuanAmount } from './units.ts';

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
  email: field('邮箱', KnownEmail),
  ...ChannelFields.shape,
  shown: shownFields(ShownChannel).partial().optional(),
});
export type ChannelForm = z.output<typeof ChannelForm>;

/** What the owner of a channel is told of it. */
export const ChannelInfo = z.object({
  code: z.string(),
  /** Share of what is paid, 0 to 0.5. */
  rewardRate: z.number(),
  /** Days after a customer's sign-up in which purchases are rebated; null for ever. */
  comsumerDuration: z.number().int().positive().nullable(),
  /** Address of the sign-up page with the code in it. */
  link: z.string(),
});
export type ChannelInfo = z.output<typeof ChannelInfo>;

/** A rebate that went into the wallet. Yuan. */
export const Reward = z.object({
  /** The order that was paid. */
  _id: Id,
  /** Address of whoever bought, all but its first letter and its domain hidden. */
  comsumer_name: z.string(),
  /** What was bought. */
  desc: z.string(),
  /** Money from outside that paid the order: the rebate is a share of it. */
  userSpend: YuanAmount,
  reward: YuanAmount,
  buyTime: Instant,
  /** What the wallet had after it. */
  left: YuanAmount,
});
export type Reward = z.output<typeof Reward>;

/** An account that came by a code of the channel. */
export const InvitedUser = z.object({
  _id: Id,
  /** Its address, all but its first letter and its domain hidden. */
  email: z.string(),
  createTime: Instant,
});
export type InvitedUser = z.output<typeof InvitedUser>;

/** The most rows of one answer. */
export const MOST_INVITED = 1000;

/** Which part of a list, newest first; without it the newest `MOST_INVITED`. */
const Part = z.object({
  limit: z.number().int().min(1).max(MOST_INVITED).default(MOST_INVITED),
  offset: z.number().int().min(0).max(1_000_000).default(0),
});

export const inviteCalls = {
  channelInfo: call({
    path: '/api/channel/channel_info',
    access: access.customer,
    rate: 'read',
    summary:
      'Invite code, link and rebate rate of the account, with how many came by it and what was earned. An account without a channel gets one.',
    input: Nothing,
    output: z.object({
      chanelInfo: ChannelInfo,
      min_charge_money: YuanAmount,
      /** How many accounts came by the channel. */
      invited: z.number().int().nonnegative(),
      /** How many rebates there were, and what they were in all. */
      rewards: z.number().int().nonnegative(),
      earned: YuanAmount,
      /** Whether the account is an agency, which also has customers of its own. */
      is_agency: z.boolean(),
    }),
    fails: [],
  }),
  rewardList: call({
    path: '/api/channel/reward_list',
    access: access.customer,
    rate: 'read',
    summary: 'Rebates received, newest first.',
    input: Part,
    output: z.array(Reward),
    fails: [],
  }),
  invitedUsers: call({
    path: '/api/channel/invited_users',
    access: access.customer,
    rate: 'read',
    summary: 'Accounts that signed up with a code of the channel, newest first.',
    input: Part,
    output: z.array(InvitedUser),
    fails: [],
  }),
} as const;
