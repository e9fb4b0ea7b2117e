import { speaksOnly, speaksSince } from '../capability.ts';
import { YAML_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import { bittorrentPrograms } from '../rules/bittorrent.ts';
import { askedOfPolicy } from '../rules/dns-plan.ts';
import type { ResolvedLine } from '../model.ts';
import { classicalLines, ordered } from '../rules/lines.ts';
import { longListsOf, withRefused } from '../rules/long-lists.ts';
import type { LongLists } from '../rules/long-lists.ts';
import { lookedUpOf } from '../rules/looked-up.ts';
import { MAINLAND_LIST, PROBE_URL } from '../rules/plan.ts';
import type { Group, Member, Plan, PlannedList, Policy } from '../rules/plan.ts';
import { QUIC_PORT, quicPlanOf } from '../rules/quic.ts';
import type { Part } from '../template.ts';
import type { Branch } from '../text/tree.ts';
import { yaml } from '../text/yaml.ts';
import { clashDns, type Fetched } from './clash-dns.ts';
import { proxy, type ClashDialect } from './clash-proxy.ts';
import { groupIcon } from './group-icons.ts';
import { dialsIpv6 } from './ipv6.ts';
import { hiddenNote } from './note.ts';
import { PLACEHOLDER_NUM } from './secret.ts';

/** Stash measures each line against an address of its own, the others each group against the group's. */
const measured = ({ type, probe = PROBE_URL }: Group, dialect: ClashDialect): Branch => {
  if (type === 'select') return {};
  // One site always gets the same line: an account that is in many places is locked.
  const strategy = type === 'load-balance' ? { strategy: 'consistent-hashing' } : {};
  if (dialect === 'stash') return { interval: 300, ...strategy };
  return { url: probe, interval: 300, lazy: true, ...(type === 'url-test' && { tolerance: 50 }), ...strategy };
};

/** `iconFolder`: address of the folder of icons; empty = no icons. */
const groupKeys = (group: Group, dialect: ClashDialect, iconFolder: string): Branch => ({
  name: group.name,
  type: group.type,
  ...measured(group, dialect),
  proxies: group.members.map(memberName),
  ...(iconFolder !== '' && { icon: `${iconFolder}/${groupIcon(group)}.svg` }),
});

const memberName = (member: Member): string => {
  if ('line' in member) return member.line;
  return 'group' in member ? member.name : member.builtin.toUpperCase();
};

const policyName = (policy: Policy): string => ('group' in policy ? policy.group.name : policy.builtin.toUpperCase());

/** The rule for a fetched list. */
const fileRule = ({ id, policy }: PlannedList): string => `RULE-SET,${id},${policyName(policy)}`;

const rulesOf = (list: PlannedList): string[] => classicalLines(ordered(list), policyName(list.policy));

/** The rules of a list of mihomo. Networks of looked-up names are in rules of their own. */
const mihomoRulesOf = (list: PlannedList, lookedUp: PlannedList | null): string[] =>
  list.id === lookedUp?.id && list.networks.length > 0
    ? [...rulesOf({ ...list, networks: [] }), KNOWN_ADDRESS]
    : rulesOf(list);

const IS_QUIC = `(NETWORK,UDP),(DST-PORT,${QUIC_PORT})`;

/** QUIC to each thing that a list matches. Forms of mihomo's page on rules, known to every version. */
const refusesQuicTo = (list: PlannedList): string[] =>
  classicalLines(list, null).map((match) => `AND,(${IS_QUIC},(${match})),REJECT`);

/** Stash has asked such things by a script since before it knew rules for them. */
const STASH_RULE = 'SCRIPT,quic,REJECT';
const STASH_QUIC = `network == 'udp' and dst_port == ${QUIC_PORT}`;

/** List with the networks that route resolved names. Only mihomo itself is known to read sub-rules. */
const lookedUpIn = (writing: Writing, dialect: ClashDialect): PlannedList | null =>
  dialect === 'mihomo' && !isKaring(writing) ? lookedUpOf(writing.plan) : null;

/** The lists; the old Clash has no word for datagrams alone, and Stash none for those of a list. */
const listRules = (writing: Writing, dialect: ClashDialect, long: LongLists): string[] => {
  const { plan, lines } = writing;
  if (dialect === 'legacy') return plan.lists.flatMap(rulesOf);
  const { before, refusesRest, after } = quicPlanOf(plan, lines);
  const lookedUp = lookedUpIn(writing, dialect);
  return [
    ...withRefused(before, long, {
      write: (list) => [
        ...(list.refusesQuic && dialect === 'mihomo' ? refusesQuicTo(list) : []),
        ...mihomoRulesOf(list, lookedUp),
      ],
      writeLong: (list) => [fileRule(list)],
    }),
    ...(refusesRest ? [dialect === 'mihomo' ? `AND,(${IS_QUIC}),REJECT` : STASH_RULE] : []),
    ...after.flatMap((list) => mihomoRulesOf(list, lookedUp)),
  ];
};

const HAS_LETTER = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `(DOMAIN-KEYWORD,${letter})`).join(',');

