import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '@skyport/db';
import { DAY_MS, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { ChatProblem, connectChat, type ChatClient } from './client.ts';
import {
  chatOutbox,
  blockChat,
  changeRemoval,
  endWithHold,
  listOldMessages,
  messageAssociatedData,
  noteSent,
  postponeAll,
  type DueMessage,
} from './outbox-store.ts';
import { botOf, mayHaveArrived, nextTry, verdictOf, type BotAccess, type ChatFault } from './rules.ts';

/** What became of one round of sending. */
export interface Deliver {
  readonly sent: number;
  readonly refused: number;
  /** Why the round ended early; the messages wait. */
  readonly stopped?: string;
}

export type ChatDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 'log' | 'jobs'>;

/** Telegram takes about 30 messages a second from one bot; a bell that rings everywhere must stay below. */
const PAUSE_MS = 40;
/** A message older than this can no longer be removed (Bot API, deleteMessage). */
const REMOVABLE_MS = 2 * DAY_MS;
const REMOVE_AGAIN_MS = 30 * SECOND_MS;

let connected: { readonly token: string; readonly apiRoot: string; readonly client: Promise<ChatClient> } | undefined;

/** The client of a bot, made once for each token and address. */
export const chatClientOf = (bot: BotAccess): Promise<ChatClient> => {
  if (connected?.token !== bot.token || connected.apiRoot !== bot.apiRoot) {
    connected = { token: bot.token, apiRoot: bot.apiRoot, client: connectChat(bot) };
  }
  return connected.client;
};

/**
 * Sends the messages that are due, one after the other. A chat that has blocked the bot is written to no more, a
 * message that Telegram will never take is given up, and a wait that Telegram asks for is kept by everything that
 * waits. When Telegram itself is at fault the round ends. Without a bot everything waits.
 */
export const deliverChats = async (deps: ChatDeps): Promise<Deliver> => {
  const { db, clock, settings } = deps;
  await chatOutbox.giveUpExpired(db, clock.now());
  const counts = { sent: 0, refused: 0 };
  for (let bot = botOf(settings.current()); bot; bot = botOf(settings.current())) {
    const message = await chatOutbox.takeDue(db, clock.now());
    if (!message) break;
    const fault = await tryOne(deps, await chatClientOf(bot), message);
    if (!fault) counts.sent += 1;
    else if (await settleFault(deps, message, fault)) return { ...counts, stopped: fault.problem };
    else counts.refused += 1;
    await pause(PAUSE_MS);
  }
  return counts;
};

/** Notes what a failed try means; true when the next message would meet the same. */
const settleFault = async (deps: ChatDeps, message: DueMessage, fault: ChatFault): Promise<boolean> => {
  const { id, chatId, tries, liveSeconds } = message;
  const { db, clock, jobs, log } = deps;
  const [at, problem, verdict] = [clock.now(), fault.problem, verdictOf(fault)];
  if (verdict === 'refused' || verdict === 'blocked') {
    await inTransaction(db, async (trx) => {
      await chatOutbox.noteRefused(trx, { id, at, problem });
      if (verdict === 'blocked') await blockChat(trx, chatId, at);
    });
    return false;
  }
  if (liveSeconds !== null && mayHaveArrived(fault)) {
    // Of two copies only the second could be removed: the number of the first is not known.
    await chatOutbox.noteRefused(db, { id, at, problem });
    return true;
  }
  const again =
    verdict === 'wait' ? new Date(at.getTime() + (fault.retryAfterSeconds ?? 1) * SECOND_MS) : nextTry(tries + 1, at);
  await inTransaction(db, async (trx) => {
    await chatOutbox.noteFailure(trx, { id, at: again, problem });
    if (verdict === 'wait') await postponeAll(trx, again);
    await jobs.addAt(trx, chatDeliver, { input: {}, at: again });
  });
  log.warn({ message: id, problem, tries: tries + 1 }, 'a Telegram message could not be sent yet');
  return true;
};

const tryOne = async (deps: ChatDeps, client: ChatClient, message: DueMessage): Promise<ChatFault | undefined> => {
  const { db, clock, secrets, jobs } = deps;
  const { id, chatId, encrypted, liveSeconds } = message;
  let text: string;
  try {
    text = secrets.decrypt(encrypted, messageAssociatedData(id));
  } catch {
    return { code: 400, problem: 'unreadable' };
  }
  // A process that dies while it sends does not know the outcome either.
  if (liveSeconds !== null) await endWithHold(db, id);
  try {
    const messageId = await client.send(chatId, text, { isPrivate: liveSeconds !== null });
    const at = clock.now();
    const removeAt = liveSeconds === null ? null : new Date(at.getTime() + liveSeconds * SECOND_MS);
    await inTransaction(db, async (trx) => {
      await noteSent(trx, { id, at, messageId, removeAt });
      if (removeAt) await jobs.addAt(trx, chatRemove, { input: {}, at: removeAt });
    });
    return undefined;
  } catch (problem) {
    if (problem instanceof ChatProblem) return problem.fault;
    throw problem;
  }
};

/** Removes messages that have lived long enough; tries again until Telegram would refuse it for good. */
export const removeOldChats = async (deps: ChatDeps): Promise<void> => {
  const { db, clock, settings } = deps;
  const bot = botOf(settings.current());
  if (!bot) return;
  const client = await chatClientOf(bot);
  for (const old of await listOldMessages(db, clock.now())) {
    const fault = await client.remove(old.chatId, old.messageId).then(
      () => undefined,
      (problem: unknown) => problem,
    );
    const final = !fault || (fault instanceof ChatProblem && ['refused', 'blocked'].includes(verdictOf(fault.fault)));
    const now = clock.now();
    const again = final || now.getTime() - old.sentAt.getTime() > REMOVABLE_MS ? null : now.getTime() + REMOVE_AGAIN_MS;
    await changeRemoval(db, old.id, again === null ? null : new Date(again));
  }
};

/** Sends what is due: at once what was queued, and each minute what waited. */
export const chatDeliver = job({
  name: 'chat.deliver',
  input: NoInput,
  maxAttempts: 3,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => void (await deliverChats(deps)),
});

/** Removes what has lived long enough; each message has a job at its own time. */
export const chatRemove = job({
  name: 'chat.remove',
  input: NoInput,
  maxAttempts: 3,
  cron: '* * * * *',
  run: removeOldChats,
});
