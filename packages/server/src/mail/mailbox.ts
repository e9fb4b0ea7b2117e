import type { Attempt } from '../platform/attempt-limits.ts';

/**
 * What becomes of a mail when its mailbox has had too many: of notices, those that their owner may switch off are
 * dropped first, and those about the safety of an account (or of the installation) last. Links that somebody has asked
 * for are counted apart: neither keeps the other from arriving.
 */
export type Urgency = 'notice' | 'link' | 'security';

/**
 * The mailbox behind an address: capital letters, and what follows a plus sign (RFC 5233), lead to the same one nearly
 * everywhere.
 */
const mailboxOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, '@');

/** One mail to a mailbox as it is counted, whatever call or job it comes from. */
export const mailboxAttempt = (address: string, urgency: Urgency): Attempt => {
  const key = mailboxOf(address);
  return urgency === 'link'
    ? { kind: 'mail.link', key }
    : { kind: 'mail.notice', key, times: urgency === 'security' ? 2 : 1 };
};
