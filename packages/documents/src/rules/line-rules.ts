import type { ResolvedLine } from '../model.ts';
import { leadsHome } from './plan.ts';
import type { Group, Plan, Policy } from './plan.ts';

/** Where traffic goes in a client that has one line and no groups. */
export type BasicPolicy = 'proxy' | 'direct' | 'reject';

/** What a rule matches: names by suffix, whole names, keywords in names, and networks. */
export interface Entries {
  readonly suffixes: readonly string[];
  readonly domains: readonly string[];
  readonly keywords: readonly string[];
  readonly networks: readonly string[];
}

/** Everything that goes by one policy. */
export interface PolicyRule extends Entries {
  readonly policy: BasicPolicy;
}

/** Rules for one line; the first that matches counts. `final` is for everything else. */
export interface LineRules {
  readonly rules: readonly PolicyRule[];
  readonly final: BasicPolicy;
}

/** The plan of a document for one line of it. `isHome`: the line leads home, and there are groups for that. */
interface LinePlan {
  readonly plan: Plan;
  readonly isHome: boolean;
}

/** The policy of a group until somebody chooses otherwise: that of its first member. Home groups are for home lines. */
const policyOfGroup = (group: Group, line: LinePlan, seen: readonly string[] = []): BasicPolicy | null => {
  const { plan, isHome } = line;
  for (const member of group.members) {
    if ('builtin' in member) return member.builtin;
    if ('line' in member) return 'proxy';
    if (seen.includes(member.group)) continue;
    if (member.group === plan.home?.id) {
      if (isHome) return 'proxy';
      continue;
    }
    const next = plan.groups.find(({ id }) => id === member.group);
    const policy = next && policyOfGroup(next, line, [...seen, member.group]);
    if (policy) return policy;
  }
  return null;
};

const basicPolicyOf = (policy: Policy, line: LinePlan): BasicPolicy =>
  'builtin' in policy ? policy.builtin : (policyOfGroup(policy.group, line) ?? 'proxy');

/** A name and every domain above it, the longest first. */
export const withParents = (name: string): string[] => name.split('.').map((_, i, labels) => labels.slice(i).join('.'));

/** Entries of later lists with another policy than the final one. */
export interface Later {
  readonly names: Set<string>;
  /** Every domain above these names, and the names themselves. */
  readonly parents: Set<string>;
  readonly keywords: string[];
  hasNetworks: boolean;
}

const overlaps = (name: string, { names, parents, keywords }: Later): boolean =>
  parents.has(name) || withParents(name).some((p) => names.has(p)) || keywords.some((k) => name.includes(k));

/** Entries of a list with the final policy that must stay, because later lists overlap them. */
export const exceptionsOf = (list: Entries, later: Later): Entries => ({
  suffixes: list.suffixes.filter((name) => overlaps(name, later)),
  domains: list.domains.filter((name) => overlaps(name, later)),
  keywords: later.names.size + later.keywords.length > 0 ? list.keywords : [],
  networks: later.hasNetworks ? list.networks : [],
});

/** Adds the entries of a list to those that come later. */
export const addTo = (later: Later, { suffixes, domains, keywords, networks }: Entries): void => {
  for (const name of [...suffixes, ...domains]) {
    later.names.add(name);
    for (const parent of withParents(name)) later.parents.add(parent);
  }
  later.keywords.push(...keywords);
  later.hasNetworks ||= networks.length > 0;
};

const entriesOf = ({ suffixes, domains, keywords, networks }: Entries): Entries => ({
  suffixes,
  domains,
  keywords,
  networks,
});

/** How many there are. */
export const sizeOf = ({ suffixes, domains, keywords, networks }: Entries): number =>
  suffixes.length + domains.length + keywords.length + networks.length;

/** The first `most` entries of a rule. */
const cut = (rule: PolicyRule, most: number): PolicyRule => {
  const { suffixes, domains, keywords, networks } = rule;
  const all = [suffixes, domains, keywords, networks];
  const starts = all.map((_, i) => all.slice(0, i).reduce((sum, list) => sum + list.length, 0));
  const first = (i: number): string[] => (all[i] ?? []).slice(0, Math.max(0, most - (starts[i] ?? 0)));
  return { policy: rule.policy, suffixes: first(0), domains: first(1), keywords: first(2), networks: first(3) };
};

const merged = (one: PolicyRule, other: PolicyRule): PolicyRule => ({
  policy: one.policy,
  suffixes: [...one.suffixes, ...other.suffixes],
  domains: [...one.domains, ...other.domains],
  keywords: [...one.keywords, ...other.keywords],
  networks: [...one.networks, ...other.networks],
});

/** Neighbours of one policy become one rule; what is more than `most` entries is left out from the end. */
const joined = (rules: readonly PolicyRule[], most: number): PolicyRule[] => {
  const out: PolicyRule[] = [];
  let left = most;
  for (const whole of rules) {
    const rule = cut(whole, left);
    left -= sizeOf(rule);
    const last = out.at(-1);
    if (sizeOf(rule) === 0) continue;
    if (last?.policy === rule.policy) out[out.length - 1] = merged(last, rule);
    else out.push(rule);
  }
  return out;
};

/**
 * The rules of a document as one line needs them, for kinds in which every line is a whole configuration. Lists with
 * the final policy are left out, apart from entries that a later list would match. There are at most `most` entries:
 * what is too much is left out from the end, so that no rule loses an exception that stands before it.
 */
export const lineRulesOf = (plan: Plan, line: Pick<ResolvedLine, 'countryCode'>, most: number): LineRules => {
  const ofLine: LinePlan = { plan, isHome: plan.home !== null && leadsHome(line) };
  const final = basicPolicyOf({ group: plan.final }, ofLine);
  const later: Later = { names: new Set(), parents: new Set(), keywords: [], hasNetworks: false };
  const rules: PolicyRule[] = [];
  for (const list of plan.lists.toReversed()) {
    const policy = basicPolicyOf(list.policy, ofLine);
    if (policy === final) rules.unshift({ policy, ...exceptionsOf(list, later) });
    else {
      rules.unshift({ policy, ...entriesOf(list) });
      addTo(later, list);
    }
  }
  const filled = rules.filter((rule) => sizeOf(rule) > 0);
  return { rules: joined(filled, most), final };
};
