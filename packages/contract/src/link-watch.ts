import { z } from 'zod';
import { access, call } from './call.ts';
import { Nothing } from './shapes.ts';
import { Id, Instant } from './units.ts';

/** Days for which it is kept who fetched a link. */
export const FETCHES_KEPT_DAYS = 7;

/** Networks and clients of one account that are shown at most. */
export const MOST_FETCHES = 200;

/** What one client did from one network. Hours are the full hour of an instant; nothing finer is kept. */
export const LinkFetch = z.object({
  /** /24 of an IPv4 address, /48 of an IPv6 address; the whole address is never kept. */
  network: z.string(),
  /** Family of the client, from a closed list, and the version it said last; the version may be empty. */
  client: z.string(),
  version: z.string(),
  firstHour: Instant,
  lastHour: Instant,
  count: z.number().int().positive(),
  /** Calendar days on which it happened. */
  days: z.number().int().positive(),
});
export type LinkFetch = z.infer<typeof LinkFetch>;

/** Who used a link in the last 7 days. */
export const LinkFetches = z.object({
  /** Newest first, at most 200. */
  fetches: z.array(LinkFetch).max(200),
  /** Different networks in 7 days, those beyond the 200 rows too. */
  networks: z.number().int().nonnegative(),
  /** Different networks in 24 hours. */
  networksToday: z.number().int().nonnegative(),
  /** The customer is notified of more networks than this in 24 hours; 0 = never. */
  alarmAbove: z.number().int().nonnegative(),
});
export type LinkFetches = z.infer<typeof LinkFetches>;

/** Account with suspicious use of its link. Figures cover 24 hours. */
export const LinkAlarm = z.object({
  userId: Id,
  email: z.string(),
  networks: z.number().int().nonnegative(),
  fetches: z.number().int().nonnegative(),
  /** Requests with this account's id and a wrong key. */
  wrongKeys: z.number().int().nonnegative(),
  /** When the customer was last notified of too many networks. */
  networksToldAt: Instant.nullable(),
  /** When the operators were last notified of too many wrong keys. */
  wrongKeysToldAt: Instant.nullable(),
});
export type LinkAlarm = z.infer<typeof LinkAlarm>;

/** Accounts with suspicious use of their links, the most suspicious first. */
export const LinkAlarms = z.object({
  /** The end of the 24 hours, at most ten minutes ago; null without accounts. */
  at: Instant.nullable(),
  alarms: z.array(LinkAlarm).max(100),
});
export type LinkAlarms = z.infer<typeof LinkAlarms>;

/** Calls of our own about who uses subscription links. */
export const linkWatchCalls = {
  linkFetches: call({
    path: '/api/user/link_fetches',
    access: access.account,
    rate: 'read',
    summary: 'Who fetched the own subscription link in the last 7 days, by network and client, newest first.',
    input: Nothing,
    output: LinkFetches,
    fails: [],
  }),
  linkFetchesOf: call({
    path: '/api/user/link_fetches_of',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Who fetched the subscription link of an account in the last 7 days.',
    input: z.object({ userId: Id }),
    output: LinkFetches,
    fails: ['notFound'],
  }),
  linkAlarms: call({
    path: '/api/user/link_alarms',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary:
      'The 100 accounts whose links were used from most networks, or guessed at most, in 24 hours; updated every ten minutes.',
    input: Nothing,
    output: LinkAlarms,
    fails: [],
  }),
} as const;
