import type { ResolvedLine } from '../model.ts';
import { hasNames, inPlace, withParents } from './entries.ts';
import type { Entries } from './entries.ts';
import { dnsServersOf } from './dns-servers.ts';
import type { DnsServers } from './dns-servers.ts';
import { LAN_LIST } from './plan.ts';
import type { Group, Member, Plan, PlannedList, Policy, Switches } from './plan.ts';

/**
 * Who is asked for a name: the name server at home, past all lines; one abroad, through the lines; one of the mainland,
 * through the lines that lead back; the system's own, for the house; nobody, because its traffic is refused.
 */
export type Asked = 'home' | 'line' | 'homeLine' | 'house' | 'refused';

/** Names of the house, which only the system's own name server knows: everything below these. */
export const LAN_SUFFIXES = ['lan', 'local', 'localhost', 'home.arpa'] as const;

/** Reverse zones of private networks (RFC 6303). Only the system's name server knows their names. */
export const PRIVATE_ZONES: readonly string[] = [
  '10.in-addr.arpa',
  ...Array.from({ length: 16 }, (_, i) => `${16 + i}.172.in-addr.arpa`),
  '168.192.in-addr.arpa',
  '254.169.in-addr.arpa',
  'c.f.ip6.arpa',
  'd.f.ip6.arpa',
  '8.e.f.ip6.arpa',
];

/** Names without a dot are of the house, too. */
export const PLAIN_NAME = '^[^.]+$';

/** Names of one list that are asked alike. */
export interface AskedNames {
  readonly asked: Asked;
  readonly list: PlannedList;
  /** Those of the list that make a difference; its networks are never among them. */
  readonly names: Entries;
}

/**
 * Who is asked for which name, made once for a document: a name that goes through a line is asked through the lines,
 * one that goes direct at home, names of the house at the system. `always` are asked at home whatever the rules say,
 * because without them a dead line could never be replaced.
 */
export interface DnsPlan extends DnsServers {
  readonly always: {
    /** Hosts of links and console. */
    readonly own: readonly string[];
    readonly lines: readonly string[];
  };
  /** In the order in which they are asked; the first that matches counts. */
  readonly rules: readonly AskedNames[];
  /** For all other names. */
  readonly rest: Asked;
}

/** What a plan of name servers is made from. */
export interface DnsNeeds {
  readonly plan: Plan;
  readonly switches: Switches;
  readonly lines: readonly ResolvedLine[];
  /** Hosts of links and console, names or addresses. */
  readonly ownHosts: readonly string[];
}

/** Where a member's names are asked; null when it offers nothing. `seen`: groups that have been looked at. */
const askedOfMember = (member: Member, plan: Plan, seen: readonly string[]): Asked | null => {
  if ('line' in member) return 'line';
  if ('builtin' in member) return member.builtin === 'direct' ? 'home' : null;
  const next = plan.groups.find(({ id }) => id === member.group);
  return !next || next.refuses || seen.includes(next.id) ? null : askedOfGroup(next, plan, seen);
};

/** Where a group's names are asked until somebody chooses otherwise; null when a circle of groups offers nothing. */
const askedOfGroup = (group: Group, plan: Plan, seen: readonly string[] = []): Asked | null => {
  if (group.refuses) return 'refused';
  if (group.id === plan.home?.id) return 'homeLine';
  for (const member of group.members) {
    const asked = askedOfMember(member, plan, [...seen, group.id]);
    if (asked) return asked;
  }
  return null;
};

/** Where the names of a policy are asked until somebody chooses otherwise. */
export const askedOfPolicy = (policy: Policy, plan: Plan): Asked => {
  if ('group' in policy) return askedOfGroup(policy.group, plan) ?? 'line';
  return policy.builtin === 'direct' ? 'home' : 'refused';
};

/** Whether the traffic of a policy goes through a line until somebody chooses otherwise. */
export const goesByLine = (policy: Policy, plan: Plan): boolean =>
  ['line', 'homeLine'].includes(askedOfPolicy(policy, plan));

const askedOfList = ({ id, policy }: PlannedList, plan: Plan): Asked => {
  const asked = askedOfPolicy(policy, plan);
  return id === LAN_LIST && asked === 'home' ? 'house' : asked;
};

