import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { MINUTE_MS } from '../platform/clock.ts';
import { createOutbox, type DueRow } from '../platform/outbox-store.ts';
import type { Urgency } from './mailbox.ts';

/** Associated data of a mail's encryption: the row it belongs to, so that it can be decrypted in no other one. */
export const mailAssociatedData = (id: string): string => `mail_outbox.sealed:${id}`;

/** A mail that is being sent. */
export interface DueMail extends DueRow {
  readonly recipient: string;
  readonly urgency: Urgency;
}

/** What becomes of mails that wait. */
export const mailOutbox = createOutbox<DueMail>('mail_outbox', {
  columns: sql`id, recipient, urgency, sealed as encrypted, tries`,
  heldMs: 5 * MINUTE_MS,
});

/** A mail as it is stored first. */
interface NewMail {
  readonly id: string;
  readonly recipient: string;
  readonly kind: string;
  readonly urgency: Urgency;
  readonly sealed: Buffer;
  readonly next_try: Date;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** Puts a mail into the outbox. */
export const insertMail = async (trx: Db, mail: NewMail): Promise<void> => {
  await trx.insertInto('mail_outbox').values(mail).execute();
};

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
