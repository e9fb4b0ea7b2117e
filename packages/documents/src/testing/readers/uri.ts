import type { FoundLine, Values } from './found.ts';
import {
  cutOnce,
  ensure,
  passwordOf,
  pinOf,
  portOf,
  realityOf,
  refuse,
  serverOf,
  textOf,
  uuidOf,
  valuesOf,
} from './found.ts';
import { decoded, javaUri, parametersOf } from './java-uri.ts';
import type { JavaUri } from './java-uri.ts';
import { readQuantumultVmess, readSsr } from './old-links.ts';

/** A decoded list: the links in order and what the leading lines of Shadowrocket say. */
export interface LinkList {
  readonly links: readonly FoundLine[];
  readonly status?: string | undefined;
  readonly remarks?: string | undefined;
}

/** Keys of v2rayN's page "Description of VMess share link", revision of July 2026. */
const VMESS_KEYS = 'v ps add port id aid scy net type host path tls sni alpn fp insecure vcn pcs'.split(' ');

/** The object's texts by key. */
const vmessValues = (text: string, link: string): Values => {
  const object = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(object)) {
    ensure(VMESS_KEYS.includes(key), link, `key ${key} is not documented`);
    found.set(key, typeof value === 'string' ? value : refuse(link, `value of ${key} is no text`));
  }
  return valuesOf(found);
};

const readVmess = (text: string, link: string): FoundLine => {
  const values = vmessValues(text, link);
  const { get } = values;
  ensure(get('v') === '2' && get('aid') === '0' && get('type') === 'none', link, 'not version 2, aid 0, type none');
  ensure(['auto', 'aes-128-gcm', 'chacha20-poly1305', 'none', 'zero'].includes(get('scy')), link, 'bad scy');
  ensure(['', 'tls'].includes(get('tls')), link, `tls is ${get('tls')}`);
  const tls = get('tls') === 'tls';
  const base: FoundLine = {
    protocol: 'vmess',
    name: get('ps'),
    server: serverOf(get('add'), link),
    port: portOf(get('port'), link),
    credential: uuidOf(get('id'), link),
    tls,
    ...(tls && { sni: get('sni') || undefined, insecure: get('insecure') === '1' }),
  };
  if (get('net') === 'tcp') return { ...base, network: 'tcp' };
  ensure(get('net') === 'ws' && get('path').startsWith('/'), link, 'neither tcp nor ws with a path');
  return { ...base, network: 'ws', path: get('path'), host: get('host') || undefined };
};

const placeOf = (uri: JavaUri, link: string): Pick<FoundLine, 'name' | 'server' | 'port'> => ({
  name: decoded(uri.fragment, link),
  server: serverOf(uri.host, link),
  port: uri.port,
});

const AEAD = ['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305', 'xchacha20-ietf-poly1305'];

/** SIP002: user info is base64url of `method:password`, but with a 2022 cipher percent-encoded and never base64. */
const readShadowsocks = (link: string): FoundLine => {
  const uri = javaUri(link);
  parametersOf(uri, ['plugin', 'group'], link);
  const is2022 = uri.userInfo.startsWith('2022-');
  const [method, rest] = cutOnce(is2022 ? uri.userInfo : textOf(uri.userInfo, 'url', link), ':');
  ensure(!is2022 || !rest.includes(':'), link, 'the key of a 2022 cipher is not percent-encoded');
  ensure(is2022 || AEAD.includes(method), link, `cipher ${method}`);
  const credential = passwordOf(method, is2022 ? decoded(rest, link) : rest, link);
  return { ...placeOf(uri, link), protocol: 'shadowsocks', method, credential, tls: false };
};

/** Hysteria's page "URI Scheme", and `mport` that several clients added. */
const HYSTERIA_KEYS = ['obfs', 'obfs-password', 'sni', 'insecure', 'pinSHA256', 'mport', 'alpn', 'fp'];

const readHysteria2 = (link: string): FoundLine => {
  const uri = javaUri(link);
  const values = parametersOf(uri, HYSTERIA_KEYS, link);
  ensure(['', '0', '1'].includes(values.get('insecure')), link, 'insecure is neither 0 nor 1');
  ensure(!values.has('obfs') || values.get('obfs') === 'salamander', link, 'obfs is not salamander');
  ensure(uri.userInfo !== '', link, 'no auth');
  return {
    ...placeOf(uri, link),
    protocol: 'hysteria2',
    credential: decoded(uri.userInfo, link),
    tls: true,
    sni: values.get('sni') || undefined,
    insecure: values.get('insecure') === '1',
    pin: values.has('pinSHA256') ? pinOf(values.get('pinSHA256'), link) : undefined,
  };
};

/**
 * The Xray project's proposal of VMessAEAD and VLESS links (discussion 716), and `packetEncoding` of sing-box's apps.
 */
const VLESS_KEYS =
  'type encryption security path host headerType serviceName mode extra fp sni alpn flow pbk sid spx pqv pcs vcn packetEncoding'.split(
    ' ',
  );

const readVless = (link: string): FoundLine => {
  const uri = javaUri(link);
  const { get } = parametersOf(uri, VLESS_KEYS, link);
  ensure(get('encryption') === 'none' && get('security') === 'reality', link, 'not encryption none with REALITY');
  ensure(get('type') === 'tcp' && ['', 'none'].includes(get('headerType')), link, 'not plain tcp');
  for (const key of ['fp', 'sni', 'pbk']) ensure(get(key) !== '', link, `${key} is empty`);
  return {
    ...placeOf(uri, link),
    protocol: 'vless',
    credential: uuidOf(decoded(uri.userInfo, link), link),
    network: 'tcp',
    flow: get('flow'),
    tls: true,
    sni: get('sni'),
    ...realityOf(get('pbk'), get('sid'), link),
  };
};

/** The JSON form, or else the one of Quantumult, which has its own text inside and another alphabet. */
const readAnyVmess = (link: string): FoundLine => {
  const inner = link.slice('vmess://'.length);
  if (!Buffer.from(inner, 'base64').toString('utf8').startsWith('{"')) return readQuantumultVmess(link);
  return readVmess(textOf(inner, 'padded', link), link);
};

/** Reads one share link of any form that is known here; throws one sentence that names the link and the fault. */
export const readLink = (link: string): FoundLine => {
  const scheme = link.slice(0, link.indexOf('://'));
  if (scheme === 'vmess') return readAnyVmess(link);
  if (scheme === 'ss') return readShadowsocks(link);
  if (scheme === 'ssr') return readSsr(link);
  if (scheme === 'hysteria2' || scheme === 'hy2') return readHysteria2(link);
  return scheme === 'vless' ? readVless(link) : refuse(link, 'no link that any client reads');
};

/**
 * Reads a whole subscription list: padded base64 of the standard alphabet without line breaks, or the plain text, one
 * link a line. `STATUS=` and `REMARKS=` may stand before the links, as Shadowrocket reads them. Throws when there is no
 * link at all or one cannot be read.
 */
export const readLinkList = (body: string): LinkList => {
  const text = body.includes('://') ? body : textOf(body.trim(), 'padded', 'list');
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const heads = new Map<string, string>();
  while (lines[0] !== undefined && /^(?:STATUS|REMARKS)=/.test(lines[0])) {
    const head = lines.shift() ?? '';
    heads.set(head.slice(0, head.indexOf('=')), head.slice(head.indexOf('=') + 1));
  }
  if (lines.length === 0) refuse('list', 'no links');
  return { links: lines.map(readLink), status: heads.get('STATUS'), remarks: heads.get('REMARKS') };
};
