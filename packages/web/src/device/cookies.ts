/** Cookies that scripts of the page may read. Path / and SameSite=Lax, one day unless said otherwise. */
export interface CookieOptions {
  readonly days?: number;
}

/** The value of a cookie as it is kept, or undefined. */
export const rawCookie = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${encodeURIComponent(name)}=`));
  return found?.slice(found.indexOf('=') + 1);
};

/** The value of a cookie, or undefined. */
export const readCookie = (name: string): string | undefined => {
  const raw = rawCookie(name);
  return raw === undefined ? undefined : decoded(raw);
};

/** The text behind percent codes; a value that somebody else wrote without them is taken as it is. */
const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

/** Sets a cookie for some days. */
export const writeCookie = (name: string, value: string, { days = 1 }: CookieOptions = {}): void => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${days * 86_400}${secure}`;
};

/** Removes a cookie. */
export const removeCookie = (name: string): void => {
  document.cookie = `${encodeURIComponent(name)}=; Path=/; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
};

export const CHANNEL_DAYS = 30;
export const FOREVER_DAYS = 99_999;
export const REGISTER_DAYS = 50;

/**
 * The marketing channel of a visitor: `c` of the address (a slash at its end removed) for 30 days, else the default for
 * 99999 days. A channel that is there already is never overwritten.
 */
export const rememberChannel = (c: string | null, defaultCode: string): void => {
  if (readCookie('channel_code') !== undefined) return;
  const code = c?.replace(/\/$/, '');
  if (code) writeCookie('channel_code', code, { days: CHANNEL_DAYS });
  else if (defaultCode) writeCookie('channel_code', defaultCode, { days: FOREVER_DAYS });
};
