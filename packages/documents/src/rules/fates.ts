import type { ResolvedLine } from '../model.ts';
import { leadsHome } from './plan.ts';
import type { Group, Plan, PlannedList, Policy } from './plan.ts';

/** Where traffic goes for a client that has one line and no groups. */
export type Fate = 'proxy' | 'direct' | 'reject';

/** What goes one way: names by suffix, whole and by keyword, and networks. */
export interface FatedRule {
  readonly fate: Fate;
  readonly suffixes: readonly string[];
  readonly domains: readonly string[];
  readonly keywords: readonly string[];
  readonly networks: readonly string[];
}

/** Rules for one line, asked in order, and where everything else goes. */
export interface Fates {
  readonly rules: readonly FatedRule[];
  readonly final: Fate;
}

/** What a group does until somebody chooses otherwise: what its first member does. Groups that lead home are for home lines. */
const fateOfGroup = (group: Group, plan: Plan, isHome: boolean, seen: readonly string[] = []): Fate | null => {
  for (const member of group.members) {
    if ('builtin' in member) return member.builtin;
    if ('line' in member) return 'proxy';
    if (seen.includes(member.group)) continue;
    if (member.group === plan.home?.id) {
      if (isHome) return 'proxy';
      continue;
    }
    const next = plan.groups.find(({ id }) => id === member.group);
    const fate = next && fateOfGroup(next, plan, isHome, [...seen, member.group]);
    if (fate) return fate;
  }
  return null;
};

const fateOf = (policy: Policy, plan: Plan, isHome: boolean): Fate =>
  'builtin' in policy ? policy.builtin : (fateOfGroup(policy.group, plan, isHome) ?? 'proxy');

const parentsOf = (name: string): string[] => name.split('.').map((_, i, labels) => labels.slice(i).join('.'));

/** Names that lists further down send elsewhere, to tell which names of a list above matter at all. */
interface Below {
  readonly names: Set<string>;
  /** All that the names are below of, themselves included. */
  readonly parents: Set<string>;
  readonly keywords: string[];
  hasNetworks: boolean;
}

const overlaps = (name: string, { names, parents, keywords }: Below): boolean =>
  parents.has(name) || parentsOf(name).some((p) => names.has(p)) || keywords.some((k) => name.includes(k));

/** What of a list must be said although it goes where everything goes in the end: what a list below would take away. */
const kept = (list: PlannedList, below: Below): Omit<FatedRule, 'fate'> => ({
  suffixes: list.suffixes.filter((name) => overlaps(name, below)),
  domains: list.domains.filter((name) => overlaps(name, below)),
  keywords: below.names.size + below.keywords.length > 0 ? list.keywords : [],
  networks: below.hasNetworks ? list.networks : [],
});

const note = ({ suffixes, domains, keywords, networks }: PlannedList, below: Below): void => {
  for (const name of [...suffixes, ...domains]) {
    below.names.add(name);
    for (const parent of parentsOf(name)) below.parents.add(parent);
  }
  below.keywords.push(...keywords);
  below.hasNetworks ||= networks.length > 0;
};

const sizeOf = ({ suffixes, domains, keywords, networks }: Omit<FatedRule, 'fate'>): number =>
  suffixes.length + domains.length + keywords.length + networks.length;

/** The first `most` entries of a rule. */
const cut = (rule: FatedRule, most: number): FatedRule => {
  const { suffixes, domains, keywords, networks } = rule;
  const all = [suffixes, domains, keywords, networks];
  const starts = all.map((_, i) => all.slice(0, i).reduce((sum, list) => sum + list.length, 0));
  const first = (i: number): string[] => (all[i] ?? []).slice(0, Math.max(0, most - (starts[i] ?? 0)));
  return { fate: rule.fate, suffixes: first(0), domains: first(1), keywords: first(2), networks: first(3) };
};

/** Neighbours that go the same way are one rule; what is too much is left out from the end. */
const joined = (rules: readonly FatedRule[], most: number): FatedRule[] => {
  const out: FatedRule[] = [];
  let left = most;
  for (const whole of rules) {
    const rule = cut(whole, left);
    left -= sizeOf(rule);
    const last = out.at(-1);
    if (sizeOf(rule) === 0) continue;
    if (last?.fate !== rule.fate) out.push(rule);
    else {
      out[out.length - 1] = {
        fate: rule.fate,
        suffixes: [...last.suffixes, ...rule.suffixes],
        domains: [...last.domains, ...rule.domains],
        keywords: [...last.keywords, ...rule.keywords],
        networks: [...last.networks, ...rule.networks],
      };
    }
  }
  return out;
};

/**
 * The rules of a document as one line needs them, for kinds in which a line is a configuration of its own. Lists that go
 * where everything goes in the end are left out, apart from what a list below would take away. There are at most `most`
 * entries: what is too much is left out from the end, so that nothing loses an exception before it.
 */
export const fatesOf = (plan: Plan, line: Pick<ResolvedLine, 'countryCode'>, most: number): Fates => {
  const isHome = plan.home !== null && leadsHome(line);
  const final = fateOf({ group: plan.final }, plan, isHome);
  const below: Below = { names: new Set(), parents: new Set(), keywords: [], hasNetworks: false };
  const rules: FatedRule[] = [];
  for (const list of plan.lists.toReversed()) {
    const fate = fateOf(list.policy, plan, isHome);
    if (fate === final) rules.unshift({ fate, ...kept(list, below) });
    else {
      const { suffixes, domains, keywords, networks } = list;
      rules.unshift({ fate, suffixes, domains, keywords, networks });
      note(list, below);
    }
  }
  return {
    rules: joined(
      rules.filter((rule) => sizeOf(rule) > 0),
      most,
    ),
    final,
  };
};
