import { speaksOnly, speaksSince } from '../capability.ts';
import { YAML_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import type { Hysteria2, Reality, ResolvedLine, VmessWs } from '../model.ts';
import { dnsPlan } from '../rules/dns.ts';
import { classicalLines, selfMatches } from '../rules/lines.ts';
import { PROBE_URL } from '../rules/plan.ts';
import type { Group, Member, Plan, Policy, Switches } from '../rules/plan.ts';
import type { Part } from '../template.ts';
import { spliced } from '../text/tree.ts';
import type { Branch, Tree } from '../text/tree.ts';
import { yaml } from '../text/yaml.ts';
import { hiddenNote } from './note.ts';
import { secret } from './secret.ts';

/** Which configuration language a Clash document is written in. */
type ClashDialect = 'legacy' | 'mihomo' | 'stash';

const vmess = { alterId: 0, cipher: 'auto', udp: true } as const;

/** A certificate's print as mihomo's pages and schema have it, which is how OpenSSL shows one. */
const withColons = (pin: string): string => pin.toUpperCase().replace(/..(?!$)/g, '$&:');

/** Stash has words of its own for Hysteria2; both check a pinned certificate by nothing but its print. */
const hysteriaKeys = ({ serverName, pin }: Hysteria2, credential: Tree, dialect: ClashDialect): Branch =>
  dialect === 'stash'
    ? { auth: credential, sni: serverName, 'server-cert-fingerprint': pin?.toLowerCase() }
    : { password: credential, sni: serverName, alpn: ['h3'], fingerprint: pin === null ? undefined : withColons(pin) };

/**
 * The name of TLS. Stash's pages know `sni` for every protocol, its users write `servername` as in Clash: it gets both,
 * because without one that it knows it would take the address, and behind a content network nothing would answer.
 */
const tlsName = (name: string | undefined, dialect: ClashDialect): Branch => ({
  servername: name,
  sni: dialect === 'stash' ? name : undefined,
});

const webSocketKeys = ({ path, host, tls }: VmessWs, dialect: ClashDialect): Branch => ({
  ...(tls && {
    tls: true,
    ...tlsName(host ?? undefined, dialect),
    'client-fingerprint': dialect === 'mihomo' ? 'chrome' : undefined,
  }),
  network: 'ws',
  'ws-opts': { path, ...(host !== null && { headers: { Host: host } }) },
});

const realityKeys = (line: Reality, credential: Tree, dialect: ClashDialect): Branch => ({
  uuid: credential,
  network: 'tcp',
  udp: true,
  tls: true,
  flow: 'xtls-rprx-vision',
  'packet-encoding': dialect === 'mihomo' ? 'xudp' : undefined,
  ...tlsName(line.serverName, dialect),
  'client-fingerprint': 'chrome',
  'reality-opts': { 'public-key': line.publicKey, 'short-id': line.shortId },
});

/** What follows name, type, server and port. Keys of mihomo's and Stash's documentation (proxies). */
const protocolKeys = (line: ResolvedLine, dialect: ClashDialect): Branch => {
  const credential = spliced(secret(line));
  switch (line.protocol) {
    case 'vmesh_tcp':
      return { uuid: credential, ...vmess };
    case 'vmesh_ws':
      return { uuid: credential, ...vmess, ...webSocketKeys(line, dialect) };
    case 'ss':
      return { cipher: line.method, password: spliced(`${line.serverKey}:`, secret(line)), udp: true };
    case 'compat':
      return { cipher: line.method, password: credential, udp: true };
    case 'h2':
      return hysteriaKeys(line, credential, dialect);
    case 'reality':
      return realityKeys(line, credential, dialect);
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

/** Stash measures each line against an address of its own, the others each group against the group's. */
const measured = ({ type }: Group, dialect: ClashDialect): Branch => {
  if (type === 'select') return {};
  if (dialect === 'stash') return { interval: 300 };
  return { url: PROBE_URL, interval: 300, lazy: true, ...(type === 'url-test' && { tolerance: 50 }) };
};

const groupKeys = (group: Group, dialect: ClashDialect): Branch => ({
  name: group.name,
  type: group.type,
  ...measured(group, dialect),
  proxies: group.members.map(memberName),
});

const memberName = (member: Member): string => {
  if ('line' in member) return member.line;
  return 'group' in member ? member.name : member.builtin.toUpperCase();
};

const policyName = (policy: Policy): string => ('group' in policy ? policy.group.name : policy.builtin.toUpperCase());

/**
 * The subscription itself is always fetched directly, otherwise a dead line could never be replaced. Inline rules only:
 * nothing has to be downloaded before the first connection, and no geodata is asked for.
 */
const rules = (selfHost: string, { lists, final }: Plan): string[] => [
  ...classicalLines(selfMatches(selfHost), 'DIRECT'),
  ...lists.flatMap((list) => classicalLines(list, policyName(list.policy))),
  `MATCH,${final.name}`,
];

const FAKE_IP_FILTER = ['*.lan', '*.local', '+.msftconnecttest.com', '+.msftncsi.com', 'time.*.com', '+.stun.*.*'];

/** Stash always makes up addresses, and asks for the names of lines like for all others. */
const stashDns = (switches: Switches): Branch => {
  const { local, secure } = dnsPlan(switches);
  return { 'default-nameserver': local, nameserver: secure ?? local, 'fake-ip-filter': FAKE_IP_FILTER };
};

const dns = (switches: Switches): Branch => {
  const { local, secure } = dnsPlan(switches);
  const fakeIp: Record<string, Tree> = {
    'fake-ip-range': '198.18.0.1/16',
    'fake-ip-filter': FAKE_IP_FILTER,
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

const head = (dialect: ClashDialect, switches: Switches): Branch => {
  const shared = { mode: 'rule', 'log-level': 'warning' };
  if (dialect === 'stash') return { ...shared, dns: stashDns(switches) };
  return {
    'mixed-port': 7890,
    'allow-lan': false,
    ...shared,
    ipv6: false,
    ...(dialect === 'mihomo' && mihomoOnly),
    profile: { 'store-selected': true, 'store-fake-ip': true },
    dns: dns(switches),
  };
};

/** Whoever pastes the link of one client into another gets the language of the one that asks, if it is known to differ. */
const dialectOf = ({ kind, client }: Pick<Writing, 'kind' | 'client'>): ClashDialect => {
  if (kind === 'stash' || client.family === 'stash') return 'stash';
  return kind !== 'clash' || client.family === 'mihomo' ? 'mihomo' : 'legacy';
};

/**
 * A document for Clash, mihomo or Stash. There is no controller and no listening beyond loopback: apps add their own.
 */
const write = (writing: Writing): Part[] => {
  const { lines, selfHost, switches, plan } = writing;
  const dialect = dialectOf(writing);
  const document: Branch = {
    ...head(dialect, switches),
    proxies: lines.map((line) => proxy(line, dialect)),
    'proxy-groups': plan.groups.map((group) => groupKeys(group, dialect)),
    rules: rules(selfHost, plan),
  };
  return [hiddenNote(writing), ...yaml(document)];
};

const speaksLegacy = speaksOnly('vmesh_tcp', 'vmesh_ws', 'compat');

/** Versions of Stash from its list of changes: an older one refuses the whole document for a line it does not know. */
const speaksStash = speaksSince('stash', { h2: [2, 5], ss: [3, 0], reality: [3, 1] });

/** For mihomo and its graphical clients. */
export const mihomo: Format = {
  contentType: YAML_TYPE,
  extension: '',
  speaks: speaksStash,
  dialect: (client) => dialectOf({ kind: 'mjclash', client }),
  write,
};

/** For Stash, whichever client asks. */
export const stash: Format = { ...mihomo, dialect: (client) => dialectOf({ kind: 'stash', client }) };

/** For the old Clash, whose core refuses a document with any protocol that it does not know. */
export const clash: Format = {
  ...mihomo,
  speaks: (protocol, client) =>
    (dialectOf({ kind: 'clash', client }) === 'legacy' ? speaksLegacy : speaksStash)(protocol, client),
  dialect: (client) => dialectOf({ kind: 'clash', client }),
};
