import { isIPv4, isIPv6 } from 'node:net';

/**
 * What a reader found about one line, under the same names for every format. Absent where the protocol or the format
 * has no such thing. `credential` is the UUID or the whole password, with a 2022 cipher `serverKey:userKey`.
 */
export interface FoundLine {
  readonly protocol: 'vmess' | 'shadowsocks' | 'hysteria2' | 'vless';
  readonly name: string;
  /** Host name or IP address, never in brackets. */
  readonly server: string;
  readonly port: number;
  readonly credential: string;
  /** Cipher of Shadowsocks. */
  readonly method?: string | undefined;
  readonly network?: 'tcp' | 'ws' | undefined;
  readonly path?: string | undefined;
  /** Host header of WebSocket, when the document has one. */
  readonly host?: string | undefined;
  readonly tls: boolean;
  /** Server name of TLS, when the document has one. */
  readonly sni?: string | undefined;
  /** Whether the client is told to accept any certificate. */
  readonly insecure?: boolean | undefined;
  /** Hex SHA-256 of the only certificate to accept, lower case. */
  readonly pin?: string | undefined;
  readonly flow?: string | undefined;
  readonly publicKey?: string | undefined;
  readonly shortId?: string | undefined;
}

/** Refuses a document; `where` is a line number or the thing that is wrong in itself. */
export const refuse = (where: number | string, why: string): never => {
  throw new Error(typeof where === 'number' ? `line ${where}: ${why}` : `${where}: ${why}`);
};

/** Refuses when something does not hold. */
export function ensure(holds: boolean, where: number | string, why: string): asserts holds {
  if (!holds) refuse(where, why);
}

/** Values by key, with an empty text for what is not there. */
export interface Values {
  has(key: string): boolean;
  get(key: string): string;
}

/** Makes absent values empty texts. */
export const valuesOf = (found: ReadonlyMap<string, string>): Values => ({
  has: (key) => found.has(key),
  get: (key) => found.get(key) ?? '',
});

/** What stands before and after the first separator; nothing after when there is none. */
export const cutOnce = (text: string, separator: string): readonly [string, string] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
};

/** Positional fields, with an empty text for those that are not there. */
export const nth =
  (fields: readonly (string | undefined)[]): ((index: number) => string) =>
  (index) =>
    fields[index] ?? '';

/** A port as clients take it: digits only, 1 to 65 535. */
export const portOf = (text: string, where: number | string): number => {
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : refuse(where, `no port: ${JSON.stringify(text)}`);
};

/** Labels of letters, digits and hyphens (RFC 1123); underscores are met in practice. */
const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i;

/** A host name or a bare IP address. */
export const serverOf = (text: string, where: number | string): string =>
  isIPv4(text) || isIPv6(text) || HOST.test(text) ? text : refuse(where, `no server: ${JSON.stringify(text)}`);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID in its canonical form. */
export const uuidOf = (text: string, where: number | string): string =>
  UUID.test(text) ? text : refuse(where, `no UUID: ${JSON.stringify(text)}`);

/** A certificate's SHA-256: 64 hex digits, with or without colons. */
export const pinOf = (text: string, where: number | string): string => {
  const hex = text.replaceAll(':', '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(hex) ? hex : refuse(where, `no SHA-256: ${JSON.stringify(text)}`);
};

/** `true` or `false`, nothing else. */
export const flagOf = (text: string, where: number | string): boolean =>
  text === 'true' || (text !== 'false' && refuse(where, `neither true nor false: ${JSON.stringify(text)}`));

/** Public key and short id of REALITY as every core wants them: base64url of 32 bytes, whole bytes in hex. */
export const realityOf = (
  publicKey: string,
  shortId: string,
  where: number | string,
): Pick<FoundLine, 'publicKey' | 'shortId'> => {
  if (!/^[A-Za-z0-9_-]{43}$/.test(publicKey)) refuse(where, `no REALITY public key: ${JSON.stringify(publicKey)}`);
  if (!/^(?:[0-9a-f]{2}){0,8}$/i.test(shortId)) refuse(where, `no REALITY short id: ${JSON.stringify(shortId)}`);
  return { publicKey, shortId };
};

/** Bytes that each key of a 2022 cipher must have. */
const KEY_BYTES: Readonly<Record<string, number>> = { '2022-blake3-aes-128-gcm': 16, '2022-blake3-aes-256-gcm': 32 };

/** Ciphers that Surge, Surfboard, Loon and Quantumult X name on their pages. */
export const PROFILE_CIPHERS: readonly string[] = `aes-128-gcm aes-192-gcm aes-256-gcm chacha20-ietf-poly1305
  xchacha20-ietf-poly1305 2022-blake3-aes-128-gcm 2022-blake3-aes-256-gcm`.split(/\s+/);

/** A Shadowsocks password that fits its cipher: with a 2022 cipher one or more base64 keys of the exact length. */
export const passwordOf = (method: string, password: string, where: number | string): string => {
  if (password === '') refuse(where, 'no password');
  const bytes = KEY_BYTES[method];
  if (bytes === undefined) return password;
  for (const key of password.split(':')) {
    if (Buffer.from(key, 'base64').toString('base64') !== key || Buffer.from(key, 'base64').length !== bytes) {
      refuse(where, `not a base64 key of ${bytes} bytes: ${JSON.stringify(key)}`);
    }
  }
  return password;
};

/** Strict base64 to UTF-8: `padded` is the standard alphabet with padding, `url` the URL-safe one without. */
export const textOf = (encoded: string, alphabet: 'padded' | 'url', where: number | string): string => {
  const bytes = Buffer.from(encoded, alphabet === 'padded' ? 'base64' : 'base64url');
  if (bytes.toString(alphabet === 'padded' ? 'base64' : 'base64url') !== encoded) refuse(where, 'not clean base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(where, 'not UTF-8');
  }
};

/**
 * Cuts at a separator outside of double quotes. The pieces are trimmed and still quoted; a quote that never ends is
 * refused.
 */
export const fieldsOf = (text: string, separator: string, where: number | string): string[] => {
  const fields: string[] = [''];
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (char === separator && !quoted) fields.push('');
    else fields[fields.length - 1] += char;
  }
  if (quoted) refuse(where, 'a quote that never ends');
  return fields.map((field) => field.trim());
};

/** The value of a field: without its quotes, which may only stand around the whole. */
export const unquoted = (field: string, where: number | string): string => {
  const inner = /^"(.*)"$/s.exec(field)?.[1] ?? field;
  return inner.includes('"') ? refuse(where, `a quote inside of a value: ${field}`) : inner;
};

/** `key=value` pairs, cut at the first `=`; a key may stand once and must be one of `known`. */
export const pairsOf = (fields: readonly string[], known: ReadonlySet<string>, where: number | string): Values => {
  const pairs = new Map<string, string>();
  for (const field of fields) {
    const at = field.indexOf('=');
    if (at < 0) refuse(where, `not key=value: ${field}`);
    const key = field.slice(0, at).trim();
    if (!known.has(key)) refuse(where, `key ${key} is not documented`);
    if (pairs.has(key)) refuse(where, `key ${key} stands twice`);
    pairs.set(key, unquoted(field.slice(at + 1).trim(), where));
  }
  return valuesOf(pairs);
};
