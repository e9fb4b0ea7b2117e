import { z } from 'zod';
import { access, call } from './call.ts';
import { Done, Nothing } from './shapes.ts';
import { Id } from './units.ts';

/** An entry of the bell that was not clicked yet. */
export const UserNotice = z.object({ _id: Id, href: z.string(), desc: z.string() });
export type UserNotice = z.infer<typeof UserNotice>;

/** What every page needs to know about the host, logged in or not. */
export const HostInfo = z.object({
  site_name: z.string(),
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
  notice_day_interval: z.number().positive(),
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
