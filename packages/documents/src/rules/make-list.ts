import type { RuleList } from '@skyport/contract/rules';

/** A list of the default rules; kinds of entries that are not given are empty. */
export const list = (given: Pick<RuleList, 'id' | 'zh' | 'target'> & Partial<RuleList>): RuleList => ({
  suffixes: [],
  domains: [],
  keywords: [],
  networks: [],
  ...given,
});

/** The names of a text, which white space separates. */
export const splitWords = (text: string): string[] => text.trim().split(/\s+/);
