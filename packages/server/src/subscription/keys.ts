import type { Secrets } from '../platform/secrets.ts';

/** A userkey, and the day's key that stands in for it: 32 letters and digits. */
const KEY = /^[A-Za-z0-9]{32}$/;

/**
 * The key that opens an account's documents on one calendar day only, so that an operator never sees the customer's own
 * key ("dailyDescribKey").
 */
export const dailyKeyOf = (secrets: Pick<Secrets, 'mac'>, userkey: string, day: string): string =>
  secrets.mac('daily-key', `${userkey} ${day}`).toString('hex').slice(0, 32);

/**
 * The key in the last part of an address; undefined when there is none. Some clients glue what follows the address onto
 * it (`KEY&name=...`), which is cut off.
 */
export const keyOf = (part: string): string | undefined => {
  const end = part.indexOf('&');
  const key = end < 0 ? part : part.slice(0, end);
  return KEY.test(key) ? key : undefined;
};
