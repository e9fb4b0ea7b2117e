import { setTimeout } from 'node:timers/promises';
import type { Settings } from '@skyport/contract/settings-table';
import { botOf, ChatProblem, chatClientOf, type BotAccess, type ChatClient } from '../chat/index.ts';
import { consoleBase } from '../mail/index.ts';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { LeaderWork } from '../platform/leader.ts';
import { findBotName, saveBot } from './store.ts';
import { menuOf } from './menu.ts';
import { takeUpdates } from './updates.ts';
import { webhookSecret } from './webhook.ts';

/** Seconds that a fetch waits for something to come. */
const WAIT_SECONDS = 25;
/** How often the settings are read again, and the wait between two tries. */
const SETTINGS_CHECK_MS = 500;
/** Pauses after the first, second … failure in a row. */
const PAUSES_MS = [1, 2, 5, 10, 30].map((n) => n * SECOND_MS);

/**
 * Takes what people write to the bot, for as long as the settings name one: fetches it, or has it delivered to the
 * webhook. Telegram serves one fetcher of a bot only, so this runs in the leading process. Ends within
 * moments of `stop`.
 */
export const startTelegram = (deps: Deps): LeaderWork => {
  const stopped = new AbortController();
  const loop = serveBots(deps, stopped.signal);
  return {
    stop: async () => {
      stopped.abort();
      await loop;
    },
  };
};

/** What a bot is served by: another one, or another menu of it, is served anew. */
const keyOf = (settings: Settings): string => JSON.stringify([botOf(settings) ?? null, menuOf(settings)]);

const serveBots = async (deps: Deps, stopped: AbortSignal): Promise<void> => {
  let failures = 0;
  while (!stopped.aborted) {
    const settings = deps.settings.current();
    const bot = botOf(settings);
    // Ends with the process or when the settings name another bot, or change its menu.
    const until = new AbortController();
    const watch = setInterval(() => {
      if (stopped.aborted || keyOf(deps.settings.current()) !== keyOf(settings)) until.abort();
    }, SETTINGS_CHECK_MS);
    const end = (): void => until.abort();
    stopped.addEventListener('abort', end, { once: true });
    try {
      if (bot) await serveBot(deps, bot, { signal: until.signal, onSuccess: () => (failures = 0) });
      else if (await findBotName(deps.db)) await saveBot(deps.db, undefined);
      await pause(SETTINGS_CHECK_MS, until.signal);
    } catch (problem) {
      failures += 1;
      await afterFailure(deps, problem, { failures, signal: until.signal });
    } finally {
      clearInterval(watch);
      stopped.removeEventListener('abort', end);
    }
  }
};

/**
 * Says why the bot is not served now, and waits: as long as Telegram asks, longer and longer, or until it is mended.
 */
const afterFailure = async (
  { log }: Deps,
  problem: unknown,
  { failures, signal }: { failures: number; signal: AbortSignal },
): Promise<void> => {
  if (signal.aborted) return;
  const fault = problem instanceof ChatProblem ? problem.fault : undefined;
  const reason = fault?.problem ?? (problem instanceof Error ? problem.message : '');
  if (failures <= PAUSES_MS.length) log.warn({ reason }, 'the Telegram bot is not served');
  const asked = (fault?.retryAfterSeconds ?? 0) * SECOND_MS;
  await pause(Math.max(asked, PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1]!), signal);
};

/** How long a bot is served, and who hears of each success at Telegram: after one, failures are counted anew. */
interface Serving {
  readonly signal: AbortSignal;
  readonly onSuccess: () => void;
}

const serveBot = async (deps: Deps, bot: BotAccess, { signal, onSuccess }: Serving): Promise<void> => {
  const client = await chatClientOf(bot);
  const username = await client.username();
  await client.showMenu(menuOf(deps.settings.current()));
  if (bot.webhook) {
    const url = `${consoleBase(deps.env, deps.settings.current())}/api/telegram/webhook`;
    await client.deliverTo({ url, secret: webhookSecret(deps.secrets, bot) });
  } else await client.deliverTo(undefined);
  await saveBot(deps.db, { botId: Number(bot.botId), username, at: deps.clock.now() });
  deps.log.info({ bot: username, webhook: bot.webhook }, 'the Telegram bot is served');
  onSuccess();
  let from = 0;
  while (!signal.aborted) {
    if (bot.webhook) await pause(SETTINGS_CHECK_MS, signal);
    else from = await fetchOnce(deps, { bot, client, from, signal });
    onSuccess();
  }
};

/** Fetches updates from a number on and takes them over; gives the number to go on with. */
const fetchOnce = async (
  deps: Deps,
  { bot, client, from, signal }: { bot: BotAccess; client: ChatClient; from: number; signal: AbortSignal },
): Promise<number> => {
  const updates = await client.updates(from, WAIT_SECONDS, signal);
  if (updates.length === 0) return from;
  return Math.max(from, (await takeUpdates(deps, Number(bot.botId), updates)) + 1);
};

/** Waits; the end of the polling ends it early. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
