import { X509Certificate } from 'node:crypto';
import type { FoundLine } from './found.ts';
import { ensure, passwordOf, portOf, realityOf, refuse, serverOf, uuidOf } from './found.ts';

type Json = Readonly<Record<string, unknown>>;

interface Tls {
  readonly enabled?: boolean;
  readonly server_name?: string;
  readonly insecure?: boolean;
  readonly certificate?: readonly string[];
  readonly utls?: { readonly enabled?: boolean };
  readonly reality?: { readonly enabled?: boolean; readonly public_key?: string; readonly short_id?: string };
}

/** An outbound as far as lines and groups use one; the core itself refuses unknown keys. */
interface Outbound {
  readonly type: string;
  readonly tag: string;
  readonly server: string;
  readonly server_port: number;
  readonly uuid?: string;
  readonly password?: string;
  readonly method?: string;
  readonly alter_id?: number;
  readonly flow?: string;
  readonly tls?: Tls;
  readonly transport?: {
    readonly type?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly outbounds?: readonly string[];
  readonly default?: string;
}

/** A document that its reader found closed. */
export interface SingboxProfile {
  readonly lines: readonly FoundLine[];
  readonly groups: readonly { readonly name: string; readonly type: string; readonly members: readonly string[] }[];
}

type Base = Pick<FoundLine, 'name' | 'server' | 'port'>;

const vmess = (base: Base, { uuid = '', alter_id: alterId, tls, transport }: Outbound): FoundLine => {
  ensure(alterId === 0, base.name, 'alter_id is not 0');
  ensure(transport === undefined || transport.type === 'ws', base.name, 'transport is not ws');
  const isWs = transport?.type === 'ws';
  return {
    ...base,
    protocol: 'vmess',
    credential: uuidOf(uuid, base.name),
    network: isWs ? 'ws' : 'tcp',
    ...(isWs && { path: transport.path, host: transport.headers?.['Host'] }),
    tls: tls?.enabled === true,
    ...(tls?.enabled === true && { sni: tls.server_name, insecure: tls.insecure ?? false }),
  };
};

const shadowsocks = (base: Base, { method = '', password = '' }: Outbound): FoundLine => ({
  ...base,
  protocol: 'shadowsocks',
  method,
  credential: passwordOf(method, password, base.name),
  tls: false,
});

/** Hex SHA-256 of a certificate in PEM; throws when it is none. */
const fingerprintOf = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

const hysteria2 = (base: Base, { password = '', tls }: Outbound): FoundLine => {
  ensure(tls?.enabled === true && tls.utls === undefined, base.name, 'QUIC wants TLS, and without utls');
  const credential = password || refuse(base.name, 'no password');
  return {
    ...base,
    protocol: 'hysteria2',
    credential,
    tls: true,
    sni: tls.server_name,
    insecure: tls.insecure ?? false,
    ...(tls.certificate && { pin: fingerprintOf(tls.certificate.join('\n')) }),
  };
};

const vless = (base: Base, { uuid = '', flow, tls }: Outbound): FoundLine => {
  const reality = tls?.reality;
  ensure(tls?.enabled === true && reality?.enabled === true, base.name, 'not REALITY');
  ensure(tls.utls?.enabled === true, base.name, 'REALITY without utls');
  return {
    ...base,
    protocol: 'vless',
    credential: uuidOf(uuid, base.name),
    network: 'tcp',
    flow,
    tls: true,
    sni: tls.server_name,
    ...realityOf(reality.public_key ?? '', reality.short_id ?? '', base.name),
  };
};

const readers: Readonly<Record<string, (base: Base, outbound: Outbound) => FoundLine>> = {
  vmess,
  shadowsocks,
  hysteria2,
  vless,
};

const readLine = (outbound: Outbound): FoundLine => {
  const { tag, type } = outbound;
  const reader = readers[type] ?? refuse(tag, `no line of type ${type}`);
  const place = { server: serverOf(outbound.server, tag), port: portOf(String(outbound.server_port), tag) };
  return reader({ name: tag, ...place }, outbound);
};

/** Every outbound that a value names under one of the keys, anywhere in the document. */
const named = (value: unknown, keys: readonly string[]): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => named(item, keys));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    keys.includes(key) && typeof inner === 'string' ? [inner] : named(inner, keys),
  );
};

const GROUPS = ['selector', 'urltest'];
const OWN = ['direct', 'block', 'dns'];

/**
 * Reads a sing-box document by the project's documentation. Tags are different, every outbound that a group, a rule, a
 * name server or the end of the route names is there, and groups have members. What a core of some version makes of it
 * only that core can say.
 */
export const readSingbox = (text: string): SingboxProfile => {
  const document = JSON.parse(text) as { outbounds?: readonly Outbound[]; route?: Json; dns?: Json };
  const all = document.outbounds ?? refuse('outbounds', 'none');
  const tags = new Set(all.map((outbound) => outbound.tag));
  ensure(tags.size === all.length, 'tags', 'one stands twice');
  const groups = all
    .filter(({ type }) => GROUPS.includes(type))
    .map(({ tag, type, outbounds = [] }) => ({ name: tag, type, members: outbounds }));
  for (const { name, members } of groups) {
    ensure(members.length > 0, `group ${name}`, 'is empty');
    for (const member of members) ensure(tags.has(member), `group ${name}`, `no outbound ${member}`);
  }
  const rules = (document.dns?.['rules'] ?? []) as readonly Json[];
  const fromDns = named(document.dns?.['servers'], ['detour']);
  for (const tag of [...named(document.route, ['outbound', 'final']), ...fromDns]) {
    ensure(tags.has(tag), 'route or dns', `no outbound ${tag}`);
  }
  const servers = new Set(((document.dns?.['servers'] ?? []) as readonly Json[]).map((server) => server['tag']));
  for (const tag of named(rules, ['server'])) ensure(servers.has(tag), 'dns', `no server ${tag}`);
  const lines = all.filter(({ type }) => !GROUPS.includes(type) && !OWN.includes(type)).map(readLine);
  ensure(lines.length > 0, 'document', 'no lines');
  return { lines, groups };
};
