import { z } from 'zod';
import { access, call } from './call.ts';
import { Done, Nothing } from './shapes.ts';
import { Id, Instant } from './units.ts';

/** An entry of the bell that was not clicked yet. */
export const UserNotice = z.object({ _id: Id, href: z.string(), desc: z.string(), time: Instant });
export type UserNotice = z.infer<typeof UserNotice>;

/** What every page needs to know about the host, logged in or not. */
export const HostInfo = z.object({
  site_name: z.string(),
  /** IANA zone in which the product's days begin. */
  timezone: z.string(),
  preferDomain: z.string(),
  /** Base of subscription links when there is no user record; empty = the page's own origin. */
  describe_host: z.string(),
  agency_user_domain: z.string(),
  /** Channel code that a visitor without one gets. */
  default_channel_code: z.string(),
  notice_show: z.boolean(),
  notice_title: z.string(),
  notice_content: z.string(),
  notice_mark_red: z.boolean(),
  /** Days for which a closed notice stays away. */
  notice_day_interval: z.number().nonnegative(),
  /** Text of the buying notice; empty = none. */
  buy_notice: z.string(),
  contact_info: z.string(),
  /** Bases of client downloads, inside the mainland and outside; empty = the clients' own pages. */
  contentUrl_guonei: z.string(),
  contentUrl_guowai: z.string(),
  /** Where the Apple ID article sends whoever needs a virtual card; empty = nowhere. */
  virtual_card_url: z.string(),
});
export type HostInfo = z.infer<typeof HostInfo>;

/**
 * Kinds of event that an account is notified of. For admins only: `shop`, for customers and money that need an
 * operator, and `node`, the same for nodes.
 */
export const NoticeKind = z.enum([
  'security',
  'order',
  'withdrawal',
  'transfer',
  'ticket',
  'membership',
  'traffic',
  'shop',
  'node',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Where an account is notified of one kind of event, besides the bell, which always shows it. */
export const NoticeChannel = z.object({ kind: NoticeKind, mail: z.boolean(), telegram: z.boolean() });
export type NoticeChannel = z.infer<typeof NoticeChannel>;

/** The channels of an account, and which of them lead anywhere now. */
export const NoticeChannels = z.object({
  /** Whether the site can send mails. */
  mail_ready: z.boolean(),
  /** Whether Telegram is bound; null where it cannot be. */
  telegram_bound: z.boolean().nullable(),
  /** Only kinds that can happen to the account. Mails of `security` cannot be switched off. */
  channels: z.array(NoticeChannel),
});
export type NoticeChannels = z.infer<typeof NoticeChannels>;

export const noticesCalls = {
  list: call({
    path: '/api/user_notive/list',
    access: access.account,
    rate: 'read',
    summary: 'Notifications of the account that were not clicked yet, newest first.',
    input: Nothing,
    output: z.array(UserNotice),
    fails: [],
  }),
  clicked: call({
    path: '/api/user_notive/clicked',
    access: access.account,
    rate: 'change',
    summary: 'Marks one notification as clicked.',
    input: z.object({ noticeId: Id }),
    output: Done,
    fails: ['notFound'],
  }),
  channels: call({
    path: '/api/user_notive/channels',
    access: access.account,
    rate: 'read',
    summary: 'Where the account wants to be notified of each kind of event, besides the bell.',
    input: Nothing,
    output: NoticeChannels,
    fails: [],
  }),
  saveChannels: call({
    path: '/api/user_notive/save_channels',
    access: access.accountStrict,
    rate: 'change',
    summary: 'Changes where the account is notified of some kinds of event; kinds that are not named stay as they are.',
    input: z.object({ channels: z.array(NoticeChannel).max(NoticeKind.options.length) }),
    output: Done,
    fails: [],
  }),
  hostGet: call({
    path: '/api/host/get',
    access: access.anyone,
    rate: 'read',
    summary: 'Announcement, preferred domain and public settings of this host.',
    input: Nothing,
    output: HostInfo,
    fails: [],
  }),
} as const;
