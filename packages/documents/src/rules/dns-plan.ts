import type { ResolvedLine } from '../model.ts';
import { addTo, exceptionsOf, withParents } from './line-rules.ts';
import type { Entries, Later } from './line-rules.ts';
import type { Group, Member, Plan, PlannedList, Policy, Switches } from './plan.ts';

/**
 * Who is asked for a name: the name server at home, past all lines; one abroad, through the lines; one of the mainland,
 * through the lines that lead back; nobody, because its traffic is refused.
 */
export type Asked = 'home' | 'line' | 'homeLine' | 'refused';

/** Names of the house, which only the system's own name server knows: everything below these. */
export const LAN_SUFFIXES = ['lan', 'local', 'localhost', 'home.arpa'] as const;

/** Names without a dot are of the house, too. */
export const PLAIN_NAME = '^[^.]+$';

/** A name server that is asked through a group of lines. */
export interface ThroughLines {
  /** Its address. */
  readonly address: string;
  readonly group: Group;
}

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
export interface DnsPlan {
  /** Two addresses, and the same servers by HTTPS; null where the network breaks that. */
  readonly home: { readonly plain: readonly [string, string]; readonly secure: readonly string[] | null };
  /** Asked by HTTPS, or by TCP when `home` has no HTTPS. */
  readonly far: ThroughLines;
  /** Null for whoever is not abroad, or has no line that leads back. */
  readonly homeLine: ThroughLines | null;
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

/**
 * Resolvers at home: of the mainland normally, worldwide ones abroad. Where the network filters encrypted DNS
 * (`inXinjiang`) there is neither HTTPS nor TLS and every server stands there by its address.
 */
const homeServers = ({ inXinjiang, inForeign }: Switches): DnsPlan['home'] => {
  if (inForeign) {
    const secure = ['https://1.1.1.1/dns-query', 'https://8.8.8.8/dns-query'];
    return { plain: ['1.1.1.1', '8.8.8.8'], secure: inXinjiang ? null : secure };
  }
  const secure = ['https://dns.alidns.com/dns-query', 'https://doh.pub/dns-query'];
  return { plain: ['223.5.5.5', '119.29.29.29'], secure: inXinjiang ? null : secure };
};

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

const hasAny = ({ suffixes, domains, keywords }: Entries): boolean =>
  suffixes.length + domains.length + keywords.length > 0;

/** What is of the house, whatever a list says of it. */
const LAN_NAME = new RegExp(`(?:^|\\.)(?:${LAN_SUFFIXES.map((suffix) => suffix.replaceAll('.', '\\.')).join('|')})$`);

/** The names of a list that are not of the house. */
const outside = ({ suffixes, domains, keywords }: PlannedList): Entries => ({
  suffixes: suffixes.filter((name) => !LAN_NAME.test(name)),
  domains: domains.filter((name) => !LAN_NAME.test(name)),
  keywords,
  networks: [],
});

/** Lists that are asked like the rest are left out, apart from names that a later list would match. */
const askedRules = (plan: Plan, rest: Asked): AskedNames[] => {
  const later: Later = { names: new Set(), parents: new Set(), keywords: [], hasNetworks: false };
  const rules: AskedNames[] = [];
  for (const list of plan.lists.toReversed()) {
    const asked = askedOfPolicy(list.policy, plan);
    const all = outside(list);
    const names = asked === rest ? exceptionsOf(all, later) : all;
    if (asked !== rest) addTo(later, all);
    if (hasAny(names)) rules.unshift({ asked, list, names });
  }
  return rules;
};

/** The plan of name servers for a document. */
export const dnsPlanOf = ({ plan, switches, lines, ownHosts }: DnsNeeds): DnsPlan => {
  const rest = askedOfGroup(plan.final, plan) ?? 'line';
  return {
    home: homeServers(switches),
    far: { address: '1.1.1.1', group: plan.main },
    homeLine: plan.home && { address: '223.5.5.5', group: plan.home },
    always: { own: namesAmong(ownHosts), lines: namesAmong(lines.map(({ server }) => server)) },
    rules: askedRules(plan, rest),
    rest,
  };
};

/** The hosts that have to be asked for at all, each once. */
const namesAmong = (hosts: readonly string[]): string[] => [
  ...new Set(hosts.filter((host) => host !== '' && !host.includes(':') && !/^[\d.]+$/.test(host))),
];

/**
 * The rules for clients that take the longest name that matches instead of the first list, in the patterns of Clash
 * (`+.` stands before a name with everything below it); only those that differ from what is above them, and as if what
 * is refused were asked like the rest. Keywords cannot be said in that way.
 */
export const longestNames = ({ rules, rest }: Pick<DnsPlan, 'rules' | 'rest'>): ReadonlyMap<string, Asked> => {
  const first = new Map<string, Asked>();
  const isCovered = (name: string): boolean => withParents(name).some((parent) => first.has(`+.${parent}`));
  for (const { asked, names } of rules) {
    const patterns = [
      ...names.suffixes.filter((name) => !isCovered(name)).map((name) => `+.${name}`),
      ...names.domains.filter((name) => !isCovered(name) && !first.has(name)),
    ];
    for (const pattern of patterns) first.set(pattern, asked === 'refused' ? rest : asked);
  }
  const above = (pattern: string): Asked =>
    withParents(pattern.replace(/^\+\./, ''))
      .slice(1)
      .map((parent) => first.get(`+.${parent}`))
      .find((asked) => asked !== undefined) ?? rest;
  return new Map([...first].filter(([pattern, asked]) => asked !== above(pattern)));
};

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
