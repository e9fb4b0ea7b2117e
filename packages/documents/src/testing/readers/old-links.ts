import type { FoundLine } from './found.ts';
import {
  cutOnce,
  ensure,
  fieldsOf,
  flagOf,
  nth,
  pairsOf,
  passwordOf,
  portOf,
  refuse,
  serverOf,
  textOf,
  unquoted,
  uuidOf,
} from './found.ts';

/**
 * A link of ShadowsocksR by the page "SSR QRcode scheme" of the shadowsocks-rss wiki: URL-safe base64 without padding,
 * outside and inside. Only lines that plain Shadowsocks serves (`origin`, `plain`) are read.
 */
export const readSsr = (link: string): FoundLine => {
  const [head, query] = cutOnce(textOf(link.slice('ssr://'.length), 'url', link), '/?');
  // A bare IPv6 address cannot be told from the other fields: old clients cut from the left.
  const fields = head.split(':');
  ensure(fields.length === 6, link, `${fields.length} fields instead of 6`);
  const field = nth(fields);
  ensure(field(2) === 'origin' && field(4) === 'plain', link, 'not origin and plain');
  const known = new Set(['obfsparam', 'protoparam', 'remarks', 'group']);
  const values = pairsOf(query === '' ? [] : query.split('&'), known, link);
  for (const key of known) textOf(values.get(key), 'url', link);
  ensure(values.has('remarks'), link, 'no remarks');
  return {
    protocol: 'shadowsocks',
    name: textOf(values.get('remarks'), 'url', link),
    server: serverOf(field(0), link),
    port: portOf(field(1), link),
    method: field(3),
    credential: passwordOf(field(3), textOf(field(5), 'url', link), link),
    tls: false,
  };
};

const QUANTUMULT_KEYS = new Set(
  'group over-tls tls-host certificate obfs obfs-path obfs-header uri tls-alpn'.split(' '),
);
const QUANTUMULT_CIPHERS = ['aes-128-gcm', 'aes-128-cfb', 'chacha20-ietf-poly1305', 'none'];

const hostOfHeader = (header: string, link: string): string | undefined =>
  header === '' ? undefined : (/^Host: ?([^\s[\]]+)$/.exec(header)?.[1] ?? refuse(link, `obfs-header ${header}`));

/** A VMess line of the classic Quantumult: its own text of comma-separated fields in URL-safe base64. */
export const readQuantumultVmess = (link: string): FoundLine => {
  const [name, rest] = cutOnce(textOf(link.slice('vmess://'.length), 'url', link), '=');
  const fields = fieldsOf(rest, ',', link);
  const field = nth(fields);
  ensure(name.trim() !== '' && field(0) === 'vmess', link, 'not name = vmess');
  ensure(QUANTUMULT_CIPHERS.includes(field(3)), link, `cipher ${field(3)}`);
  const values = pairsOf(fields.slice(5), QUANTUMULT_KEYS, link);
  const network = values.get('obfs') || 'tcp';
  if (network !== 'tcp' && network !== 'ws') return refuse(link, `obfs ${network}`);
  const tls = flagOf(values.get('over-tls') || 'false', link);
  const host = hostOfHeader(values.get('obfs-header'), link);
  return {
    protocol: 'vmess',
    name: name.trim(),
    server: serverOf(field(1), link),
    port: portOf(field(2), link),
    credential: uuidOf(unquoted(field(4), link), link),
    network,
    ...(network === 'ws' && { path: values.get('obfs-path') || '/', host }),
    tls,
    ...(tls && { sni: values.get('tls-host') || undefined, insecure: values.get('certificate') === '0' }),
  };
};
