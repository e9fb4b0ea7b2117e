import type { RuleGroup, RuleList, RuleSet } from '@skyport/contract/rules';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultRules } from './default.ts';
import { describeFilter, ruleListFile } from './files.ts';

const list = (given: Partial<RuleList> = {}): RuleList => ({
  id: 'mixed',
  zh: '混合',
  target: 'direct',
  suffixes: ['example.com'],
  domains: ['www.example.org'],
  keywords: ['sample'],
  networks: ['192.0.2.0/24', '2001:db8::/32'],
  ...given,
});

const group = (id: string, members: RuleGroup['members']): RuleGroup => ({
  id,
  zh: id,
  en: id,
  type: 'select',
  members,
});

const rules = (groups: RuleGroup[], lists: RuleList[]): RuleSet => ({ main: 'main', final: 'final', groups, lists });

const rows = (text: string): string[] => text.trimEnd().split('\n');

test('the filter of the default rules knows no policy but those of Quantumult, and every rule has one', () => {
  const written = rows(describeFilter(defaultRules, 'sub.example.com')).filter((row) => !row.startsWith(';'));
  const shape =
    /^(?:(?:host|host-suffix|host-keyword|ip-cidr|ip6-cidr|geoip), [^,\s]+|final), (direct|proxy|reject)(?:, no-resolve)?$/;
  for (const row of written) expect(row).toMatch(shape);
  const named = defaultRules.lists.flatMap((l) => [...l.domains, ...l.suffixes, ...l.keywords, ...l.networks]);
  expect(written).toHaveLength(named.length + 3);
});

test('the filter reaches the subscription directly before anything else and ends with everything else', () => {
  const written = rows(describeFilter(defaultRules, 'sub.example.com'));
  expect(written[0]).toBe('host, sub.example.com, direct');
  expect(written.slice(-2)).toEqual(['geoip, cn, direct, no-resolve', 'final, proxy']);
  expect(rows(describeFilter(defaultRules, '192.0.2.1'))[0]).toBe('ip-cidr, 192.0.2.1/32, direct, no-resolve');
  expect(rows(describeFilter(defaultRules, '2001:db8::1'))[0]).toBe('ip6-cidr, 2001:db8::1/128, direct, no-resolve');
  expect(rows(describeFilter(defaultRules, ''))[0]).toBe('; lan');
});

test('the filter lets nobody at home be asked for a name only to compare its address', () => {
  const places = rows(describeFilter(defaultRules, '192.0.2.1')).filter((row) => /^(?:ip|geoip)/.test(row));
  expect(places.filter((row) => !row.endsWith(', no-resolve'))).toEqual([]);
});

test('a group stands for the first thing that it offers: advertising is refused, mainland sites go straight out', () => {
  const text = describeFilter(defaultRules, '');
  expect(text).toContain('host-suffix, doubleclick.net, reject\n');
  expect(text).toContain('host-suffix, openai.com, proxy\n');
  expect(text).toContain('host-suffix, apple.com, direct\n');
  expect(text).toContain('host-suffix, qq.com, direct\n');
});

test('groups that name each other, or only lines that lead home, come to what the last group does', () => {
  const groups = [
    group('a', [{ group: 'b' }]),
    group('b', [{ group: 'a' }]),
    group('home', [{ lines: 'home' }]),
    group('final', [{ builtin: 'reject' }]),
  ];
  const lists = [
    list({ id: 'one', target: 'a' }),
    list({ id: 'two', target: 'home' }),
    list({ id: 'three', target: 'lost' }),
  ];
  const written = rows(describeFilter(rules(groups, lists), '')).filter((row) => row.startsWith('host-suffix'));
  expect(written).toEqual(Array.from({ length: 3 }, () => 'host-suffix, example.com, reject'));
  expect(describeFilter(rules([], []), '')).toBe('final, proxy\n');
});

test('a list for Surge, Surfboard and Loon leaves the policy open and asks for no names of networks', () => {
  const { body, contentType } = ruleListFile(list(), 'list');
  expect(contentType).toBe('text/plain; charset=utf-8');
  expect(rows(body)).toEqual([
    'DOMAIN,www.example.org',
    'DOMAIN-SUFFIX,example.com',
    'DOMAIN-KEYWORD,sample',
    'IP-CIDR,192.0.2.0/24,no-resolve',
    'IP-CIDR6,2001:db8::/32,no-resolve',
  ]);
});

test('a list for mihomo is a provider of behaviour classical with the same rules', () => {
  const { body, contentType } = ruleListFile(list(), 'yaml');
  expect(contentType).toBe('text/yaml; charset=utf-8');
  expect(parse(body)).toEqual({ payload: rows(ruleListFile(list(), 'list').body) });
});

test('a list of names alone is a provider of behaviour domain, without keywords and networks', () => {
  const { body, contentType } = ruleListFile(list(), 'names');
  expect(contentType).toBe('text/yaml; charset=utf-8');
  expect(parse(body)).toEqual({ payload: ['+.example.com', 'www.example.org'] });
  expect(ruleListFile(list({ suffixes: [], domains: [] }), 'names').body).toContain('nothing.invalid');
});

test('a list for sing-box is a source rule set whose suffixes are whole words before 1.9 too', () => {
  const { body, contentType } = ruleListFile(list(), 'json');
  expect(contentType).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({
    version: 1,
    rules: [
      {
        domain: ['www.example.org', 'example.com'],
        domain_suffix: ['.example.com'],
        domain_keyword: ['sample'],
        ip_cidr: ['192.0.2.0/24', '2001:db8::/32'],
      },
    ],
  });
  expect(JSON.parse(ruleListFile(list({ keywords: [], networks: [] }), 'json').body).rules[0]).not.toHaveProperty(
    'ip_cidr',
  );
});

test('long lists for Surge and sing-box have names alone, each once', () => {
  expect(ruleListFile(list(), 'rules')).toEqual({
    body: 'DOMAIN,www.example.org\nDOMAIN-SUFFIX,example.com\n',
    contentType: 'text/plain; charset=utf-8',
  });
  const { body, contentType } = ruleListFile(list(), 'set');
  expect(contentType).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({
    version: 1,
    rules: [{ domain: ['www.example.org'], domain_suffix: ['example.com'] }],
  });
});

test('a list for Quantumult X has the policy of the rules, and proxy for a group when they are not given', () => {
  const ads = list({ target: 'ads', domains: [], keywords: [], networks: [] });
  expect(ruleListFile(ads, 'filter', defaultRules).body).toBe('host-suffix, example.com, reject\n');
  expect(ruleListFile(ads, 'filter').body).toBe('host-suffix, example.com, proxy\n');
  expect(ruleListFile({ ...ads, target: 'direct' }, 'filter').body).toBe('host-suffix, example.com, direct\n');
});

test.each(['list', 'yaml', 'names', 'json', 'filter', 'rules', 'set'] as const)(
  'an empty list is no empty %s (Sub-Store 30)',
  (format) => {
    const empty = list({ suffixes: [], domains: [], keywords: [], networks: [] });
    expect(ruleListFile(empty, format).body).toContain('nothing.invalid');
  },
);
