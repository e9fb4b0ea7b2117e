import { isIPv4, isIPv6 } from 'node:net';
import { speaksAll, speaksOnly } from '../capability.ts';
import { oneDialect, YAML_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import type { ResolvedLine } from '../model.ts';
import { dnsPlan } from '../rules/dns.ts';
import { PROBE_URL } from '../rules/plan.ts';
import type { Group, Member, Plan, Policy, Switches } from '../rules/plan.ts';
import type { Part } from '../template.ts';
import { spliced } from '../text/tree.ts';
import type { Branch, Tree } from '../text/tree.ts';
import { yaml } from '../text/yaml.ts';
import { secret } from './secret.ts';

/** Which configuration language a Clash document is written in. */
type ClashDialect = 'legacy' | 'mihomo';

const vmess = { alterId: 0, cipher: 'auto', udp: true } as const;

/** What follows name, type, server and port. Keys of mihomo's documentation (proxies). */
const protocolKeys = (line: ResolvedLine, dialect: ClashDialect): Branch => {
  const credential = spliced(secret(line));
  const fingerprint = dialect === 'mihomo' ? 'chrome' : undefined;
  switch (line.protocol) {
    case 'vmesh_tcp':
      return { uuid: credential, ...vmess };
    case 'vmesh_ws':
      return {
        uuid: credential,
        ...vmess,
        ...(line.tls && { tls: true, servername: line.host ?? undefined, 'client-fingerprint': fingerprint }),
        network: 'ws',
        'ws-opts': { path: line.path, ...(line.host !== null && { headers: { Host: line.host } }) },
      };
    case 'ss':
      return { cipher: line.method, password: spliced(`${line.serverKey}:`, secret(line)), udp: true };
    case 'compat':
      return { cipher: line.method, password: credential, udp: true };
    case 'h2':
      return { password: credential, sni: line.serverName, alpn: ['h3'], fingerprint: line.pin ?? undefined };
    case 'reality':
      return {
        uuid: credential,
        network: 'tcp',
        udp: true,
        tls: true,
        flow: 'xtls-rprx-vision',
        'packet-encoding': 'xudp',
        servername: line.serverName,
        'client-fingerprint': 'chrome',
        'reality-opts': { 'public-key': line.publicKey, 'short-id': line.shortId },
      };
  }
};

const TYPES = {
  vmesh_tcp: 'vmess',
  vmesh_ws: 'vmess',
  ss: 'ss',
  compat: 'ss',
  h2: 'hysteria2',
  reality: 'vless',
} as const;

const proxy = (line: ResolvedLine, dialect: ClashDialect): Branch => ({
  name: line.name,
  type: TYPES[line.protocol],
  server: line.server,
  port: line.port,
  ...protocolKeys(line, dialect),
});

const measured = { url: PROBE_URL, interval: 300, lazy: true } as const;

const groupKeys = (group: Group): Branch => ({
  name: group.name,
  type: group.type,
  ...(group.type !== 'select' && measured),
  ...(group.type === 'url-test' && { tolerance: 50 }),
  proxies: group.members.map(memberName),
});

const memberName = (member: Member): string => {
  if ('line' in member) return member.line;
  return 'group' in member ? member.name : member.builtin.toUpperCase();
};

const policyName = (policy: Policy): string => ('group' in policy ? policy.group.name : policy.builtin.toUpperCase());

/** The subscription itself is always fetched directly, otherwise a dead line could never be replaced. */
const selfRules = (host: string): string[] => {
  if (host === '') return [];
  if (isIPv4(host)) return [`IP-CIDR,${host}/32,DIRECT,no-resolve`];
  return [isIPv6(host) ? `IP-CIDR6,${host}/128,DIRECT,no-resolve` : `DOMAIN,${host},DIRECT`];
};

/** Inline rules only: nothing has to be downloaded before the first connection, and no geodata is asked for. */
const rules = (selfHost: string, { lists, final }: Plan): string[] => [
  ...selfRules(selfHost),
  ...lists.flatMap(({ policy, suffixes, domains, keywords, networks }) => {
    const name = policyName(policy);
    return [
      ...domains.map((d) => `DOMAIN,${d},${name}`),
      ...suffixes.map((s) => `DOMAIN-SUFFIX,${s},${name}`),
      ...keywords.map((k) => `DOMAIN-KEYWORD,${k},${name}`),
      ...networks.map((n) => `${n.includes(':') ? 'IP-CIDR6' : 'IP-CIDR'},${n},${name},no-resolve`),
    ];
  }),
  `MATCH,${final.name}`,
];

const dns = (switches: Switches): Branch => {
  const { local, secure } = dnsPlan(switches);
  const fakeIp: Record<string, Tree> = {
    'fake-ip-range': '198.18.0.1/16',
    'fake-ip-filter': ['*.lan', '*.local', '+.msftconnecttest.com', '+.msftncsi.com', 'time.*.com', '+.stun.*.*'],
  };
  return {
    enable: true,
    ipv6: false,
    'enhanced-mode': switches.inXinjiang ? 'redir-host' : 'fake-ip',
    ...(!switches.inXinjiang && fakeIp),
    'default-nameserver': local,
    nameserver: secure ?? local,
    // Names of lines are asked directly, because no line can be used before its name is known.
    'proxy-server-nameserver': secure === null ? local : [...secure.slice(0, 1), local[0]],
  };
};

const mihomoOnly = { 'unified-delay': true, 'tcp-concurrent': true } as const;

/** Whoever pastes the link of the old Clash into one of its successors gets the whole language. */
const successor: ReadonlySet<string> = new Set(['mihomo', 'stash']);

const dialectOf = ({ kind, client }: Pick<Writing, 'kind' | 'client'>): ClashDialect =>
  kind !== 'clash' || successor.has(client.family) ? 'mihomo' : 'legacy';

/**
 * A document for Clash or mihomo. There is no controller and no listening beyond loopback: apps add their own.
 */
const write = (writing: Writing): Part[] => {
  const { lines, hidden, selfHost, switches, plan } = writing;
  const dialect = dialectOf(writing);
  const comment = hidden === 0 ? '' : `# ${hidden} 条线路此客户端不支持，已隐藏\n`;
  const document: Branch = {
    'mixed-port': 7890,
    'allow-lan': false,
    mode: 'rule',
    'log-level': 'warning',
    ipv6: false,
    ...(dialect === 'mihomo' && mihomoOnly),
    profile: { 'store-selected': true, 'store-fake-ip': true },
    dns: dns(switches),
    proxies: lines.map((line) => proxy(line, dialect)),
    'proxy-groups': plan.groups.map(groupKeys),
    rules: rules(selfHost, plan),
  };
  return [comment, ...yaml(document)];
};

const speaksLegacy = speaksOnly('vmesh_tcp', 'vmesh_ws', 'compat');

/** For mihomo and its graphical clients. */
export const mihomo: Format = {
  contentType: YAML_TYPE,
  extension: '',
  speaks: speaksAll,
  dialect: oneDialect,
  write,
};

/** For the old Clash, whose core refuses a document with any protocol that it does not know. */
export const clash: Format = {
  ...mihomo,
  speaks: (protocol, client) => successor.has(client.family) || speaksLegacy(protocol, client),
  dialect: (client) => dialectOf({ kind: 'clash', client }),
};
