import { isIP } from 'node:net';
import type { ResolvedLine } from '../model.ts';
import { dnsPlan } from '../rules/dns.ts';
import { groupName, groupsOf, homeLines, PROBE_URL } from '../rules/groups.ts';
import type { Group, GroupId, Member, Switches } from '../rules/groups.ts';
import { ruleLists } from '../rules/lists.ts';
import type { RuleList } from '../rules/lists.ts';
import type { Part } from '../template.ts';
import { json } from '../text/json.ts';
import { spliced } from '../text/tree.ts';
import type { Branch, Tree } from '../text/tree.ts';
import type { SingboxTier } from '../user-agent.ts';
import { secret } from './secret.ts';

/** What a sing-box document needs beside its lines. */
export interface SingboxInput {
  readonly lines: readonly ResolvedLine[];
  readonly tier: SingboxTier;
  readonly selfHost: string;
  readonly switches: Switches;
}

const utls = { enabled: true, fingerprint: 'chrome' } as const;

/** What follows type, tag and address. Unknown keys are fatal to sing-box, so only what every tier knows is here. */
const protocolKeys = (line: ResolvedLine): Branch => {
  const credential = spliced(secret(line));
  switch (line.protocol) {
    case 'vmesh_tcp':
      return { uuid: credential, security: 'auto', alter_id: 0 };
    case 'vmesh_ws':
      return {
        uuid: credential,
        security: 'auto',
        alter_id: 0,
        ...(line.tls && { tls: { enabled: true, server_name: line.host ?? undefined, utls } }),
        transport: { type: 'ws', path: line.path, ...(line.host !== null && { headers: { Host: line.host } }) },
      };
    case 'ss':
      return { method: line.method, password: spliced(`${line.serverKey}:`, secret(line)) };
    case 'compat':
      return { method: line.method, password: credential };
    case 'h2': {
      // The pin is of the certificate and sing-box can only pin its public key, so a self-signed one is not checked.
      const insecure = line.pin === null ? undefined : true;
      return { password: credential, tls: { enabled: true, server_name: line.serverName, insecure, alpn: ['h3'] } };
    }
    case 'reality': {
      const reality = { enabled: true, public_key: line.publicKey, short_id: line.shortId };
      const tls = { enabled: true, server_name: line.serverName, utls, reality };
      return { uuid: credential, flow: 'xtls-rprx-vision', packet_encoding: 'xudp', tls };
    }
  }
};

const TYPES = {
  vmesh_tcp: 'vmess',
  vmesh_ws: 'vmess',
  ss: 'shadowsocks',
  compat: 'shadowsocks',
  h2: 'hysteria2',
  reality: 'vless',
} as const;

const lineOutbound = (line: ResolvedLine): Branch => ({
  type: TYPES[line.protocol],
  tag: line.name,
  server: line.server,
  server_port: line.port,
  ...protocolKeys(line),
});

/** Groups that sing-box has no outbound for: it knows no fallback, and refusing is an action of a rule. */
const LEFT_OUT: readonly GroupId[] = ['fallback', 'ads'];

const memberTags = (members: readonly Member[], switches: Switches): string[] =>
  members.flatMap((m) => {
    if ('line' in m) return [m.line];
    if ('builtin' in m) return m.builtin === 'direct' ? ['direct'] : [];
    return LEFT_OUT.includes(m.group) ? [] : [groupName(m.group, switches)];
  });

const groupOutbound = (group: Group, switches: Switches): Branch => {
  const tags = memberTags(group.members, switches);
  return group.type === 'url-test'
    ? { type: 'urltest', tag: group.name, outbounds: tags, url: PROBE_URL, interval: '5m', tolerance: 50 }
    : { type: 'selector', tag: group.name, outbounds: tags, default: tags[0] };
};

/** Outbounds that cores before 1.11 need where later ones have actions. */
const oldOutbounds: readonly Tree[] = [
  { type: 'block', tag: 'block' },
  { type: 'dns', tag: 'dns-out' },
];

const outbounds = ({ lines, tier, switches }: SingboxInput): Tree[] => [
  ...groupsOf(lines, switches)
    .filter((group) => !LEFT_OUT.includes(group.id))
    .map((group) => groupOutbound(group, switches)),
  ...lines.map(lineOutbound),
  { type: 'direct', tag: 'direct' },
  ...(tier === 8 ? oldOutbounds : []),
];

/** What a list matches. Before 1.9 a suffix without a dot also matched inside of a word, hence the two keys. */
const matcher = ({ suffixes, networks }: RuleList, tier: SingboxTier): Branch => ({
  ...(tier === 8 ? { domain: suffixes, domain_suffix: suffixes.map((s) => `.${s}`) } : { domain_suffix: suffixes }),
  ...(networks.length > 0 && { ip_cidr: networks }),
});

