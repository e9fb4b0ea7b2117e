import type { RuleList, RuleSet } from '@skyport/contract/rules';

/** Names of one customer with everything below them. */
export interface OwnNames {
  readonly direct: readonly string[];
  readonly proxied: readonly string[];
}

const depthOf = (name: string): number => name.split('.').length;

/**
 * The rules with a customer's own names before all lists. The first list that matches counts, so that longer names
 * come first: each list has names of one length that go one way.
 */
export const withOwnNames = (rules: RuleSet, { direct, proxied }: OwnNames): RuleSet => {
  const ways = [
    { target: 'direct', zh: '自定义直连', names: direct },
    { target: rules.main, zh: '自定义代理', names: proxied },
  ];
  const depths = [...new Set([...direct, ...proxied].map(depthOf))].toSorted((a, b) => b - a);
  const lists = depths.flatMap((depth) =>
    ways.flatMap(({ target, zh, names }, way): RuleList[] => {
      const suffixes = names.filter((name) => depthOf(name) === depth);
      if (suffixes.length === 0) return [];
      // Ids of an operator's lists begin with a letter.
      return [{ id: `.own-${depth}-${way}`, zh, target, suffixes, domains: [], keywords: [], networks: [] }];
    }),
  );
  return { ...rules, lists: [...lists, ...rules.lists] };
};
