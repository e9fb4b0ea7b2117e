import type { ResolvedLine } from '../model.ts';
import { eachKind, inPlace, sizeOf, withParents } from './entries.ts';
import type { Entries } from './entries.ts';
import { leadsHome, MAINLAND_LIST } from './plan.ts';
import type { Group, Plan, PlannedList, Policy } from './plan.ts';

/** Where traffic goes in a client that has one line and no groups. */
export type BasicPolicy = 'proxy' | 'direct' | 'reject';

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

const linePlanOf = (plan: Plan, line: Pick<ResolvedLine, 'countryCode'>): LinePlan => ({
  plan,
  isHome: plan.home !== null && leadsHome(line),
});

/** The product's own hosts as one line needs them; null without any. */
export const ownRuleOf = (plan: Plan, line: Pick<ResolvedLine, 'countryCode'>): PolicyRule | null => {
  const rules = plan.lists
    .filter(({ isOwn }) => isOwn)
    .map((list) => ({ ...list, policy: basicPolicyOf(list.policy, linePlanOf(plan, line)) }));
  const [first] = rules;
  return first ? { policy: first.policy, ...eachKind((kind) => rules.flatMap((rule) => rule[kind])) } : null;
};

/** The first `most` entries of a rule. */
const cut = (rule: PolicyRule, most: number): PolicyRule => {
  let left = most;
  const first = eachKind((kind) => {
    const taken = rule[kind].slice(0, left);
    left -= taken.length;
    return taken;
  });
  return { policy: rule.policy, ...first };
};

const merged = (one: PolicyRule, other: PolicyRule): PolicyRule => ({
  policy: one.policy,
  ...eachKind((kind) => [...one[kind], ...other[kind]]),
});

/**
 * Rules with at most `most` entries, neighbours of one policy as one rule. What is too much is left out from the end,
 * so that no rule loses an exception that stands before it.
 */
export const atMost = ({ rules, final }: LineRules, most: number): LineRules => {
  const out: PolicyRule[] = [];
  let left = Math.max(0, most);
  for (const whole of rules) {
    const rule = cut(whole, left);
    left -= sizeOf(rule);
    const last = out.at(-1);
    if (sizeOf(rule) === 0) continue;
    if (last?.policy === rule.policy) out[out.length - 1] = merged(last, rule);
    else out.push(rule);
  }
  return { rules: out, final };
};

/**
 * Whether a list only offers another choice for names of the mainland's list, as Bilibili's does. A client without
 * groups has no choice.
 */
const isChoiceOnly = ({ policy, suffixes }: PlannedList, mainland: PlannedList | undefined): boolean => {
  if (!mainland || !('group' in policy) || !('group' in mainland.policy)) return false;
  const [first] = policy.group.members;
  if (first === undefined || !('group' in first) || first.group !== mainland.policy.group.id) return false;
  return suffixes.every((name) => withParents(name).some((parent) => mainland.suffixes.includes(parent)));
};

/**
 * The rules of a document as one line needs them, for kinds in which every line is a whole configuration. Lists with
 * the final policy are left out, apart from entries that a later list would match. Own hosts are left out, too.
 */
export const lineRulesOf = (plan: Plan, line: Pick<ResolvedLine, 'countryCode'>): LineRules => {
  const ofLine = linePlanOf(plan, line);
  const final = basicPolicyOf({ group: plan.final }, ofLine);
  const mainland = plan.lists.find(({ id }) => id === MAINLAND_LIST);
  const lists = plan.lists
    .filter((list) => !list.isOwn && !isChoiceOnly(list, mainland))
    .map((list) => ({ ...list, policy: basicPolicyOf(list.policy, ofLine) }));
  const placed = inPlace(lists, ({ policy }) => policy === final);
  return { rules: placed.map(({ list: { policy }, kept }) => ({ policy, ...kept })), final };
};
