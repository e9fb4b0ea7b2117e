import { countryName } from '@skyport/contract/countries';
import type { GroupMember, RuleGroup, RuleList, RuleSet } from '@skyport/contract/rules';
import { entryKinds } from '@skyport/contract/rules-entries';
import { changeTexts, groupTexts, texts } from './texts.ts';

/** A list with one thing moved a place up (-1) or down (1); the same list where it cannot go on. */
export const moved = <T>(list: readonly T[], at: number, by: -1 | 1): T[] => {
  const to = at + by;
  if (to < 0 || to >= list.length) return [...list];
  const copy = [...list];
  copy.splice(to, 0, ...copy.splice(at, 1));
  return copy;
};

/** A list with the thing of this id replaced, or added at the end. */
export const upsert = <T extends { readonly id: string }>(list: readonly T[], thing: T): T[] =>
  list.some(({ id }) => id === thing.id) ? list.map((one) => (one.id === thing.id ? thing : one)) : [...list, thing];

/** An id that nothing has: the letter and a number. */
export const freeId = (letter: string, taken: readonly { readonly id: string }[]): string => {
  const ids = new Set(taken.map(({ id }) => id));
  let n = 1;
  while (ids.has(`${letter}${n}`)) n += 1;
  return `${letter}${n}`;
};

/** The rules without a group: no other group offers it, and what led to it goes to the last group. */
export const withoutGroup = (rules: RuleSet, gone: string): RuleSet => ({
  ...rules,
  groups: rules.groups
    .filter(({ id }) => id !== gone)
    .map((group) => ({ ...group, members: group.members.filter((m) => !('group' in m && m.group === gone)) })),
  lists: rules.lists.map((list) => (list.target === gone ? { ...list, target: rules.final } : list)),
});

/** Codes of countries as typed: two letters each, whatever stands between them. */
export const codesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[^A-Z]+/)
      .filter(Boolean),
  ),
];

/** Names of regions by their codes; what is no code stays as it is. */
export const namesOfCodes = (codes: readonly string[]): string => codes.map(countryName).join('、');

/** Most names of regions that a member is called by. */
const SHOWN_REGIONS = 4;

const someRegions = (codes: readonly string[]): string => {
  const names = namesOfCodes(codes.slice(0, SHOWN_REGIONS));
  return codes.length > SHOWN_REGIONS ? `${names}等 ${codes.length} 个地区` : names;
};

/** What a member of a group is called. */
export const memberLabel = (member: GroupMember, groups: readonly RuleGroup[]): string => {
  if ('group' in member) return groups.find(({ id }) => id === member.group)?.zh ?? member.group;
  if ('builtin' in member) return groupTexts.builtins[member.builtin];
  if ('lines' in member) return groupTexts.lines[member.lines];
  return 'countries' in member
    ? `${someRegions(member.countries)}节点`
    : `${groupTexts.notPrefix}${someRegions(member.notCountries)}`;
};

/** What the policy of a list is called: the group, or the built-in one, that its traffic goes to. */
export const policyLabel = (target: string, groups: readonly RuleGroup[]): string =>
  target === 'direct' || target === 'reject'
    ? groupTexts.builtins[target]
    : (groups.find(({ id }) => id === target)?.zh ?? target);

/** Whether lines that carry UDP over TCP refuse QUIC. */
export const refusesQuic = ({ carriesQuic }: RuleSet): boolean => carriesQuic !== true;

/** The rules with QUIC refused or carried; what is the default stands nowhere. */
export const withQuic = (rules: RuleSet, refuses: boolean): RuleSet => {
  const { carriesQuic, ...others } = rules;
  if ((carriesQuic !== true) === refuses) return rules;
  return refuses ? others : { ...others, carriesQuic: true };
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether two rule sets say the same. */
export const sameRules = (a: RuleSet, b: RuleSet): boolean => same(a, b);

interface Named {
  readonly id: string;
  readonly zh: string;
}

const idsOf = (list: readonly Named[], among: readonly Named[]): string[] =>
  list.map(({ id }) => id).filter((id) => among.some((one) => one.id === id));

const partChanges = <T extends Named>(
  what: string,
  { before, after }: { readonly before: readonly T[]; readonly after: readonly T[] },
  linesOf: (old: T, now: T) => string[],
): string[] => [
  ...after.filter(({ id }) => !before.some((one) => one.id === id)).map(({ zh }) => changeTexts.added(what, zh)),
  ...before.filter(({ id }) => !after.some((one) => one.id === id)).map(({ zh }) => changeTexts.removed(what, zh)),
  ...after.flatMap((now) => {
    const old = before.find(({ id }) => id === now.id);
    return !old || same(old, now) ? [] : linesOf(old, now);
  }),
  ...(same(idsOf(before, after), idsOf(after, before)) ? [] : [changeTexts.order(what)]),
];

const entriesOf = (list: RuleList): string[] =>
  entryKinds.flatMap((kind) => list[kind].map((text) => `${kind} ${text}`));

const listChanges = (old: RuleList, now: RuleList): string[] => {
  const [before, after] = [new Set(entriesOf(old)), new Set(entriesOf(now))];
  const missing = (from: ReadonlySet<string>, among: ReadonlySet<string>): number =>
    [...from].filter((entry) => !among.has(entry)).length;
  const [plus, minus] = [missing(after, before), missing(before, after)];
  return plus + minus === 0
    ? [changeTexts.changed(changeTexts.list, now.zh)]
    : [changeTexts.entries(now.zh, plus, minus)];
};

/** What differs between two rule sets, one sentence each. */
export const changesOf = (before: RuleSet, after: RuleSet): string[] => [
  ...partChanges(changeTexts.group, { before: before.groups, after: after.groups }, (_old, now) => [
    changeTexts.changed(changeTexts.group, now.zh),
  ]),
  ...partChanges(changeTexts.list, { before: before.lists, after: after.lists }, listChanges),
  ...(['main', 'final'] as const)
    .filter((fixedGroup) => before[fixedGroup] !== after[fixedGroup])
    .map((fixedGroup) => changeTexts.fixedGroup(texts[fixedGroup], policyLabel(after[fixedGroup], after.groups))),
  ...(refusesQuic(before) === refusesQuic(after) ? [] : [changeTexts.quic(refusesQuic(after))]),
];
