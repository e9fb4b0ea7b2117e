import type { LineSecrets } from '../model.ts';

/** What a share link says: a line without our ids, and the credential. */
export type LinkContent = LineSecrets & {
  readonly name: string;
  readonly server: string;
  readonly port: number;
  readonly credential: string;
};

/** Text of base64 in either alphabet, with or without padding, read as UTF-8. */
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

const unbracket = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Splits at the first occurrence only: base64 keys end in the very character that separates fields. */
const splitFirst = (text: string, separator: string): [string, string] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
};

interface Pieces {
  readonly user: string;
  readonly place: { readonly name: string; readonly server: string; readonly port: number };
  readonly query: URLSearchParams;
}

/** `user@host:port/?query#name` after the scheme; null when it is not of that shape. */
const pieces = (rest: string): Pieces | null => {
  const m = /^([^@]*)@(\[[^\]]+\]|[^:/?#]+):(\d+)\/?(?:\?([^#]*))?(?:#(.*))?$/.exec(rest);
  if (!m) return null;
  const place = { name: decodeURIComponent(m[5] ?? ''), server: unbracket(m[2] ?? ''), port: Number(m[3]) };
  return { user: m[1] ?? '', place, query: new URLSearchParams(m[4] ?? '') };
};

const parseVmess = (rest: string): LinkContent | null => {
  const fields: unknown = JSON.parse(fromBase64(rest));
  if (typeof fields !== 'object' || fields === null) return null;
  const values = new Map(Object.entries(fields));
  const text = (key: string): string => String(values.get(key) ?? '');
  const base = { name: text('ps'), server: text('add'), port: Number(text('port')), credential: text('id') };
  if (text('net') === 'tcp') return { ...base, protocol: 'vmesh_tcp' };
  if (text('net') !== 'ws') return null;
  return { ...base, protocol: 'vmesh_ws', path: text('path'), host: text('host') || null, tls: text('tls') === 'tls' };
};

const parseShadowsocks = ({ user, place }: Pieces): LinkContent | null => {
  const plain = user.includes(':') ? decodeURIComponent(user) : fromBase64(user);
  const [method, password] = splitFirst(plain, ':');
  if (method === '2022-blake3-aes-128-gcm') {
    const [serverKey, credential] = splitFirst(password, ':');
    return { ...place, protocol: 'ss', method, serverKey, credential };
  }
  if (method !== 'aes-256-gcm' && method !== 'aes-128-gcm') return null;
  return { ...place, protocol: 'compat', method, credential: password };
};

const parseHysteria2 = ({ user, place, query }: Pieces): LinkContent => ({
  ...place,
  protocol: 'h2',
  serverName: query.get('sni') ?? '',
  pin: query.get('pinSHA256'),
  certificate: null,
  credential: decodeURIComponent(user),
});

const parseReality = ({ user, place, query }: Pieces): LinkContent | null => {
  if (query.get('security') !== 'reality') return null;
  const [publicKey, shortId, serverName] = ['pbk', 'sid', 'sni'].map((k) => query.get(k) ?? '');
  if (publicKey === undefined || shortId === undefined || serverName === undefined) return null;
  return { ...place, protocol: 'reality', publicKey, shortId, serverName, credential: user };
};

/** Reads back a share link of the forms that `linkOf` writes; null for anything else, malformed links included. */
export const parseLink = (link: string): LinkContent | null => {
  const [scheme, rest] = splitFirst(link.trim(), '://');
  try {
    if (scheme === 'vmess') return parseVmess(rest);
    const found = pieces(rest);
    if (found === null) return null;
    if (scheme === 'ss') return parseShadowsocks(found);
    if (scheme === 'hysteria2' || scheme === 'hy2') return parseHysteria2(found);
    return scheme === 'vless' ? parseReality(found) : null;
  } catch (fault) {
    // Broken base64, JSON or percent codes are only another way of not being a link.
    if (fault instanceof SyntaxError || fault instanceof URIError) return null;
    throw fault;
  }
};
