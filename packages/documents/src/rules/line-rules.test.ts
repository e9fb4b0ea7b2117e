import type { RuleList, RuleSet } from '@skyport/contract/rules';
import { expect, test } from 'vitest';
import { lines } from '../testing/samples.ts';
import { defaultRules } from './default.ts';
import { atMost, lineRulesOf } from './line-rules.ts';
import type { LineRules } from './line-rules.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';

const here = { inXinjiang: false, inForeign: false, useEnglish: false };
const list = (id: string, target: string, more: Partial<RuleList>): RuleList => ({
  id,
  zh: id,
  target,
  suffixes: [],
  domains: [],
  keywords: [],
  networks: [],
  ...more,
});
const rules = (lists: RuleList[], more: Partial<RuleSet> = {}): RuleSet => ({ ...defaultRules, lists, ...more });
const plan = (lists: RuleList[], more: Partial<RuleSet> = {}, switches = here) =>
  planOf(rules(lists, more), lines, switches);
const abroad = { countryCode: 'US' };
const home = { countryCode: 'CN' };
const rulesFor = (of: Plan, line: { countryCode: string }, most = 100): LineRules =>
  atMost(lineRulesOf(of, line), most);

test('each list goes where the first choice of its group leads, and everything else through the line', () => {
  const lists = [
    list('a', 'ads', { suffixes: ['ads.example'] }),
    list('b', 'apple', { domains: ['apple.example'] }),
    list('c', 'direct', { networks: ['10.0.0.0/8'] }),
    list('d', 'media', { suffixes: ['video.example'] }),
  ];
  expect(rulesFor(plan(lists), abroad)).toEqual({
    final: 'proxy',
    rules: [
      { policy: 'reject', suffixes: ['ads.example'], domains: [], keywords: [], networks: [] },
      { policy: 'direct', suffixes: [], domains: ['apple.example'], keywords: [], networks: ['10.0.0.0/8'] },
    ],
  });
});

test('what goes through the line anyway is said only where a list below would take it away', () => {
  const lists = [
    list('a', 'select', { suffixes: ['one.example', 'deep.two.example', 'three.example'], networks: ['1.0.0.0/8'] }),
    list('b', 'direct', { suffixes: ['two.example', 'sub.three.example'] }),
    list('c', 'select', { suffixes: ['four.example'], keywords: ['word'] }),
  ];
  const [first, second, ...more] = rulesFor(plan(lists), abroad).rules;
  expect(first).toEqual({
    policy: 'proxy',
    suffixes: ['deep.two.example', 'three.example'],
    domains: [],
    keywords: [],
    networks: [],
  });
  expect([second?.policy, more]).toEqual(['direct', []]);
});

test('keywords count on both sides: a name with one is kept, and one above a list is kept', () => {
  const lists = [
    list('a', 'select', { suffixes: ['a-video.example', 'b.example'], keywords: ['film'] }),
    list('b', 'direct', { keywords: ['video'] }),
  ];
  expect(rulesFor(plan(lists), abroad).rules[0]).toMatchObject({
    suffixes: ['a-video.example'],
    keywords: ['film'],
  });
});

test('rules that send the rest straight out keep what goes through the line', () => {
  const lists = [list('a', 'media', { suffixes: ['video.example'] }), list('b', 'direct', { suffixes: ['x.example'] })];
  const lineRules = rulesFor(plan(lists, { final: 'apple' }), abroad);
  expect(lineRules.final).toBe('direct');
  expect(lineRules.rules.map(({ policy, suffixes }) => [policy, suffixes])).toEqual([['proxy', ['video.example']]]);
});

test('abroad the mainland goes through a line that leads home, and straight out with every other line', () => {
  const made = plan([list('cn', 'cn', { suffixes: ['cn'] })], {}, { ...here, inForeign: true });
  expect(rulesFor(made, home).rules).toEqual([]);
  expect(rulesFor(made, abroad).rules.map(({ policy }) => policy)).toEqual(['direct']);
});

test('too many entries are cut from the end', () => {
  const many = Array.from({ length: 10 }, (_, i) => `n${i}.example`);
  const lists = [
    list('a', 'direct', { suffixes: many.slice(0, 3), networks: ['10.0.0.0/8'] }),
    list('b', 'ads', { domains: many, keywords: ['k'] }),
    list('c', 'direct', { suffixes: ['last.example'] }),
  ];
  const cut = rulesFor(plan(lists), abroad, 6).rules;
  expect(cut.map(({ policy, suffixes, domains }) => [policy, suffixes.length, domains.length])).toEqual([
    ['direct', 3, 0],
    ['reject', 0, 2],
  ]);
});
