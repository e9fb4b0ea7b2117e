import { TICKET_MINUTES } from '@skyport/contract/second-step';
import { MINUTE_MS } from '../../platform/clock.ts';
import { sha256, type Secrets } from '../../platform/secrets.ts';

const ASSOCIATED_DATA = 'accounts.login-ticket';

/** Whose password was right, and what it was stored as then: another password ends the ticket. */
interface TicketOwner {
  readonly id: string;
  readonly passwordHash: string;
}

const digestOf = (passwordHash: string): string => sha256(passwordHash).toString('base64url');

/**
 * A ticket that says whose password was just given, encrypted by the installation's key, for five minutes. It opens
 * nothing without a code, and codes are counted by account, so it needs no place in the database.
 */
export const encryptTicket = ({ id, passwordHash }: TicketOwner, now: Date, secrets: Secrets): string => {
  const until = now.getTime() + TICKET_MINUTES * MINUTE_MS;
  return secrets.encrypt(`${id} ${until} ${digestOf(passwordHash)}`, ASSOCIATED_DATA).toString('base64url');
};

/** An opened ticket. */
export interface Ticket {
  readonly userId: string;
  /** Whether the account's password is still the one that was given. */
  readonly fits: (passwordHash: string) => boolean;
}

/** What a ticket says; undefined when it is none of ours or its time is over. */
export const decryptTicket = (ticket: string, now: Date, secrets: Secrets): Ticket | undefined => {
  const [userId = '', until = '', digest = ''] = decryptOrEmpty(ticket, secrets).split(' ');
  if (userId === '' || now.getTime() >= Number(until)) return undefined;
  return { userId, fits: (passwordHash) => digestOf(passwordHash) === digest };
};

const decryptOrEmpty = (ticket: string, secrets: Secrets): string => {
  try {
    return secrets.decrypt(Buffer.from(ticket, 'base64url'), ASSOCIATED_DATA);
  } catch {
    return ''; // not encrypted by us, or for something else
  }
};
