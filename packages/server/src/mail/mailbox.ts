import type { Attempt } from '../platform/attempt-limits.ts';

/**
 * What becomes of a mail when its mailbox has had too many. `security` is dropped after `notice`. Counted apart are
 * `link`, and what operators get: `alarm` of the installation is dropped after a customer's `request`.
 */
export type Urgency = 'notice' | 'link' | 'security' | 'request' | 'alarm';

/** The counter of each urgency, and how many times its limit holds. */
const COUNTED = {
  notice: { kind: 'mail.notice', times: 1 },
  security: { kind: 'mail.notice', times: 2 },
  link: { kind: 'mail.link', times: 1 },
  request: { kind: 'mail.operator', times: 1 },
  alarm: { kind: 'mail.operator', times: 2 },
} as const satisfies Record<Urgency, object>;

/**
 * The mailbox behind an address: capital letters, and what follows a plus sign (RFC 5233), lead to the same one nearly
 * everywhere.
 */
const mailboxOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, '@');

/** One mail to a mailbox as it is counted, whatever call or job it comes from. */
export const mailboxAttempt = (address: string, urgency: Urgency): Attempt => ({
  ...COUNTED[urgency],
  key: mailboxOf(address),
});
