import type { Builtin, GroupMember, RuleGroup, RuleList, RuleSet } from '@skyport/contract/rules';
import type { ResolvedLine } from '../model.ts';
import type { Entries } from './entries.ts';

/** The three switches of a user's profile that change a document. */
export interface Switches {
  readonly inXinjiang: boolean;
  readonly inForeign: boolean;
  readonly useEnglish: boolean;
}

/** A member of a group: another group of the plan, a line by its name, or a builtin. */
export type Member =
  | { readonly group: string; readonly name: string }
  | { readonly line: string }
  | { readonly builtin: Builtin };

/** A group with at least one member, which never names a line or group that is not in the document. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly type: RuleGroup['type'];
  readonly members: readonly Member[];
  /** Whether traffic is refused unless the user chooses otherwise. */
  readonly refuses: boolean;
  /** Address that an automatic group measures against, when it is another one than that of all. */
  readonly probe?: string;
}

/** Where the traffic of a list goes. */
export type Policy = { readonly group: Group } | { readonly builtin: Builtin };

/** A list, and where its traffic goes. */
export interface PlannedList extends Omit<RuleList, keyof Entries>, Entries {
  readonly policy: Policy;
  /** Whether it is one of the product's own hosts. A line resolves their names, also where home has other answers. */
  readonly isOwn?: true;
}

/** The groups and rules of one document: what the writers of all kinds with rules write down. */
export interface Plan {
  readonly groups: readonly Group[];
  readonly lists: readonly PlannedList[];
  readonly main: Group;
  readonly final: Group;
  /** Group of the lines that lead back to the mainland; null when there are none, or the user is not abroad. */
  readonly home: Group | null;
  /** Whether lines that carry UDP over TCP refuse QUIC. */
  readonly refusesQuic: boolean;
}

/** Id of the list of mainland sites. Clients that know where addresses are send mainland addresses the same way. */
export const MAINLAND_LIST = 'cn';

/**
 * Id of the list of what is at home. As long as it goes straight out its names are asked of the system, because routers
 * answer for their own pages, and nobody else knows the names of a house.
 */
export const LAN_LIST = 'lan';

/** Address that the automatic groups measure against. */
export const PROBE_URL = 'https://www.gstatic.com/generate_204';

/** Groups for the product's own hosts, in addition to those of the rules: the console, and the host of links. */
export const OWN_GROUPS = {
  console: { zh: '官网', en: 'Website' },
  link: { zh: '订阅', en: 'Subscription' },
} as const;

export type OwnGroup = keyof typeof OWN_GROUPS;

/** The name of an own group, or that name with the first number that no group of an operator has. */
export const freeGroupName = (wanted: string, taken: readonly string[]): string => {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const names = [wanted, ...taken.map((_name, at) => `${wanted} ${at + 2}`)];
  return names.find((name) => !used.has(name.toLowerCase())) ?? `${wanted} ${taken.length + 2}`;
};

/** Every name that a group of a document with these rules can have; no line may be called so. */
export const groupNamesOf = ({ groups }: Pick<RuleSet, 'groups'>): string[] => {
  const named = (language: 'zh' | 'en'): string[] => {
    const names = groups.map((group) => group[language]);
    return [...names, ...Object.values(OWN_GROUPS).map((own) => freeGroupName(own[language], names))];
  };
  return [...named('zh'), ...named('en')];
};

/** Whether a line leads back to the mainland. */
export const leadsHome = ({ countryCode }: Pick<ResolvedLine, 'countryCode'>): boolean => countryCode === 'CN';

const linesOf = (member: GroupMember, lines: readonly ResolvedLine[], switches: Switches): readonly ResolvedLine[] => {
  if ('countries' in member) return lines.filter((line) => member.countries.includes(line.countryCode));
  if ('notCountries' in member) return lines.filter((line) => !member.notCountries.includes(line.countryCode));
  if (!('lines' in member)) return [];
  if (member.lines === 'home') return switches.inForeign ? lines.filter(leadsHome) : [];
  const outward = member.lines === 'outward' ? lines.filter((line) => !leadsHome(line)) : lines;
  return outward.length > 0 ? outward : lines;
};

/** Ids of groups that are not empty, directly or through another group. */
const usableGroups = (rules: RuleSet, lines: readonly ResolvedLine[], switches: Switches): Set<string> => {
  const usable = new Set<string>();
  const isUsable = (member: GroupMember): boolean =>
    'group' in member ? usable.has(member.group) : 'builtin' in member || linesOf(member, lines, switches).length > 0;
  for (let before = -1; before !== usable.size;) {
    before = usable.size;
    for (const { id, members } of rules.groups) if (members.some(isUsable)) usable.add(id);
  }
  return usable;
};

const keyOf = (member: Member): string =>
  'line' in member ? `l ${member.line}` : 'group' in member ? `g ${member.group}` : `b ${member.builtin}`;

/**
 * The groups and rules of a document with these lines (at least one). Groups without anything to offer are left out,
 * and with them whatever names them; their lists go to the last group. Throws a RangeError when the rules name a group
 * that is not there (`checkRules` finds that before they are stored).
 */
export const planOf = (rules: RuleSet, lines: readonly ResolvedLine[], switches: Switches): Plan => {
  const usable = usableGroups(rules, lines, switches);
  const nameOf = new Map(rules.groups.map(({ id, zh, en }) => [id, switches.useEnglish ? en : zh]));
  const resolve = (member: GroupMember): Member[] => {
    if ('builtin' in member) return [member];
    if (!('group' in member)) return linesOf(member, lines, switches).map((line) => ({ line: line.name }));
    return usable.has(member.group) ? [{ group: member.group, name: nameOf.get(member.group) ?? '' }] : [];
  };
  const groups = rules.groups
    .filter(({ id }) => usable.has(id))
    .map(({ id, type, members }): Group => {
      const all = [...new Map(members.flatMap(resolve).map((member) => [keyOf(member), member])).values()];
      const [first] = all;
      const refuses = first !== undefined && 'builtin' in first && first.builtin === 'reject';
      return { id, name: nameOf.get(id) ?? '', type, members: all, refuses };
    });
  const find = (id: string): Group => {
    const found = groups.find((group) => group.id === id);
    if (!found) throw new RangeError(`no group ${id} in these rules`);
    return found;
  };
  const final = find(rules.final);
  const policyOf = (target: string): Policy => {
    if (target === 'direct' || target === 'reject') return { builtin: target };
    return { group: usable.has(target) ? find(target) : final };
  };
  return {
    groups,
    lists: rules.lists.map((list) => ({ ...list, policy: policyOf(list.target) })),
    main: find(rules.main),
    final,
    home: groups.find(({ id }) => id === 'home') ?? null,
    refusesQuic: rules.carriesQuic !== true,
  };
};