/** What is of the house, whatever a list says of it. */
const LAN_NAME = new RegExp(`(?:^|\\.)(?:${LAN_SUFFIXES.map((suffix) => suffix.replaceAll('.', '\\.')).join('|')})$`);

/** The names of a list that are not of the house. */
const outside = ({ suffixes, domains, keywords }: PlannedList): Entries => ({
  suffixes: suffixes.filter((name) => !LAN_NAME.test(name)),
  domains: domains.filter((name) => !LAN_NAME.test(name)),
  keywords,
  networks: [],
});

/**
 * Lists that are asked like the rest are left out, apart from names that a later list would match. Own hosts are in
 * `always`.
 */
const askedRules = (plan: Plan, rest: Asked): AskedNames[] => {
  const lists = plan.lists
    .filter(({ isOwn }) => !isOwn)
    .map((list) => ({ list, asked: askedOfList(list, plan), ...outside(list) }));
  return inPlace(lists, ({ asked }) => asked === rest)
    .map(({ list: { list, asked }, kept }) => ({ asked, list, names: kept }))
    .filter(({ names }) => hasNames(names));
};

/** The plan of name servers for a document. */
export const dnsPlanOf = ({ plan, switches, lines, ownHosts }: DnsNeeds): DnsPlan => {
  const rest = askedOfGroup(plan.final, plan) ?? 'line';
  return {
    ...dnsServersOf({ plan, switches }),
    always: { own: namesAmong(ownHosts), lines: namesAmong(lines.map(({ server }) => server)) },
    rules: askedRules(plan, rest),
    rest,
  };
};

/** The hosts that have to be asked for at all, each once. */
const namesAmong = (hosts: readonly string[]): string[] => [
  ...new Set(hosts.filter((host) => host !== '' && !host.includes(':') && !/^[\d.]+$/.test(host))),
];

/** A name that counts before what is above it, for clients that take the longest name instead of the first list. */
export interface LongestName {
  /** In the patterns of Clash: `+.` stands before a name with everything below it. */
  readonly pattern: string;
  readonly asked: Asked;
  /** Who would be asked without it. */
  readonly above: Asked;
}

/**
 * The rules for such clients: the names that are asked of others than what is above them, apart from those that are
 * refused. Keywords cannot be said in that way.
 */
export const longestNames = ({ rules, rest }: Pick<DnsPlan, 'rules' | 'rest'>): LongestName[] => {
  const first = new Map<string, Asked>();
  const isCovered = (name: string): boolean => withParents(name).some((parent) => first.has(`+.${parent}`));
  for (const { asked, names } of rules) {
    const patterns = [
      ...names.suffixes.filter((name) => !isCovered(name)).map((name) => `+.${name}`),
      ...names.domains.filter((name) => !isCovered(name) && !first.has(name)),
    ];
    for (const pattern of patterns) first.set(pattern, asked);
  }
  const above = (pattern: string): Asked =>
    withParents(pattern.replace(/^\+\./, ''))
      .slice(pattern.startsWith('+.') ? 1 : 0)
      .map((parent) => first.get(`+.${parent}`))
      .find((asked) => asked !== undefined && asked !== 'refused') ?? rest;
  return [...first]
    .map(([pattern, asked]) => ({ pattern, asked, above: above(pattern) }))
    .filter((name) => name.asked !== 'refused' && name.asked !== name.above);
};

/** The names that are asked of the system because a list says so. */
export const houseNames = ({ rules }: Pick<DnsPlan, 'rules'>): AskedNames[] =>
  rules.filter(({ asked }) => asked === 'house');

/** The same as patterns. */
export const housePatterns = (plan: Pick<DnsPlan, 'rules'>): string[] =>
  houseNames(plan).flatMap(({ names }) => [...names.suffixes.map((name) => `+.${name}`), ...names.domains]);

/** Who is asked for a name by the rules, names of the house aside. */
export const askedOfName = ({ rules, rest }: Pick<DnsPlan, 'rules' | 'rest'>, name: string): Asked => {
  const parents = withParents(name);
  const found = rules.find(
    ({ names }) =>
      names.domains.includes(name) ||
      names.suffixes.some((suffix) => parents.includes(suffix)) ||
      names.keywords.some((keyword) => name.includes(keyword)),
  );
  return found?.asked ?? rest;
};
