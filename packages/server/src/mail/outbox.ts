import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { z } from 'zod';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { jobKind } from '../platform/jobs.ts';
import { createOutbox, type DueRow } from '../platform/outbox.ts';
import type { Letter } from './letter.ts';
import { isAddress, KEPT_TRYING_MS } from './rules.ts';

/** One letter to one person. */
export interface Mail {
  /** A bare address; what is none is not written to. */
  readonly to: string;
  /** Which letter it is, for operators: never a person, never a key. */
  readonly kind: string;
  readonly letter: Letter;
  /** After this it is not worth sending, for example because its link is dead; by default three days from now. */
  readonly expiresAt?: Date;
}

/** Sends what is due. Jobs that have not started yet are one job. */
export const mailDeliver = jobKind({
  name: 'mail.deliver',
  input: z.unknown(),
  key: () => 'all',
  tries: 3,
});

type QueueDeps = Pick<Deps, 'clock' | 'ids' | 'secrets' | 'jobs'>;

/**
 * Puts a mail into the outbox, in the caller's transaction: it exists exactly when what caused it was committed, and
 * waits there as long as no mail server takes it. False when the address is none that mail could go to.
 */
export const queueMail = async (trx: Db, deps: QueueDeps, mail: Mail): Promise<boolean> => {
  if (!isAddress(mail.to)) return false;
  const [id, now] = [deps.ids.next(), deps.clock.now()];
  await trx
    .insertInto('mail_outbox')
    .values({
      id,
      recipient: mail.to,
      kind: mail.kind,
      sealed: deps.secrets.encrypt(JSON.stringify(mail.letter), letterContext(id)),
      next_try: now,
      created_at: now,
      expires_at: mail.expiresAt ?? new Date(now.getTime() + KEPT_TRYING_MS),
    })
    .execute();
  await deps.jobs.add(trx, mailDeliver, {});
  return true;
};

/** Where a letter belongs: bound into its encryption. */
export const letterContext = (id: string): string => `mail_outbox.sealed:${id}`;

/** A mail that is being sent. */
export interface DueMail extends DueRow {
  readonly recipient: string;
}

/** What becomes of mails that wait. */
export const mailOutbox = createOutbox<DueMail>('mail_outbox', {
  columns: sql`id, recipient, sealed, tries`,
  heldMs: 5 * MINUTE_MS,
});

/** Notes that a mail server has taken the mail, and forgets its text. */
export const noteSent = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('mail_outbox').set({ sent_at: at, sealed: null, problem: '' }).where('id', '=', id).execute();
};

/** Removes mails that were done with before an instant. */
export const removeOldMails = async (db: Db, before: Date): Promise<void> => {
  await db
    .deleteFrom('mail_outbox')
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('gave_up_at', 'is not', null)]))
    .execute();
};