/**
 * Names of the house have a letter and no dot; without a letter it is an address. Old cores refuse a document with a
 * rule for patterns of names.
 */
const PLAIN_NAMES = `SUB-RULE,(AND,((NOT,((DOMAIN-KEYWORD,.))),(OR,(${HAS_LETTER})))),plain-names`;

/** Mainland networks stand once in a document, and are asked twice: for known addresses, and for looked-up names. */
const NETWORKS = 'networks';
const KNOWN_ADDRESS = `SUB-RULE,(OR,((IP-CIDR,0.0.0.0/0,no-resolve),(IP-CIDR6,::/0,no-resolve))),${NETWORKS}`;
/** Without `no-resolve` mihomo asks the servers of the rest for the name: through a line. */
const LOOKED_UP = `SUB-RULE,(IP-CIDR,0.0.0.0/0),${NETWORKS}`;

const networkRules = (list: PlannedList): string[] =>
  classicalLines({ ...list, suffixes: [], domains: [], keywords: [] }, policyName(list.policy));

const subRules = (writing: Writing): Branch => {
  const list = lookedUpIn(writing, 'mihomo');
  return { 'plain-names': ['MATCH,DIRECT'], ...(list && { [NETWORKS]: networkRules(list) }) };
};

/** Ids of the lists that a document fetches. mihomo fetches the mainland's in any case. */
const fetchedIds = (writing: Writing, dialect: ClashDialect): readonly string[] => {
  const { lines, listFolder, longLists } = writing;
  if (dialect === 'legacy' || isKaring(writing) || listFolder === '') return [];
  if (lines.every(({ num }) => num === PLACEHOLDER_NUM)) return [];
  return dialect === 'mihomo' ? [...longLists, MAINLAND_LIST] : longLists;
};

/**
 * Whole lists, fetched from our own host and refreshed once a day. The fetch goes direct: without a copy mihomo passes
 * no traffic before it ends, and a dead line would delay it. Older mihomo ignores unknown keys. Stash fetches in the
 * background.
 */
const providers = ({ listFolder }: Writing, dialect: ClashDialect, { refused, others }: LongLists): Branch =>
  Object.fromEntries(
    [...refused, ...others].map(({ id }) => {
      const file = { behavior: 'domain', url: `${listFolder}/${id}.names`, interval: 86_400 };
      return [id, dialect === 'stash' ? { ...file, format: 'yaml' } : { type: 'http', ...file, proxy: 'DIRECT' }];
    }),
  );

/** The mainland's fetched list, as rules for name servers need it. */
const fetchedOf = (plan: Plan, { others }: LongLists): Fetched | null => {
  const list = others.find(({ id }) => id === MAINLAND_LIST);
  return list ? { provider: list.id, asked: askedOfPolicy(list.policy, plan) } : null;
};

/** Nothing has to be downloaded before the first connection, and no geodata is asked for. */
const rules = (writing: Writing, dialect: ClashDialect, long: LongLists): string[] => {
  const { plan } = writing;
  return [
    ...(dialect === 'mihomo' ? [PLAIN_NAMES] : []),
    ...listRules(writing, dialect, long),
    ...long.others.map(fileRule),
    // Stash runs where such programs do not.
    ...(dialect === 'stash' ? [] : bittorrentPrograms.map((name) => `PROCESS-NAME,${name},DIRECT`)),
    ...(lookedUpIn(writing, dialect) === null ? [] : [LOOKED_UP]),
    `MATCH,${plan.final.name}`,
  ];
};

const mihomoOnly = { 'unified-delay': true, 'tcp-concurrent': true } as const;

/** Private networks. The sniffer leaves their addresses alone. */
const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
] as const;

