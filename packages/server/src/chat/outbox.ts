import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { z } from 'zod';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { jobKind } from '../platform/jobs.ts';
import { createOutbox, type DueRow } from '../platform/outbox.ts';
import { KEPT_TRYING_MS } from './rules.ts';

/** One message to one chat. */
export interface ChatMessage {
  readonly chatId: number;
  /** Which message it is, for operators: never a person, never a key. */
  readonly kind: string;
  /** Plain text. */
  readonly text: string;
  /** The message is removed from the chat so many seconds after it was sent, and cannot be forwarded. */
  readonly liveSeconds?: number;
  /** After this it is not worth sending; by default two days from now. */
  readonly expiresAt?: Date;
}

/** Sends what is due. Jobs that have not started yet are one job. */
export const chatDeliver = jobKind({ name: 'chat.deliver', input: z.unknown(), key: () => 'all', tries: 3 });
/** The same, when a message has lived long enough. */
export const chatRemove = jobKind({ name: 'chat.remove', input: z.unknown(), tries: 3 });

type QueueDeps = Pick<Deps, 'clock' | 'ids' | 'secrets' | 'jobs'>;

/**
 * Puts a message into the outbox, in the caller's transaction: it exists exactly when what caused it was committed, and
 * waits there as long as Telegram does not take it. False when the chat's owner has blocked the bot.
 */
export const queueChat = async (trx: Db, deps: QueueDeps, message: ChatMessage): Promise<boolean> => {
  if (await isBlocked(trx, message.chatId)) return false;
  const [id, now] = [deps.ids.next(), deps.clock.now()];
  await trx
    .insertInto('chat_outbox')
    .values({
      id,
      chat_id: message.chatId,
      kind: message.kind,
      sealed: deps.secrets.encrypt(message.text, messageContext(id)),
      next_try: now,
      created_at: now,
      expires_at: message.expiresAt ?? new Date(now.getTime() + KEPT_TRYING_MS),
      live_seconds: message.liveSeconds ?? null,
    })
    .execute();
  await deps.jobs.add(trx, chatDeliver, {});
  return true;
};

/** Where a text belongs: bound into its encryption. */
export const messageContext = (id: string): string => `chat_outbox.sealed:${id}`;

const isBlocked = async (db: Db, chatId: number): Promise<boolean> => {
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
  columns: sql`id, chat_id as "chatId", sealed, live_seconds as "liveSeconds", tries`,
  heldMs: 2 * MINUTE_MS,
});

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
