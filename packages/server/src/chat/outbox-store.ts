import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { MINUTE_MS } from '../platform/clock.ts';
import { createOutbox, type DueRow } from '../platform/outbox-store.ts';

/** Associated data of a message's encryption: the row it belongs to. */
export const messageAssociatedData = (id: string): string => `chat_outbox.sealed:${id}`;

/** Whether a chat's owner has blocked the bot. */
export const isBlocked = async (db: Db, chatId: number): Promise<boolean> => {
  const row = await db.selectFrom('blocked_chats').select('at').where('chat_id', '=', chatId).executeTakeFirst();
  return row !== undefined;
};

/** Notes that a chat's owner has blocked the bot: what waits for it is given up. */
export const blockChat = async (trx: Db, chatId: number, at: Date): Promise<void> => {
  await sql`insert into blocked_chats (chat_id, at) values (${chatId}, ${at}) on conflict do nothing`.execute(trx);
  await sql`
    update chat_outbox set gave_up_at = ${at}, sealed = null, problem = 'blocked'
     where chat_id = ${chatId} and sent_at is null and gave_up_at is null`.execute(trx);
};

/** Notes that a chat's owner has written to the bot: they may be written to again. */
export const unblockChat = async (trx: Db, chatId: number): Promise<void> => {
  await trx.deleteFrom('blocked_chats').where('chat_id', '=', chatId).execute();
};

/** A message that is being sent. */
export interface DueMessage extends DueRow {
  readonly chatId: number;
  readonly liveSeconds: number | null;
}

/** What becomes of messages that wait. */
export const chatOutbox = createOutbox<DueMessage>('chat_outbox', {
  columns: sql`id, chat_id as "chatId", sealed as encrypted, live_seconds as "liveSeconds", tries`,
  heldMs: 2 * MINUTE_MS,
});

/** Lets a message that was taken end together with its hold, so that nothing sends it a second time after that. */
export const endWithHold = async (db: Db, id: string): Promise<void> => {
  await sql`update chat_outbox set expires_at = least(expires_at, next_try) where id = ${id}`.execute(db);
};

/** A message as it is stored first. */
interface NewMessage {
  readonly id: string;
  readonly chat_id: number;
  readonly kind: string;
  readonly sealed: Buffer;
  readonly next_try: Date;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly live_seconds: number | null;
}

/** Puts a message into the outbox. */
export const insertMessage = async (trx: Db, message: NewMessage): Promise<void> => {
  await trx.insertInto('chat_outbox').values(message).execute();
};

/** Notes that Telegram has taken the message, forgets its text, and says when it is to be removed. */
export const noteSent = async (
  db: Db,
  { id, at, messageId, removeAt }: { id: string; at: Date; messageId: number; removeAt: Date | null },
): Promise<void> => {
  await db
    .updateTable('chat_outbox')
    .set({ sent_at: at, sealed: null, problem: '', message_id: messageId, remove_at: removeAt })
    .where('id', '=', id)
    .where('gave_up_at', 'is', null)
    .execute();
};

/** Telegram wants nothing before an instant: whatever waits, waits until then. */
export const postponeAll = async (db: Db, until: Date): Promise<void> => {
  await db
    .updateTable('chat_outbox')
    .set({ next_try: until })
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('next_try', '<', until)
    .execute();
};

/** A message that has lived long enough. */
export interface OldMessage {
  readonly id: string;
  readonly chatId: number;
  readonly messageId: number;
  readonly sentAt: Date;
}

/** Messages that are to be removed from their chats now. */
export const listOldMessages = async (db: Db, now: Date): Promise<OldMessage[]> => {
  const { rows } = await sql<OldMessage>`
    select id, chat_id as "chatId", message_id as "messageId", sent_at as "sentAt" from chat_outbox
     where remove_at <= ${now} order by remove_at limit 100`.execute(db);
  return rows;
};

/** Says when the removal of a message is tried again; null when there is nothing left to try. */
export const changeRemoval = async (db: Db, id: string, at: Date | null): Promise<void> => {
  await db.updateTable('chat_outbox').set({ remove_at: at }).where('id', '=', id).execute();
};

/** Removes messages that were done with before an instant. */
export const forgetOldMessages = async (db: Db, before: Date): Promise<void> => {
  await db
    .deleteFrom('chat_outbox')
    .where('created_at', '<', before)
    .where('remove_at', 'is', null)
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('gave_up_at', 'is not', null)]))
    .execute();
};
