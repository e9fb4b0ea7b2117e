import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { chatDeliver } from './deliver.ts';
import { insertMessage, isBlocked, messageAssociatedData } from './outbox-store.ts';
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

type QueueDeps = Pick<Deps, 'clock' | 'ids' | 'secrets' | 'jobs'>;

/**
 * Puts a message into the outbox, in the caller's transaction: it exists exactly when what caused it was committed, and
 * waits there as long as Telegram does not take it. False when the chat's owner has blocked the bot.
 */
export const queueChat = async (trx: Db, deps: QueueDeps, message: ChatMessage): Promise<boolean> => {
  if (await isBlocked(trx, message.chatId)) return false;
  const [id, now] = [deps.ids.next(), deps.clock.now()];
  await insertMessage(trx, {
    id,
    chat_id: message.chatId,
    kind: message.kind,
    sealed: deps.secrets.encrypt(message.text, messageAssociatedData(id)),
    next_try: now,
    created_at: now,
    expires_at: message.expiresAt ?? new Date(now.getTime() + KEPT_TRYING_MS),
    live_seconds: message.liveSeconds ?? null,
  });
  await deps.jobs.add(trx, chatDeliver, {});
  return true;
};
