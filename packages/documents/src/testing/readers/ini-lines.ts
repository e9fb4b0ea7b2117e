import type { FoundLine, Values } from './found.ts';
import {
  ensure,
  fieldsOf,
  flagOf,
  nth,
  pairsOf,
  passwordOf,
  pinOf,
  portOf,
  PROFILE_CIPHERS,
  realityOf,
  refuse,
  serverOf,
  unquoted,
  uuidOf,
} from './found.ts';
import { lineKeys } from './ini-keys.ts';
import type { IniDialect } from './ini-keys.ts';

type Base = Pick<FoundLine, 'name' | 'server' | 'port'>;

/** Pin and leave to accept any certificate, by the names that a dialect has for them. */
const certificateOf = (values: Values, pin: string, where: number): Pick<FoundLine, 'insecure' | 'pin'> => ({
  insecure: flagOf(values.get('skip-cert-verify') || 'false', where),
  pin: values.has(pin) ? pinOf(values.get(pin), where) : undefined,
});

const shadowsocks = (base: Base, method: string, password: string, where: number): FoundLine => {
  ensure(PROFILE_CIPHERS.includes(method), where, `cipher ${method}`);
  return { ...base, protocol: 'shadowsocks', method, credential: passwordOf(method, password, where), tls: false };
};

/** Value of the Host header in `Name:Value|Name:Value`. */
const hostHeader = (headers: string, where: number): string | undefined => {
  for (const header of headers === '' ? [] : headers.split('|')) {
    const [, name, value] = /^([A-Za-z0-9-]+):\s*(\S+)$/.exec(header) ?? refuse(where, `ws-headers ${header}`);
    if (name?.toLowerCase() === 'host') return value;
  }
  return undefined;
};

const surgeVmess = (base: Base, values: Values, where: number): FoundLine => {
  ensure(['', 'aes-128-gcm', 'chacha20-ietf-poly1305'].includes(values.get('encrypt-method')), where, 'encrypt-method');
  // One dialect is off by default and the other on, so a line that should work in both says it.
  ensure(values.get('vmess-aead') === 'true', where, 'vmess-aead=true is missing: engines of today know nothing else');
  const tls = flagOf(values.get('tls') || 'false', where);
  const isWs = flagOf(values.get('ws') || 'false', where);
  const path = values.get('ws-path') || '/';
  ensure(!isWs || path.startsWith('/'), where, 'ws-path does not begin with a slash');
  return {
    ...base,
    protocol: 'vmess',
    credential: uuidOf(values.get('username'), where),
    network: isWs ? 'ws' : 'tcp',
    ...(isWs && { path, host: hostHeader(values.get('ws-headers'), where) }),
    tls,
    ...(tls && { sni: values.get('sni') || undefined }),
    ...(tls && certificateOf(values, 'server-cert-fingerprint-sha256', where)),
  };
};

const hysteria2 = (base: Base, password: string, values: Values, pin: string, where: number): FoundLine => {
  ensure(password !== '', where, 'no password');
  const sni = values.get('sni') || undefined;
  return { ...base, protocol: 'hysteria2', credential: password, tls: true, sni, ...certificateOf(values, pin, where) };
};

type Reader = (base: Base, fields: readonly string[], values: Values, where: number) => FoundLine;

/** Surge's and Surfboard's lines: everything after the port is `key=value`. */
const surgeReaders: Readonly<Record<string, Reader>> = {
  ss: (base, _, values, where) => shadowsocks(base, values.get('encrypt-method'), values.get('password'), where),
  vmess: (base, _, values, where) => surgeVmess(base, values, where),
  hysteria2: (base, _, values, where) =>
    hysteria2(base, values.get('password'), values, 'server-cert-fingerprint-sha256', where),
};

/** TLS as Loon's lines have it: the server name is `sni`, in old builds `tls-name`. */
const loonTls = (values: Values, where: number): Pick<FoundLine, 'tls' | 'sni' | 'insecure' | 'pin'> => {
  if (!flagOf(values.get('over-tls') || 'false', where)) return { tls: false };
  const sni = values.get('sni') || values.get('tls-name') || undefined;
  return { tls: true, sni, ...certificateOf(values, 'tls-cert-sha256', where) };
};

const loonVmess = (base: Base, fields: readonly string[], values: Values, where: number): FoundLine => {
  const field = nth(fields);
  ensure(['none', 'auto', 'aes-128-gcm', 'chacha20-ietf-poly1305'].includes(field(3)), where, `cipher ${field(3)}`);
  ensure(['', '0'].includes(values.get('alterId')), where, 'alterId is not 0');
  const network = values.get('transport') || 'tcp';
  if (network !== 'tcp' && network !== 'ws') return refuse(where, `transport ${network}`);
  return {
    ...base,
    protocol: 'vmess',
    credential: uuidOf(field(4), where),
    network,
    ...(network === 'ws' && { path: values.get('path') || '/', host: values.get('host') || undefined }),
    ...loonTls(values, where),
  };
};

const loonVless = (base: Base, fields: readonly string[], values: Values, where: number): FoundLine => {
  ensure(values.get('transport') === 'tcp', where, 'REALITY without tcp');
  const { tls, sni } = loonTls(values, where);
  ensure(tls && sni !== undefined, where, 'REALITY without over-tls and sni');
  return {
    ...base,
    protocol: 'vless',
    credential: uuidOf(nth(fields)(3), where),
    network: 'tcp',
    flow: values.get('flow'),
    tls,
    sni,
    ...realityOf(values.get('public-key'), values.get('short-id'), where),
  };
};

/** Loon's lines: cipher and secret are positional. */
const loonReaders: Readonly<Record<string, Reader>> = {
  shadowsocks: (base, fields, _, where) => shadowsocks(base, nth(fields)(3), nth(fields)(4), where),
  vmess: loonVmess,
  vless: loonVless,
  hysteria2: (base, fields, values, where) => hysteria2(base, nth(fields)(3), values, 'tls-cert-sha256', where),
};

/** How many fields stand before the first `key=value`. */
const POSITIONAL: Readonly<Record<IniDialect, Readonly<Record<string, number>>>> = {
  surge: { ss: 3, vmess: 3, hysteria2: 3 },
  surfboard: { ss: 3, vmess: 3, hysteria2: 3 },
  loon: { shadowsocks: 5, vmess: 5, vless: 4, hysteria2: 4 },
};

/** Reads what stands after `name =` in a proxy line. Throws with the line number. */
export const readProxy = (dialect: IniDialect, name: string, text: string, where: number): FoundLine => {
  const fields = fieldsOf(text, ',', where);
  // Loon's own pages write the types with and without capitals; the two others only know small letters.
  const type = dialect === 'loon' ? nth(fields)(0).toLowerCase() : nth(fields)(0);
  const keys = lineKeys[dialect].get(type);
  const reader = (dialect === 'loon' ? loonReaders : surgeReaders)[type];
  const count = POSITIONAL[dialect][type];
  if (!keys || !reader || count === undefined) return refuse(where, `${dialect} knows no ${type}`);
  const head = fields.slice(0, count).map((field) => unquoted(field, where));
  const base = { name, server: serverOf(nth(head)(1), where), port: portOf(nth(head)(2), where) };
  return reader(base, head, pairsOf(fields.slice(count), keys, where), where);
};
