import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { mailDeliver } from './jobs.ts';
import type { Urgency } from './mailbox.ts';
import type { MailMessage } from './message.ts';
import { insertMail, mailAssociatedData } from './outbox-store.ts';
import { isAddress, KEPT_TRYING_MS } from './rules.ts';

/** One mail to one person. */
export interface Mail {
  /** A bare address; what is none is not written to. */
  readonly to: string;
  /** Which mail it is, for operators: never a person, never a key. */
  readonly kind: string;
  readonly urgency: Urgency;
  readonly message: MailMessage;
  /** After this it is not worth sending, for example because its link is dead; by default three days from now. */
  readonly expiresAt?: Date;
}

type QueueDeps = Pick<Deps, 'clock' | 'ids' | 'secrets' | 'jobs'>;

/**
 * Puts a mail into the outbox, in the caller's transaction: it exists exactly when what caused it was committed, and
 * waits there as long as no mail server takes it. Gives its id; undefined when the address is none
 * that mail could go to.
 */
export const queueMail = async (trx: Db, deps: QueueDeps, mail: Mail): Promise<string | undefined> => {
  if (!isAddress(mail.to)) return undefined;
  const [id, now] = [deps.ids.next(), deps.clock.now()];
  await insertMail(trx, {
    id,
    recipient: mail.to,
    kind: mail.kind,
    urgency: mail.urgency,
    sealed: deps.secrets.encrypt(JSON.stringify(mail.message), mailAssociatedData(id)),
    next_try: now,
    created_at: now,
    expires_at: mail.expiresAt ?? new Date(now.getTime() + KEPT_TRYING_MS),
  });
  await deps.jobs.add(trx, mailDeliver, {});
  return id;
};
