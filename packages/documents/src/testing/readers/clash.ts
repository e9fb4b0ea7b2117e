import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import type { FoundLine } from './found.ts';
import { ensure, passwordOf, pinOf, portOf, realityOf, refuse, serverOf, uuidOf } from './found.ts';

/** Languages of YAML documents: the Clash of 2023, mihomo, and Stash. */
export type ClashDialect = 'legacy' | 'mihomo' | 'stash';

/** A document that its reader found whole and closed. */
export interface ClashProfile {
  readonly lines: readonly FoundLine[];
  readonly groups: readonly { readonly name: string; readonly type: string; readonly members: readonly string[] }[];
  readonly rules: readonly (readonly string[])[];
}

type Json = Readonly<Record<string, unknown>>;

/** An object of the document, with reading that refuses wrong types and notices keys that nobody read. */
class Fields {
  readonly #object: Json;
  readonly #where: string;
  readonly #read = new Set<string>();

  constructor(object: unknown, where: string) {
    const isMap = typeof object === 'object' && object !== null && !Array.isArray(object);
    this.#object = isMap ? (object as Json) : refuse(where, 'no map');
    this.#where = where;
  }

  optional(key: string): unknown {
    this.#read.add(key);
    ensure(this.#object[key] !== null, this.#where, `${key} is null`);
    return this.#object[key];
  }

  maybeText(key: string): string | undefined {
    const value = this.optional(key);
    ensure(value === undefined || typeof value === 'string', this.#where, `${key} is no text`);
    return value;
  }

  text(key: string): string {
    return this.maybeText(key) ?? refuse(this.#where, `no ${key}`);
  }

  flag(key: string): boolean {
    const value = this.optional(key) ?? false;
    return typeof value === 'boolean' ? value : refuse(this.#where, `${key} is neither true nor false`);
  }

  /** Refuses what a dialect does not document for this object. */
  done(allowed: readonly string[]): void {
    for (const key of Object.keys(this.#object)) {
      ensure(this.#read.has(key) || allowed.includes(key), this.#where, `key ${key} is not documented`);
    }
  }
}

const TYPES: Readonly<Record<ClashDialect, readonly string[]>> = {
  legacy: ['vmess', 'ss'],
  mihomo: ['vmess', 'ss', 'hysteria2', 'vless'],
  stash: ['vmess', 'ss', 'hysteria2', 'vless'],
};

const CIPHERS = ['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305'];
const CIPHERS_2022 = ['2022-blake3-aes-128-gcm', '2022-blake3-aes-256-gcm'];

type Base = Pick<FoundLine, 'name' | 'server' | 'port'>;

const transportOf = (fields: Fields, where: string): Pick<FoundLine, 'network' | 'path' | 'host'> => {
  const network = fields.maybeText('network') ?? 'tcp';
  if (network === 'tcp') return { network };
  if (network !== 'ws') return refuse(where, `network ${network}`);
  const options = new Fields(fields.optional('ws-opts'), `${where} ws-opts`);
  const headers = options.optional('headers');
  const host = headers === undefined ? undefined : new Fields(headers, `${where} headers`).maybeText('Host');
  const path = options.text('path');
  ensure(path.startsWith('/'), where, 'path does not begin with a slash');
  options.done([]);
  return { network, path, host };
};

/**
 * Server name of VMess and VLESS: `servername`, in Stash's pages `sni`, beside which the other word may say the same.
 */
const serverNameOf = (fields: Fields, where: string, dialect: ClashDialect): string | undefined => {
  const name = fields.maybeText('servername');
  if (dialect !== 'stash') return name;
  const sni = fields.maybeText('sni');
  ensure(name === undefined || name === sni, where, 'servername is not what sni is');
  return sni;
};

const vmess = (base: Base, fields: Fields, where: string, dialect: ClashDialect): FoundLine => {
  ensure(fields.optional('alterId') === 0, where, 'alterId is not 0');
  ensure(['auto', 'aes-128-gcm', 'chacha20-poly1305', 'none'].includes(fields.text('cipher')), where, 'cipher');
  const tls = fields.flag('tls');
  const sni = serverNameOf(fields, where, dialect);
  return {
    ...base,
    protocol: 'vmess',
    credential: uuidOf(fields.text('uuid'), where),
    ...transportOf(fields, where),
    tls,
    ...(tls && { sni, insecure: fields.flag('skip-cert-verify') }),
  };
};

const shadowsocks = (base: Base, fields: Fields, where: string, dialect: ClashDialect): FoundLine => {
  const method = fields.text('cipher');
  const known = dialect === 'legacy' ? CIPHERS : [...CIPHERS, ...CIPHERS_2022];
  ensure(known.includes(method), where, `cipher ${method}`);
  const credential = passwordOf(method, fields.text('password'), where);
  return { ...base, protocol: 'shadowsocks', method, credential, tls: false };
};

/** Stash calls the password `auth` and the pin by its whole name. */
const hysteria2 = (base: Base, fields: Fields, where: string, dialect: ClashDialect): FoundLine => {
  const credential = fields.text(dialect === 'stash' ? 'auth' : 'password');
  const pin = fields.maybeText(dialect === 'stash' ? 'server-cert-fingerprint' : 'fingerprint');
  return {
    ...base,
    protocol: 'hysteria2',
    credential: credential || refuse(where, 'no password'),
    tls: true,
    sni: fields.maybeText('sni'),
    insecure: fields.flag('skip-cert-verify'),
    pin: pin === undefined ? undefined : pinOf(pin, where),
  };
};

const vless = (base: Base, fields: Fields, where: string, dialect: ClashDialect): FoundLine => {
  ensure(fields.flag('tls'), where, 'REALITY without tls');
  ensure(fields.text('client-fingerprint') !== '', where, 'REALITY without client-fingerprint');
  const reality = new Fields(fields.optional('reality-opts'), `${where} reality-opts`);
  const { network } = transportOf(fields, where);
  return {
    ...base,
    protocol: 'vless',
    credential: uuidOf(fields.text('uuid'), where),
    network,
    flow: fields.text('flow'),
    tls: true,
    sni: serverNameOf(fields, where, dialect) ?? refuse(where, 'REALITY without server name'),
    ...realityOf(reality.text('public-key'), reality.text('short-id'), where),
  };
};

const readers = { vmess, ss: shadowsocks, hysteria2, vless } as const;

/** Keys that say nothing of the line itself. */
const OTHER_KEYS: Readonly<Record<ClashDialect, readonly string[]>> = {
  legacy: ['udp'],
  mihomo: ['udp', 'client-fingerprint', 'packet-encoding', 'alpn', 'tfo'],
  stash: ['udp', 'client-fingerprint', 'alpn', 'benchmark-url', 'benchmark-timeout'],
};

const readProxy = (object: unknown, dialect: ClashDialect): FoundLine => {
  const fields = new Fields(object, 'proxy');
  const name = fields.text('name');
  const where = `proxy ${JSON.stringify(name)}`;
  const type = fields.text('type');
  if (!TYPES[dialect].includes(type)) return refuse(where, `${dialect} knows no ${type}`);
  const port = fields.optional('port');
  ensure(typeof port === 'number', where, 'port is no number');
  const base = { name, server: serverOf(fields.text('server'), where), port: portOf(String(port), where) };
  const found = readers[type as keyof typeof readers](base, fields, where, dialect);
  fields.done(OTHER_KEYS[dialect]);
  return found;
};

const BUILTINS = ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS'];

const readGroup = (object: unknown, dialect: ClashDialect): ClashProfile['groups'][number] => {
  const fields = new Fields(object, 'group');
  const [name, type, members] = [fields.text('name'), fields.text('type'), fields.optional('proxies')];
  const where = `group ${name}`;
  ensure(['select', 'url-test', 'fallback', 'load-balance'].includes(type), where, `type ${type}`);
  ensure(Array.isArray(members) && members.length > 0, where, 'is empty');
  const icon = dialect === 'mihomo' ? fields.maybeText('icon') : undefined;
  ensure(icon === undefined || /^https?:\/\//.test(icon), where, `icon ${icon}`);
  fields.done(['url', 'interval', 'lazy', 'tolerance', 'timeout', 'strategy']);
  return { name, type, members: members.map(String) };
};

/** A rule as type, value, policy and options; the value of a logical one has commas of its own. */
const ruleOf = (rule: string): readonly string[] => {
  const [, type = '', value = '', policy = ''] = /^(AND|OR|NOT|SUB-RULE),(\(.*\)),([^,]+)$/.exec(rule) ?? [];
  return type === '' ? rule.split(',') : [type, value, policy];
};

const listOf = (value: unknown, where: string): readonly unknown[] =>
  Array.isArray(value) ? value : refuse(where, 'no list');

/**
 * A file of names that is fetched past all lines by an address without anybody's key. Whoever has it not yet goes by
 * the other rules, which must stand in front of it.
 */
const checkProvider = (dialect: ClashDialect, name: string, document: Json): void => {
  ensure(dialect === 'mihomo', name, 'a rule provider is not known');
  const fields = new Fields(new Fields(document['rule-providers'], 'rule-providers').optional(name), name);
  ensure(fields.text('type') === 'http' && fields.text('behavior') === 'domain', name, 'no file of names');
  ensure(/^https?:\/\/[^/?#@]+\/describe\/rules\/[a-z-]+\.names$/.test(fields.text('url')), name, 'address');
  ensure(fields.text('proxy') === 'DIRECT', name, 'would be fetched through a line');
  const interval = fields.optional('interval');
  ensure(typeof interval === 'number' && interval >= 3600, name, 'is asked for too often');
  fields.done([]);
  const rules = listOf(document['rules'], 'rules').map(String);
  const behind = rules.slice(rules.findIndex((rule) => rule.startsWith(`RULE-SET,${name},`)) + 1);
  // Names that no list has are looked up last.
  ensure(
    !behind.some((rule) => /^(?!SUB-RULE).*(?:DOMAIN|IP-CIDR)/.test(rule)),
    name,
    'stands in front of what the document says itself',
  );
};

/** Rules that only one language has; a script must be there. */
const checkKind = (
  dialect: ClashDialect,
  [type = '', value = '', name = '']: readonly string[],
  document: Json,
): void => {
  ensure(dialect === 'mihomo' || !['AND', 'OR', 'NOT', 'SUB-RULE'].includes(type), `${type},${value}`, 'is not known');
  const below = type === 'SUB-RULE' ? new Fields(document['sub-rules'], 'sub-rules').optional(name) : [];
  ensure(Array.isArray(below), name, 'no such rules');
  if (type === 'RULE-SET') checkProvider(dialect, value, document);
  if (type !== 'SCRIPT') return;
  const scripts = new Fields(new Fields(document['script'], 'script').optional('shortcuts'), 'shortcuts');
  ensure(dialect === 'stash' && scripts.text(value) !== '', value, 'no such script');
};

const checkReferences = ({ lines, groups, rules }: ClashProfile): void => {
  const names = [...lines.map((line) => line.name), ...groups.map((group) => group.name)];
  ensure(new Set(names).size === names.length, 'names', 'one stands twice');
  const known = new Set([...names, ...BUILTINS]);
  for (const { name, members } of groups) {
    for (const member of members) ensure(known.has(member), `group ${name}`, `no policy ${member}`);
  }
  for (const rule of rules) {
    const policy = rule[rule[0] === 'MATCH' ? 1 : 2] ?? '';
    ensure(rule[0] === 'SUB-RULE' || known.has(policy), rule.join(), `no policy ${policy}`);
    ensure(!['GEOIP', 'GEOSITE'].includes(rule[0] ?? ''), rule.join(), 'needs a download before it works');
  }
  ensure(rules.findIndex((rule) => rule[0] === 'MATCH') === rules.length - 1, 'rules', 'MATCH is not the last one');
};

/**
 * Reads and checks a document of the Clash family by mihomo's and Stash's documentation. It must be the same for
 * readers of YAML 1.1 and 1.2; keys of a line must be documented; members and policies must exist; MATCH comes last.
 */
export const readClash = (dialect: ClashDialect, text: string): ClashProfile => {
  const document = parse(text) as Json;
  ensure(isDeepStrictEqual(parse(text, { version: '1.1' }), document), 'YAML', 'another document to readers of 1.1');
  const lines = listOf(document['proxies'], 'proxies').map((proxy) => readProxy(proxy, dialect));
  const groups = listOf(document['proxy-groups'], 'proxy-groups').map((group) => readGroup(group, dialect));
  const rules = listOf(document['rules'], 'rules').map((rule) => ruleOf(String(rule)));
  ensure(lines.length > 0 && rules.length > 0, 'document', 'no lines or no rules');
  for (const rule of rules) checkKind(dialect, rule, document);
  const profile = { lines, groups, rules };
  checkReferences(profile);
  return profile;
};
