import { isIPv4, isIPv6 } from 'node:net';
import type { FoundLine, Values } from './found.ts';
import {
  cutOnce,
  ensure,
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
  uuidOf,
} from './found.ts';

/** A rule of a filter list. `value` is empty for `final`. */
export interface QxRule {
  readonly at: number;
  readonly type: string;
  readonly value: string;
  readonly policy: string;
}

interface Row {
  readonly at: number;
  readonly fields: readonly string[];
}

/** Rows that are no comments, cut at commas: Quantumult X has no quotes, so no value can hold one. */
const rowsOf = (text: string): Row[] => {
  const rows: Row[] = [];
  for (const [i, raw] of text.split('\n').entries()) {
    ensure(!/[\p{Cc}\u2028\u2029\ufeff]/u.test(raw), i + 1, 'a control character or another end of line');
    const row = raw.trim();
    if (row === '' || /^(?:#|;|\/\/)/.test(row)) continue;
    rows.push({ at: i + 1, fields: row.split(',').map((field) => field.trim()) });
  }
  return rows;
};

/** Keys of the public sample profile and server list, and those of REALITY that came with build 1.4. */
const KEYS = new Set(
  `method password obfs obfs-host obfs-uri tls-verification tls-host tls13 tls-cert-sha256 tls-pubkey-sha256 tls-alpn
    tls-no-session-ticket over-tls aead fast-open udp-relay udp-over-tcp server_check_url ssr-protocol
    ssr-protocol-param reality-base64-pubkey reality-hex-shortid vless-flow tag`.split(/\s+/),
);

const VMESS_METHODS = ['none', 'aes-128-gcm', 'chacha20-poly1305', 'chacha20-ietf-poly1305'];

/** `host:port` with IPv6 in brackets. */
const placeOf = (text: string, at: number): Pick<FoundLine, 'server' | 'port'> => {
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d+)$/.exec(text) ?? refuse(at, `no place: ${text}`);
  ensure(bracketed === undefined || isIPv6(bracketed), at, `no IPv6 address: ${text}`);
  return { server: serverOf(bracketed ?? plain ?? '', at), port: portOf(port ?? '', at) };
};

type Base = Pick<FoundLine, 'name' | 'server' | 'port'>;

const tlsOf = (values: Values, at: number): Pick<FoundLine, 'tls' | 'sni' | 'insecure' | 'pin'> => ({
  tls: true,
  sni: values.get('tls-host') || values.get('obfs-host') || undefined,
  insecure: !flagOf(values.get('tls-verification') || 'true', at),
  pin: values.has('tls-cert-sha256') ? pinOf(values.get('tls-cert-sha256'), at) : undefined,
});

/** With `ws` and `wss` the one `obfs-host` is both the Host header and the server name. */
const vmess = (base: Base, values: Values, at: number): FoundLine => {
  ensure(VMESS_METHODS.includes(values.get('method')), at, `method ${values.get('method')}`);
  ensure(values.get('aead') === 'true', at, 'aead=true is missing: engines of today know nothing else');
  const obfs = values.get('obfs');
  ensure(['', 'ws', 'wss', 'over-tls'].includes(obfs), at, `obfs ${obfs}`);
  const isWs = obfs === 'ws' || obfs === 'wss';
  return {
    ...base,
    protocol: 'vmess',
    credential: uuidOf(values.get('password'), at),
    network: isWs ? 'ws' : 'tcp',
    ...(isWs && { path: values.get('obfs-uri') || '/', host: values.get('obfs-host') || undefined }),
    ...(obfs === 'wss' || obfs === 'over-tls' ? tlsOf(values, at) : { tls: false }),
  };
};

const shadowsocks = (base: Base, values: Values, at: number): FoundLine => {
  const method = values.get('method');
  ensure(PROFILE_CIPHERS.includes(method), at, `method ${method}`);
  ensure(!values.has('obfs') && !values.has('ssr-protocol'), at, 'our lines have no plugin');
  const credential = passwordOf(method, values.get('password'), at);
  return { ...base, protocol: 'shadowsocks', method, credential, tls: false };
};

const vless = (base: Base, values: Values, at: number): FoundLine => {
  ensure(values.get('method') === 'none', at, 'method is not none');
  ensure(values.get('obfs') === 'over-tls' && values.has('obfs-host'), at, 'REALITY without over-tls and obfs-host');
  return {
    ...base,
    protocol: 'vless',
    credential: uuidOf(values.get('password'), at),
    network: 'tcp',
    flow: values.get('vless-flow'),
    tls: true,
    sni: values.get('obfs-host'),
    ...realityOf(values.get('reality-base64-pubkey'), values.get('reality-hex-shortid'), at),
  };
};

const readers: Readonly<Record<string, (base: Base, values: Values, at: number) => FoundLine>> = {
  vmess,
  shadowsocks,
  vless,
};

const readServer = ({ at, fields }: Row): FoundLine => {
  const [type, place] = cutOnce(nth(fields)(0), '=');
  const reader = readers[type.trim()] ?? refuse(at, `no protocol ${type}`);
  const values = pairsOf(fields.slice(1), KEYS, at);
  for (const flag of ['fast-open', 'udp-relay', 'tls13']) if (values.has(flag)) flagOf(values.get(flag), at);
  ensure(values.get('tag') !== '', at, 'no tag');
  return reader({ name: values.get('tag'), ...placeOf(place.trim(), at) }, values, at);
};

/**
 * Reads a list for `server_remote` of Quantumult X by its public sample profile. Throws with the line number for
 * unknown protocols, keys and values, and when two lines have one tag or there is none.
 */
export const readQxServers = (text: string): FoundLine[] => {
  const lines = rowsOf(text).map(readServer);
  ensure(lines.length > 0, 'list', 'no lines');
  ensure(new Set(lines.map((line) => line.name)).size === lines.length, 'tags', 'a tag stands twice');
  return lines;
};

const isNetwork = (text: string, is: (address: string) => boolean): boolean => {
  const [address, prefix] = cutOnce(text, '/');
  return is(address) && /^\d{1,3}$/.test(prefix);
};

const FILTERS: Readonly<Record<string, (value: string) => boolean>> = {
  host: (value) => /^[a-z0-9._-]+$/.test(value),
  'host-suffix': (value) => /^[a-z0-9_-][a-z0-9._-]*$/.test(value),
  'host-keyword': (value) => /^[a-z0-9._-]+$/.test(value),
  'host-wildcard': (value) => /^[a-z0-9.*?_-]+$/.test(value),
  'user-agent': (value) => value !== '',
  'ip-cidr': (value) => isNetwork(value, isIPv4),
  'ip6-cidr': (value) => isNetwork(value, isIPv6),
  'ip-asn': (value) => /^\d+$/.test(value),
  geoip: (value) => /^[a-z]{2}$/.test(value),
};

/**
 * Reads a list for `filter_remote`: `type, value, policy` with the builtin policies `direct`, `proxy` and `reject`, and
 * `final, policy` at most once as the last rule. Throws with the line number.
 */
export const readQxFilter = (text: string): QxRule[] => {
  const rules = rowsOf(text).map(({ at, fields }): QxRule => {
    const [type = '', ...rest] = fields;
    const [value = '', policy = ''] = type === 'final' ? ['', ...rest] : rest;
    const isRight = FILTERS[type];
    ensure(type === 'final' || (isRight?.(value) ?? false), at, `rule ${fields.join(', ')}`);
    ensure(['direct', 'proxy', 'reject'].includes(policy), at, `policy ${policy}`);
    const options = rest.slice(type === 'final' ? 1 : 2);
    ensure(options.length === 0 || options.join() === 'no-resolve', at, `options ${options.join(', ')}`);
    return { at, type, value, policy };
  });
  ensure(rules.length > 0, 'list', 'no rules');
  const last = rules.findIndex((rule) => rule.type === 'final');
  ensure(last < 0 || last === rules.length - 1, 'final', 'is not the last rule');
  return rules;
};
