import type { Settings } from '@skyport/contract/settings-table';
import { createTransport } from 'nodemailer';
import { takeAttempts } from '../platform/attempts.ts';
import { refundAttempts } from '../platform/attempts-store.ts';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { Secrets } from '../platform/secrets.ts';
import { mailboxAttempt } from './mailbox.ts';
import type { MailMessage } from './message.ts';
import { mailOutbox, mailAssociatedData, noteSent, type DueMail } from './outbox-store.ts';
import { mailIsOn, nextTry, reasonOf, senderOf, verdictOf, type SmtpFault } from './rules.ts';

/** What became of one round of sending. */
export interface Deliver {
  readonly sent: number;
  /** Mails that nobody will ever get: their recipient's server refuses them, or the mailbox has had too many. */
  readonly refused: number;
  /** Why the round ended early (from `reasonOf`); the mails wait. */
  readonly stopped?: string;
}

type DeliverDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'secrets' | 'settings' | 'log'>;

/** Port on which the connection is encrypted from its first byte (RFC 8314). */
const TLS_PORT = 465;

/** A try takes less than half a minute, whatever the server does. */
const TIMES = {
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  dnsTimeout: 10 * SECOND_MS,
  socketTimeout: 20 * SECOND_MS,
} as const;

/** The operator's mail server. Without `smtp_plain` nothing goes to it unencrypted, least of all the password. */
const transportOf = (settings: Settings) => {
  const ca = settings.smtp_ca.trim();
  return createTransport({
    ...TIMES,
    host: settings.smtp_host.trim(),
    port: settings.smtp_port,
    secure: settings.smtp_port === TLS_PORT,
    requireTLS: !settings.smtp_plain,
    ...(settings.smtp_user && { auth: { user: settings.smtp_user, pass: settings.smtp_password } }),
    tls: { minVersion: 'TLSv1.2', ...(ca && { ca }) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** A mail on its way: its number, and to whom it goes. */
export type Addressed = Pick<DueMail, 'id' | 'recipient'>;

/** Sends one mail now; throws what went wrong between us and the server. */
export const sendOne = async (mail: Addressed, message: MailMessage, settings: Settings): Promise<void> => {
  const from = senderOf(settings);
  const transport = transportOf(settings);
  try {
    await transport.sendMail({
      from: { name: settings.site_name.replaceAll(/\p{Cc}+/gu, ' '), address: from },
      to: { name: '', address: mail.recipient },
      envelope: { from, to: [mail.recipient] },
      // The same at every try: a mail that a server took without our hearing of it can be told to be the same one.
      messageId: `<${mail.id}@${from.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      subject: message.subject,
      text: message.text,
      html: message.html,
    });
  } finally {
    transport.close();
  }
};

/**
 * Sends the mails that are due, one after the other. A mail that its recipient's server refuses for good is given up,
 * and so is one whose mailbox has had too many; any other failed one is tried again after a pause that grows. When the
 * mail server itself is at fault the round ends, because the next mail would meet the same. Without a mail server
 * everything waits.
 */
export const deliverMails = async (deps: DeliverDeps): Promise<Deliver> => {
  const { db, clock, settings } = deps;
  await mailOutbox.giveUpExpired(db, clock.now());
  const counts = { sent: 0, refused: 0 };
  while (mailIsOn(settings.current())) {
    const mail = await mailOutbox.takeDue(db, clock.now());
    if (!mail) break;
    const fault = await tryOne(mail, deps);
    if (!fault) {
      counts.sent += 1;
      continue;
    }
    const problem = reasonOf(fault);
    const verdict = verdictOf(fault);
    if (verdict === 'refused') {
      counts.refused += 1;
      await mailOutbox.noteRefused(db, { id: mail.id, at: clock.now(), problem });
      continue;
    }
    await mailOutbox.noteFailure(db, { id: mail.id, at: nextTry(mail.tries + 1, clock.now()), problem });
    deps.log.warn({ mail: mail.id, problem, tries: mail.tries + 1 }, 'a mail could not be sent yet');
    if (verdict === 'stop') return { ...counts, stopped: problem };
  }
  return counts;
};

/** What stands for a mail that no key of ours decrypts: it will never be readable, so it is given up. */
const UNREADABLE: SmtpFault = { code: 'EUNREADABLE', responseCode: 500, command: 'DATA' };
/** What stands for a mail whose mailbox has had too many. */
const TOO_MANY: SmtpFault = { code: 'ETOOMANY', responseCode: 500, command: 'RCPT TO' };

/**
 * Sends one mail and notes that it is gone; gives what went wrong between us and the server, if anything did. Mails are
 * counted here and not where they are written: there a transaction would hold the lock of a mailbox beside all its
 * others, and here no kind of mail can be forgotten. One that did not arrive does not count.
 */
const tryOne = async (mail: DueMail, deps: DeliverDeps): Promise<SmtpFault | undefined> => {
  const { db, clock, secrets, settings, log } = deps;
  const message = readMessage(mail, secrets);
  if (!message) return UNREADABLE;
  const counted = await takeAttempts(deps, [mailboxAttempt(mail.recipient, mail.urgency)]);
  if (!('taken' in counted)) {
    log.warn({ mail: mail.id, urgency: mail.urgency }, 'a mail is dropped: its mailbox has had too many');
    return TOO_MANY;
  }
  try {
    await sendOne(mail, message, settings.current());
  } catch (fault) {
    await refundAttempts(db, counted.taken);
    return fault as SmtpFault;
  }
  await noteSent(db, mail.id, clock.now());
  return undefined;
};

const readMessage = (mail: DueMail, secrets: Secrets): MailMessage | undefined => {
  try {
    return JSON.parse(secrets.decrypt(mail.encrypted, mailAssociatedData(mail.id))) as MailMessage;
  } catch {
    return undefined;
  }
};
