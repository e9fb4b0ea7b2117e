import { houseNames, LAN_SUFFIXES, PLAIN_NAME, PRIVATE_ZONES } from '../rules/dns-plan.ts';
import type { Asked, AskedNames, DnsPlan } from '../rules/dns-plan.ts';
import { farAddress } from '../rules/dns-servers.ts';
import type { ThroughLines } from '../rules/dns-servers.ts';
import type { PlannedList } from '../rules/plan.ts';
import type { Branch, Tree } from '../text/tree.ts';
import type { SingboxTier } from '../user-agent.ts';

type Names = Pick<PlannedList, 'suffixes' | 'domains' | 'keywords'>;

/** Names as a rule has them. Before 1.9 a suffix without a dot also matched inside of a label, hence the two keys. */
export const namesOf = ({ suffixes, domains, keywords }: Readonly<Names>, tier: SingboxTier): Branch => {
  const exact = tier === 8 ? [...domains, ...suffixes] : domains;
  const below = tier === 8 ? suffixes.map((s) => `.${s}`) : suffixes;
  return {
    ...(exact.length > 0 && { domain: exact }),
    ...(below.length > 0 && { domain_suffix: below }),
    ...(keywords.length > 0 && { domain_keyword: keywords }),
  };
};

/** Names of the house. */
const lanNames = (tier: SingboxTier, zones: readonly string[] = []): Branch => ({
  ...namesOf({ suffixes: [...LAN_SUFFIXES, ...zones], domains: [], keywords: [] }, tier),
  domain_regex: [PLAIN_NAME],
});

/** Names of servers. */
const TAGS: Readonly<Record<Exclude<Asked, 'refused'>, string>> = {
  home: 'dns-local',
  line: 'dns-remote',
  homeLine: 'dns-home',
  house: 'dns-system',
};

const askedOfSystem = { action: 'resolve', server: TAGS.house } as const;

/**
 * Names of the house go direct, and the system is asked for them: what goes direct is otherwise asked of one server,
 * since 1.12 without a look at the rules.
 */
export const lanRules = (tier: SingboxTier): Tree[] => [
  ...(tier === 8 ? [] : [{ ...lanNames(tier), ...askedOfSystem }]),
  { ...lanNames(tier), outbound: 'direct' },
];

/** Asks through the lines for a name that no rule has matched, so that rules for networks can match it. */
export const LOOK_UP: Branch = { action: 'resolve', server: TAGS.line, strategy: 'prefer_ipv4' };

/** The same for what lists have of the house, which is routed by their own rules. */
export const houseRules = (plan: DnsPlan, tier: SingboxTier): Tree[] => {
  const ofHouse = houseNames(plan).map(({ list }) => list.id);
  return tier === 8 || ofHouse.length === 0 ? [] : [{ rule_set: ofHouse, ...askedOfSystem }];
};

/**
 * Servers since 1.12. Without a detour: one to a plain direct outbound is fatal there. The one at home is certified for
 * its address, too, so that nobody has to be asked for its name.
 */
const typedServers = ({ home, far, homeLine }: DnsPlan): Tree[] => [
  { type: home.secure === null ? 'tcp' : 'https', tag: TAGS.line, server: far.address, detour: far.group.name },
  { type: home.secure === null ? 'udp' : 'https', tag: TAGS.home, server: home.plain[0] },
  ...(homeLine ? [{ type: 'udp', tag: TAGS.homeLine, server: homeLine.address, detour: homeLine.group.name }] : []),
  { type: 'local', tag: TAGS.house },
];

const oldServers = (plan: DnsPlan, tier: SingboxTier): Tree[] => {
  const { home, far, homeLine } = plan;
  const detour = ({ group }: ThroughLines): string => group.name;
  const local = home.secure === null ? home.plain[0] : `https://${home.plain[0]}/dns-query`;
  return [
    { tag: TAGS.line, address: farAddress(plan), detour: detour(far) },
    { tag: TAGS.home, address: local, detour: 'direct' },
    ...(homeLine ? [{ tag: TAGS.homeLine, address: homeLine.address, detour: detour(homeLine) }] : []),
    { tag: TAGS.house, address: 'local', detour: 'direct' },
    ...(tier === 8 ? [{ tag: 'dns-block', address: 'rcode://success' }] : []),
  ];
};

/** Neighbours that are asked alike as one rule, by rule sets where those are known. */
const listRules = (rules: DnsPlan['rules'], tier: SingboxTier): Tree[] => {
  const refuse: Branch = tier === 8 ? { server: 'dns-block', disable_cache: true } : { action: 'reject' };
  const runs: AskedNames[][] = [];
  for (const rule of rules) {
    const run = runs.at(-1);
    if (run?.[0]?.asked === rule.asked) run.push(rule);
    else runs.push([rule]);
  }
  return runs.flatMap((run): Tree[] => {
    const asked = run[0]?.asked ?? 'line';
    const all = (kind: keyof Names): string[] => run.flatMap(({ names }) => names[kind]);
    const match: Branch =
      tier > 8
        ? { rule_set: run.map(({ list }) => list.id) }
        : namesOf({ suffixes: all('suffixes'), domains: all('domains'), keywords: all('keywords') }, tier);
    return [{ ...match, ...(asked === 'refused' ? refuse : { server: TAGS[asked] }) }];
  });
};

/** A set that is fetched, and who is asked for its names. */
export interface FileSet {
  readonly tag: string;
  readonly asked: Asked;
}

/** Behind all lists, as in the rules for traffic. Sets that are asked like the rest need no rule. */
const fileRules = (files: readonly FileSet[], rest: Asked): Tree[] =>
  files.flatMap(({ tag, asked }) =>
    asked === rest || asked === 'refused' ? [] : [{ rule_set: [tag], server: TAGS[asked] }],
  );

/**
 * Who is asked for which name. Before 1.12 the rule for `any` outbound is for names that are dialled: those of lines,
 * and what goes direct by its name. Keys of the pages on DNS of each generation.
 */
export const singboxDns = (plan: DnsPlan, tier: SingboxTier, files: readonly FileSet[]): Branch => {
  const { rest, rules } = plan;
  const ofHouse = houseNames(plan);
  const always = [...new Set([...plan.always.own, ...plan.always.lines])];
  return {
    servers: tier >= 12 ? typedServers(plan) : oldServers(plan, tier),
    rules: [
      { ...lanNames(tier, PRIVATE_ZONES), server: TAGS.house },
      ...listRules(ofHouse, tier),
      ...(tier < 12 ? [{ outbound: 'any', server: TAGS.home }] : []),
      ...(always.length > 0 ? [{ domain: always, server: TAGS.home }] : []),
      ...listRules(
        rules.filter((rule) => !ofHouse.includes(rule)),
        tier,
      ),
      ...fileRules(files, rest),
    ],
    final: TAGS[rest === 'refused' ? 'line' : rest],
    strategy: 'ipv4_only',
  };
};
