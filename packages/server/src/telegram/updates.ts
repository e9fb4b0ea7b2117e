import { TextOf } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { z } from 'zod';
import { botOf, queueChat, type ChatUpdate } from '../chat/index.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { createFailureLimiter } from '../platform/failure-limiter.ts';
import { answerUpdate } from './bot.ts';
import { lockTelegram } from './store.ts';
import { texts } from './texts.ts';
import { findOpenUpdate, insertUpdate, noteDone, noteTry } from './update-store.ts';

/** An update that fails so often is given up, because those behind it wait. */
const MOST_TRIES = 3;

/** Messages of one chat that are answered in a minute. */
const flood = createFailureLimiter({ max: 30, windowMs: MINUTE_MS });

/** The parts of an update that are kept; anything else of it is not looked at. */
const Update = z.object({
  update_id: z.number().int().nonnegative(),
  message: z
    .object({
      message_id: z.number().int(),
      text: TextOf(4096).optional(),
      chat: z.object({ id: z.number().int(), type: TextOf(40) }),
      from: z
        .object({
          id: z.number().int(),
          is_bot: z.boolean().optional(),
          first_name: TextOf(256).optional(),
          last_name: TextOf(256).optional(),
          username: TextOf(256).optional(),
        })
        .optional(),
    })
    .optional(),
});

/** Associated data of an update's encryption: the row it belongs to, with the name of its column. */
const updateAssociatedData = (botId: number, updateId: number): string => `tg_update.sealed:${botId}:${updateId}`;

/**
 * Takes updates over, each once however often it is delivered: after this they will be answered, so Telegram may forget
 * them. What is no update is passed over. Gives the highest number seen.
 */
export const takeUpdates = async (deps: Deps, botId: number, list: readonly unknown[]): Promise<number> => {
  const updates = list.flatMap((one) => Update.safeParse(one).data ?? []);
  if (updates.length > 0) {
    await inTransaction(deps.db, async (trx) => {
      for (const update of updates) {
        const { update_id: updateId } = update;
        const encrypted = deps.secrets.encrypt(JSON.stringify(update), updateAssociatedData(botId, updateId));
        await insertUpdate(trx, { botId, updateId, encrypted, at: deps.clock.now() });
      }
      await deps.jobs.add(trx, answerUpdates, {});
    });
  }
  const numbers = list.map((one) => Number((one as { update_id?: unknown } | null)?.update_id));
  return Math.max(0, ...numbers.filter((number) => Number.isSafeInteger(number)));
};

/**
 * Answers every update that waits for the bot of the settings, one after the other, oldest first. Ends at one that
 * fails: the next job tries it again, at the latest in a minute.
 */
export const answerOpenUpdates = async (deps: Deps): Promise<void> => {
  const bot = botOf(deps.settings.current());
  if (!bot) return;
  while (await answerNext(deps, Number(bot.botId)));
};

/** Answers what waits, at once after an update has come and each minute. */
export const answerUpdates = job({
  name: 'telegram.answer',
  input: NoInput,
  maxAttempts: 5,
  cron: '* * * * *',
  key: () => 'all',
  run: answerOpenUpdates,
});

const answerNext = async (deps: Deps, botId: number): Promise<boolean> => {
  let trying: { updateId: number; tries: number; update?: ChatUpdate } | undefined;
  try {
    return await inTransaction(deps.db, async (trx) => {
      await lockTelegram(trx);
      const found = await findOpenUpdate(trx, botId);
      trying = found;
      if (!found) return false;
      const { updateId, encrypted } = found;
      const update = JSON.parse(deps.secrets.decrypt(encrypted, updateAssociatedData(botId, updateId))) as ChatUpdate;
      trying = { ...found, update };
      if (!isFlood(deps, update)) await answerUpdate(trx, deps, update);
      await noteDone(trx, { botId, updateId, at: deps.clock.now() });
      return true;
    });
  } catch (fault) {
    if (!trying) throw fault;
    const { updateId, tries, update } = trying;
    const reason = fault instanceof Error ? fault.message : '';
    deps.log.error({ updateId, tries: tries + 1, reason }, 'a message to the bot could not be answered');
    if (tries + 1 < MOST_TRIES) {
      await noteTry(deps.db, { botId, updateId });
      return false;
    }
    await noteDone(deps.db, { botId, updateId, at: deps.clock.now() });
    await sayFailed(deps, update);
    return true;
  }
};

/** Tells a private chat that its message will get no answer. */
const sayFailed = async (deps: Deps, update: ChatUpdate | undefined): Promise<void> => {
  const chat = update?.message?.chat;
  if (chat?.type !== 'private') return;
  await inTransaction(deps.db, (trx) => queueChat(trx, deps, { chatId: chat.id, kind: 'failed', text: texts.failed }));
};

const isFlood = ({ clock }: Deps, { message }: ChatUpdate): boolean => {
  const [key, now] = [String(message?.chat.id), clock.now()];
  if (flood.isBlocked(key, now)) return true;
  flood.record(key, now);
  return false;
};
