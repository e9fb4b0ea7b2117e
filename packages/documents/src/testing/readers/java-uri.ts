import { isIPv4, isIPv6 } from 'node:net';
import { ensure, nth, portOf, refuse, valuesOf } from './found.ts';
import type { Values } from './found.ts';

/** Parts of a share link. Texts are as they stand, still percent-encoded. */
export interface JavaUri {
  readonly scheme: string;
  readonly userInfo: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** RFC 2396: letters, digits and marks; percent codes; and what Java calls "other", neither control nor space. */
const legal = (more: string): RegExp =>
  new RegExp(`^(?:[A-Za-z0-9_.!~*'()${more}-]|%[0-9A-Fa-f]{2}|[^\\u0000-\\u009f\\p{Z}])*$`, 'u');

const USER_INFO = legal(';:&=+$,');
const PATH = legal(':@&=+$,;/');
const URIC = legal(';/?:@&=+$,\\[\\]');

/** Host names of RFC 2396: no underscore, and the last label begins with a letter. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?\.?$/i;

const hostOf = (text: string, where: string): string => {
  const bare = /^\[(.*)\]$/.exec(text)?.[1];
  if (bare !== undefined) return isIPv6(bare) ? bare : refuse(where, `no IPv6 address: ${text}`);
  return isIPv4(text) || HOST.test(text) ? text : refuse(where, `no host: ${JSON.stringify(text)}`);
};

/**
 * Reads a link as `java.net.URI` does, which v2rayNG and other clients of Android use: every component holds legal
 * characters only, and the authority must be `user@host:port` with a numeric port, otherwise Java gives port -1 and the
 * line is lost. Throws for everything else.
 */
export const javaUri = (link: string): JavaUri => {
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(link);
  const part = nth(parts ?? refuse(link, 'no URI'));
  const server = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@[\]]*):(\d+)$/.exec(part(2));
  const place = nth(server ?? refuse(link, 'authority is not user@host:port'));
  ensure(USER_INFO.test(place(1)), link, 'illegal character in user info');
  ensure(PATH.test(part(3)), link, 'illegal character in path');
  ensure(URIC.test(part(4)), link, 'illegal character in query');
  ensure(URIC.test(part(5)), link, 'illegal character in fragment');
  return {
    scheme: part(1),
    userInfo: place(1),
    host: hostOf(place(2), link),
    port: portOf(place(3), link),
    path: part(3),
    query: part(4),
    fragment: part(5),
  };
};

/** Percent codes to text; a plus sign stays one. Throws for codes that are no UTF-8. */
export const decoded = (text: string, where: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(where, 'percent codes that are no UTF-8');
  }
};

/**
 * Parameters of a query. v2rayNG cuts each at `=` into exactly two parts, so a bare key or a second `=` is refused, and
 * so are keys that nobody documents or that stand twice.
 */
export const parametersOf = (uri: JavaUri, known: readonly string[], link: string): Values => {
  const found = new Map<string, string>();
  for (const pair of uri.query === '' ? [] : uri.query.split('&')) {
    const [key, value, ...rest] = pair.split('=');
    if (key === undefined || value === undefined || rest.length > 0) return refuse(link, `not key=value: ${pair}`);
    ensure(known.includes(key), link, `parameter ${key} is not documented`);
    ensure(!found.has(key), link, `parameter ${key} stands twice`);
    found.set(key, decoded(value, link));
  }
  return valuesOf(found);
};
