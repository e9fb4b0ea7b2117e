import type { Random } from '../platform/ids.ts';
import { MINUTE_MS } from '../platform/clock.ts';

/** How long a code, a link to the bot and a request to be bound live. */
export const BIND_MS = 10 * MINUTE_MS;

/** Requests that wait for one account at most; one more takes the place of the oldest. */
export const MOST_REQUESTS = 3;

/** The alphabet of RFC 4648 base32: no sign is taken for another one. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A one-time code: 40 random bits. */
export const makeCode = (random: Random): string => Array.from({ length: 8 }, () => BASE32[random.below(32)]).join('');

/** Somebody on Telegram. */
export interface Person {
  readonly id: number;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly username?: string;
}

const NAME_LENGTH = 60;

/**
 * What somebody on Telegram calls themselves, to be shown to somebody else: one line without signs that are invisible
 * or that turn the direction of what follows.
 */
export const nameOf = ({ id, first_name = '', last_name = '', username = '' }: Person): string => {
  const called = `${first_name} ${last_name}`.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const short = Array.from(called).slice(0, NAME_LENGTH).join('');
  const handle = /^\w{1,32}$/.test(username) ? `@${username}` : '';
  return [short, short && handle ? `(${handle})` : handle].filter(Boolean).join(' ') || String(id);
};

/** A command and what stands behind it. */
export interface Command {
  readonly name: string;
  readonly args: readonly string[];
}

/** The command of a message: `/name`, or `/name@bot` for this bot; undefined for anything else. */
export const commandOf = (text: string, username: string): Command | undefined => {
  const [, name, addressee, rest = ''] = /^\/([A-Za-z_]{1,32})(?:@(\w+))?(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  if (addressee !== undefined && addressee.toLowerCase() !== username.toLowerCase()) return undefined;
  return { name: name.toLowerCase(), args: rest.split(/\s+/).filter(Boolean) };
};

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What `/bind` is given: an account's id and perhaps a code. Undefined when it is no id. */
export const bindArgs = (args: readonly string[]): { userId: string; code: string | undefined } | undefined => {
  const [id = '', code] = args;
  return ID.test(id.toLowerCase()) ? { userId: id.toLowerCase(), code: code?.toUpperCase() } : undefined;
};

/** The link that opens the bot, with a token that binds (https://core.telegram.org/bots/features#deep-linking). */
export const botLink = (username: string, token = ''): string =>
  username && `https://t.me/${username}${token && `?start=${token}`}`;
