import { isIPv4, isIPv6 } from 'node:net';
import type { ClashDialect } from '../capability.ts';
import type { ResolvedLine } from '../model.ts';
import { dnsPlan } from '../rules/dns.ts';
import { groupName, groupsOf, PROBE_URL } from '../rules/groups.ts';
import type { Group, Member, Switches } from '../rules/groups.ts';
import { ruleLists } from '../rules/lists.ts';
import type { Part } from '../template.ts';
import { spliced } from '../text/tree.ts';
import type { Branch, Tree } from '../text/tree.ts';
import { yaml } from '../text/yaml.ts';
import { secret } from './secret.ts';

/** What a Clash document needs beside its lines. */
export interface ClashInput {
  readonly lines: readonly ResolvedLine[];
  readonly dialect: ClashDialect;
  /** Lines that this client cannot speak; their count stands in a comment. */
  readonly hidden: number;
  readonly selfHost: string;
  readonly switches: Switches;
}

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

const groupKeys = (group: Group, switches: Switches): Branch => ({
  name: group.name,
  type: group.type,
  ...(group.type !== 'select' && measured),
  ...(group.type === 'url-test' && { tolerance: 50 }),
  proxies: group.members.map((m) => memberName(m, switches)),
});

const memberName = (member: Member, switches: Switches): string => {
  if ('line' in member) return member.line;
  return 'group' in member ? groupName(member.group, switches) : member.builtin.toUpperCase();
};

/** The subscription itself is always fetched directly, otherwise a dead line could never be replaced. */
const selfRules = (host: string): string[] => {
  if (host === '') return [];
  if (isIPv4(host)) return [`IP-CIDR,${host}/32,DIRECT,no-resolve`];
  return [isIPv6(host) ? `IP-CIDR6,${host}/128,DIRECT,no-resolve` : `DOMAIN,${host},DIRECT`];
};

/** Inline rules only: nothing has to be downloaded before the first connection, and no geodata is asked for. */
const rules = (selfHost: string, switches: Switches): string[] => [
  ...selfRules(selfHost),
  ...ruleLists.flatMap(({ target, suffixes, networks }) => {
    const policy = target === 'direct' ? 'DIRECT' : groupName(target, switches);
    return [
      ...suffixes.map((s) => `DOMAIN-SUFFIX,${s},${policy}`),
      ...networks.map((n) => `${n.includes(':') ? 'IP-CIDR6' : 'IP-CIDR'},${n},${policy},no-resolve`),
    ];
  }),
  `MATCH,${groupName('final', switches)}`,
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

/**
 * A document for Clash (`legacy`) or mihomo. The lines must be valid, spoken by the dialect and at least one. There is
 * no controller and no listening beyond loopback: apps add their own.
 */
export const writeClash = ({ lines, dialect, hidden, selfHost, switches }: ClashInput): Part[] => {
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
    'proxy-groups': groupsOf(lines, switches).map((group) => groupKeys(group, switches)),
    rules: rules(selfHost, switches),
  };
  return [comment, ...yaml(document)];
};