/**
 * Finds the names in traffic of programs with their own resolver: rules match that name, and lines dial it. Mijia's
 * cloud sends names that do not exist. Apple's push service answers only at the dialled address.
 */
const SNIFFER: Branch = {
  enable: true,
  'force-dns-mapping': true,
  'parse-pure-ip': true,
  'override-destination': true,
  sniff: { HTTP: { ports: [80, '8080-8880'] }, TLS: { ports: [443, 8443] }, QUIC: { ports: [443, 8443] } },
  'skip-domain': ['Mijia Cloud', '+.push.apple.com'],
  'skip-dst-address': PRIVATE_NETWORKS,
};

/** Programs are told no IPv6 addresses of names in any case. */
const head = (dialect: ClashDialect, dns: Branch, lines: readonly ResolvedLine[]): Branch => {
  const shared = { mode: 'rule', 'log-level': 'warning' };
  if (dialect === 'stash') return { ...shared, dns };
  return {
    'mixed-port': 7890,
    'allow-lan': false,
    ...shared,
    ipv6: dialsIpv6(lines),
    ...(dialect === 'mihomo' && mihomoOnly),
    profile: { 'store-selected': true, 'store-fake-ip': true },
    dns,
  };
};

/**
 * A client gets its own language behind the link of another one. Unknown clients run mihomo: the old Clash ended in
 * 2023, and its apps are known by name.
 */
const dialectOf = ({ kind, client }: Pick<Writing, 'kind' | 'client'>): ClashDialect => {
  if (kind === 'stash' || client.family === 'stash') return 'stash';
  return kind === 'clash' && client.family === 'clash' ? 'legacy' : 'mihomo';
};

/** Karing reads the language of mihomo without being mihomo: it knows no providers, no sniffer and no icons. */
const isKaring = ({ kind, client }: Pick<Writing, 'kind' | 'client'>): boolean =>
  kind === 'karing' || client.family === 'karing';

/**
 * A document for Clash, mihomo or Stash. There is no controller and no listening beyond loopback: apps add their own.
 */
const write = (writing: Writing): Part[] => {
  const { lines, dns, plan } = writing;
  const dialect = dialectOf(writing);
  const isMihomo = dialect === 'mihomo' && !isKaring(writing);
  const long = longListsOf(plan, fetchedIds(writing, dialect));
  const provided = providers(writing, dialect, long);
  const own = rules(writing, dialect, long);
  const document: Branch = {
    ...head(dialect, clashDns(dialect, dns(), fetchedOf(plan, long)), lines),
    ...(isMihomo && { sniffer: SNIFFER }),
    proxies: lines.map((line) => proxy(line, dialect)),
    'proxy-groups': plan.groups.map((group) => groupKeys(group, dialect, isMihomo ? writing.iconFolder : '')),
    ...(own.includes(STASH_RULE) && { script: { shortcuts: { quic: STASH_QUIC } } }),
    ...(Object.keys(provided).length > 0 && { 'rule-providers': provided }),
    ...(dialect === 'mihomo' && { 'sub-rules': subRules(writing) }),
    rules: own,
  };
  return [hiddenNote(writing), ...yaml(document)];
};

const speaksLegacy = speaksOnly('vmesh_tcp', 'vmesh_ws', 'compat');

/** Versions of Stash from its list of changes: an older one refuses the whole document for a line it does not know. */
const speaksStash = speaksSince('stash', { h2: [2, 5], ss: [3, 0], reality: [3, 1] });

/** Dialect as a cache key. */
const dialectKey = (writing: Pick<Writing, 'kind' | 'client'>): string =>
  isKaring(writing) ? 'karing' : dialectOf(writing);

/** For mihomo and its graphical clients. */
export const mihomo: Format = {
  contentType: YAML_TYPE,
  extension: '',
  speaks: speaksStash,
  dialect: (client) => dialectKey({ kind: 'mjclash', client }),
  write,
};

/** For Stash, whichever client asks. */
export const stash: Format = { ...mihomo, dialect: (client) => dialectOf({ kind: 'stash', client }) };

/** For the old Clash, whose core refuses a document with any protocol that it does not know. */
export const clash: Format = {
  ...mihomo,
  speaks: (protocol, client) =>
    (dialectOf({ kind: 'clash', client }) === 'legacy' ? speaksLegacy : speaksStash)(protocol, client),
  dialect: (client) => dialectKey({ kind: 'clash', client }),
};
