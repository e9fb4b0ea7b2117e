import type { Settings } from '@skyport/contract/settings-table';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';

/** Telegram's own server of the Bot API. */
const OFFICIAL_ROOT = 'https://api.telegram.org';

/** The bot of the settings: whose it is, where its API is, and how its updates arrive. */
export interface BotAccess {
  readonly token: string;
  /** The number in front of the token's colon: the bot's id at Telegram. */
  readonly botId: string;
  readonly apiRoot: string;
  readonly webhook: boolean;
}

/** The bot that the settings name; undefined while there is none, or while its token cannot be one. */
export const botOf = (
  settings: Pick<Settings, 'telegram_bot_token' | 'telegram_api_root' | 'telegram_webhook'>,
): BotAccess | undefined => {
  const token = settings.telegram_bot_token.trim();
  const botId = /^(\d{1,15}):[A-Za-z0-9_-]{10,}$/.exec(token)?.[1];
  const root = settings.telegram_api_root.trim().replace(/\/+$/, '') || OFFICIAL_ROOT;
  if (botId === undefined || !/^https?:\/\//.test(root) || !URL.canParse(root)) return undefined;
  return { token, botId, apiRoot: root, webhook: settings.telegram_webhook };
};

/** Pauses after the first, second … failed try. */
const PAUSES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS];
const LONGEST_PAUSE_MS = 6 * HOUR_MS;

/** How long a message that nothing else limits is tried. */
export const KEPT_TRYING_MS = 2 * DAY_MS;

/** When a message is tried again after its `tries`-th failed try. */
export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + (PAUSES_MS[tries - 1] ?? LONGEST_PAUSE_MS));

/** What Telegram, or the way to it, said of a failed call. */
export interface ChatFault {
  /** The Bot API's code, which is HTTP's; 0 when there was no answer. */
  readonly code: number;
  readonly retryAfterSeconds?: number;
  /** A short reason for operators: never a text that was to be sent, never the token. */
  readonly problem: string;
}

/** Whether Telegram may have taken the message although the call failed. */
export const mayHaveArrived = ({ code }: ChatFault): boolean => code === 0 || code >= 500;

/**
 * What a failed try means: the chat's owner has shut the bot out; nobody will ever take this message; Telegram wants us
 * to wait; or Telegram, the way to it or the token is at fault, so that the next message would meet the same.
 */
export type Verdict = 'blocked' | 'refused' | 'wait' | 'stop';

/** Codes after https://core.telegram.org/bots/api#making-requests; 401 and 404 are a wrong token or API address. */
export const verdictOf = ({ code }: ChatFault): Verdict => {
  if (code === 429) return 'wait';
  if (code === 403) return 'blocked';
  return code === 400 ? 'refused' : 'stop';
};