/** How a rule names a list: by its rule set, or with the whole list inside where inline rule sets are not known. */
const matchList = (list: RuleList, tier: SingboxTier): Branch =>
  tier === 8 ? matcher(list, tier) : { rule_set: [list.id] };

const listRule = (list: RuleList, tier: SingboxTier, switches: Switches): Branch => {
  const match = matchList(list, tier);
  if (list.target === 'ads') return { ...match, ...(tier === 8 ? { outbound: 'block' } : { action: 'reject' }) };
  return { ...match, outbound: list.target === 'direct' ? 'direct' : groupName(list.target, switches) };
};

/** The subscription itself is always fetched directly, otherwise a dead line could never be replaced. */
const selfRule = (host: string): Branch[] => {
  if (host === '') return [];
  const version = isIP(host);
  if (version === 0) return [{ domain: [host], outbound: 'direct' }];
  return [{ ip_cidr: [`${host}/${version === 4 ? 32 : 128}`], outbound: 'direct' }];
};

/** All rule sets are inline: nothing has to be downloaded before the first connection. */
const route = ({ tier, selfHost, switches }: SingboxInput): Branch => ({
  rules: [
    ...(tier === 8
      ? [{ protocol: 'dns', outbound: 'dns-out' }]
      : [{ action: 'sniff' }, { protocol: 'dns', action: 'hijack-dns' }]),
    ...selfRule(selfHost),
    ...ruleLists.map((list) => listRule(list, tier, switches)),
  ],
  ...(tier > 8 && {
    rule_set: ruleLists.map((list) => ({ type: 'inline', tag: list.id, rules: [matcher(list, tier)] })),
  }),
  final: groupName('final', switches),
  ...(tier >= 12 && { default_domain_resolver: 'dns-local' }),
  auto_detect_interface: true,
});

const MAINLAND_DNS = '223.5.5.5';

/** Name servers: one through the lines, one beside them, and abroad one through the lines that lead home. */
const dnsServers = ({ lines, tier, switches }: SingboxInput): Tree[] => {
  const { local, secure } = dnsPlan(switches);
  const far = groupName('select', switches);
  const home = homeLines(lines, switches).length > 0 ? groupName('home', switches) : null;
  if (tier >= 12) {
    return [
      { type: secure === null ? 'tcp' : 'https', tag: 'dns-remote', server: '1.1.1.1', detour: far },
      // No detour: from 1.12 on a detour to a plain direct outbound is fatal.
      { type: 'udp', tag: 'dns-local', server: local[0] },
      ...(home === null ? [] : [{ type: 'udp', tag: 'dns-home', server: MAINLAND_DNS, detour: home }]),
    ];
  }
  const remote = secure === null ? 'tcp://1.1.1.1' : 'https://1.1.1.1/dns-query';
  return [
    { tag: 'dns-remote', address: remote, detour: far },
    { tag: 'dns-local', address: local[0], detour: 'direct' },
    ...(home === null ? [] : [{ tag: 'dns-home', address: MAINLAND_DNS, detour: home }]),
    ...(tier === 8 ? [{ tag: 'dns-block', address: 'rcode://success' }] : []),
  ];
};

const dns = (input: SingboxInput): Branch => {
  const { lines, tier, switches } = input;
  const cnServer = homeLines(lines, switches).length > 0 ? 'dns-home' : 'dns-local';
  const refuse: Branch = tier === 8 ? { server: 'dns-block', disable_cache: true } : { action: 'reject' };
  const lists = ruleLists.flatMap((list): Tree[] => {
    if (list.id === 'ads') return [{ ...matchList(list, tier), ...refuse }];
    return list.id === 'cn' ? [{ ...matchList(list, tier), server: cnServer }] : [];
  });
  return {
    servers: dnsServers(input),
    rules: [...(tier < 12 ? [{ outbound: 'any', server: 'dns-local' }] : []), ...lists],
    final: 'dns-remote',
    strategy: 'ipv4_only',
  };
};

const TUN_ADDRESS = '172.19.0.1/30';

const inbounds = (tier: SingboxTier): Tree[] => {
  const sniff = tier === 8 ? { sniff: true } : {};
  return [
    {
      type: 'tun',
      tag: 'tun-in',
      ...(tier === 8 ? { inet4_address: TUN_ADDRESS } : { address: [TUN_ADDRESS] }),
      mtu: 1500,
      auto_route: true,
      strict_route: true,
      stack: 'mixed',
      ...sniff,
    },
    { type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 7890, ...sniff },
  ];
};

/**
 * A document for sing-box of the tier. The lines must be valid and at least one. There is no controller: apps bring
 * their own.
 */
export const writeSingbox = (input: SingboxInput): Part[] =>
  json({
    log: { level: 'warn', timestamp: true },
    dns: dns(input),
    inbounds: inbounds(input.tier),
    outbounds: outbounds(input),
    route: route(input),
    experimental: { cache_file: { enabled: true } },
  });
