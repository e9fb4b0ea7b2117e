import { expect, test } from 'vitest';
import { checkRules, checkStoredRules } from './rules-check.ts';
import { entryProblem, normalizeEntries, normalizeRules } from './rules-entries.ts';
import type { EntryKind } from './rules-entries.ts';
import type { RuleGroup, RuleList, RuleSet } from './rules.ts';

const select = (id: string, members: RuleGroup['members'], more: Partial<RuleGroup> = {}): RuleGroup => ({
  id,
  zh: `组 ${id}`,
  en: `Group ${id}`,
  type: 'select',
  members,
  ...more,
});
const list = (more: Partial<RuleList> = {}): RuleList => ({
  id: 'list',
  zh: '名单',
  target: 'main',
  suffixes: ['example.com'],
  domains: [],
  keywords: [],
  networks: [],
  ...more,
});
const main = select('main', [{ lines: 'all' }, { builtin: 'direct' }]);
const final = select('final', [{ group: 'main' }]);
const rules = (groups: RuleGroup[] = [], lists: RuleList[] = [list()], more: Partial<RuleSet> = {}): RuleSet => ({
  main: 'main',
  final: 'final',
  groups: [main, final, ...groups],
  lists,
  ...more,
});

test('a sound rule set has nothing against it; a list may be called like a group', () => {
  expect(checkRules(rules([], [list({ id: 'main' })]))).toEqual([]);
  expect(checkRules(rules())).toEqual([]);
});

const INVISIBLE = '：名称不能包含不可见字符';

const wrong: readonly [what: string, rules: RuleSet, complaint: string][] = [
  ['two groups of one id', rules([select('main', [{ lines: 'all' }], { zh: 'a', en: 'b' })]), '标识 main 重复'],
  ['two lists of one id', rules([], [list(), list({ zh: '另一个' })]), '标识 list 重复'],
  ['two groups of one Chinese name', rules([select('a', [{ lines: 'all' }], { zh: main.zh })]), '名称“组 main”重复'],
  [
    'two English names that differ by case',
    rules([select('a', [{ lines: 'all' }], { en: main.en.toUpperCase() })]),
    '名称“group main”重复',
  ],
  ['a name of a client', rules([select('a', [{ lines: 'all' }], { zh: 'Direct' })]), '名称“Direct”是客户端保留的名称'],
  ['a name with a comma', rules([select('a', [{ lines: 'all' }], { zh: '甲,乙' })]), '含有客户端不支持的字符'],
  ['a name with a comment', rules([select('a', [{ lines: 'all' }], { en: 'a // b' })]), '含有客户端不支持的字符'],
  ['a name with an invisible character', rules([select('a', [{ lines: 'all' }], { zh: '甲\u200B' })]), INVISIBLE],
  ['a name that turns its direction', rules([select('a', [{ lines: 'all' }], { en: 'a\u202Eb' })]), INVISIBLE],
  ['a list name with an invisible character', rules([], [list({ zh: '名\u00AD单' })]), '名称不能包含不可见字符'],
  [
    'a name that is too long in NFC',
    normalizeRules(rules([], [list({ zh: '\u0958'.repeat(30) })])),
    '名称最多 30 个字符',
  ],
  ['a list name of two lines', rules([], [list({ zh: 'a\nb' })]), '规则“a\nb”：名称含有客户端不支持的字符'],
  ['a member that is not there', rules([select('a', [{ group: 'nobody' }])]), '分组“组 a”：成员 nobody 不存在'],
  ['a group without members', rules([select('a', [])]), '分组“组 a”：没有成员'],
  ['a group in itself', rules([select('a', [{ group: 'a' }])]), '分组“组 a”：经过其他分组又包含了自己'],
  [
    'a cycle of three',
    rules([select('a', [{ group: 'b' }]), select('b', [{ group: 'c' }]), select('c', [{ group: 'a' }])]),
    '分组“组 c”：经过其他分组又包含了自己',
  ],
  ['no main group', rules([], [], { main: 'nobody' }), '主分组 nobody 不存在'],
  ['no last group', rules([], [], { final: 'nobody' }), '兜底分组 nobody 不存在'],
  [
    'a main group that measures',
    rules([select('m', [{ lines: 'all' }], { type: 'url-test' })], [], { main: 'm' }),
    '主分组“组 m”必须是手动选择',
  ],
  ['a main group of some lines', rules([select('m', [{ lines: 'outward' }])], [], { main: 'm' }), '必须包含全部节点'],
  [
    'a last group that can be empty',
    rules([select('f', [{ countries: ['JP'] }])], [], { final: 'f' }),
    '兜底分组“组 f”可能为空',
  ],
  [
    'a last group that can refuse',
    rules([select('f', [{ builtin: 'direct' }, { builtin: 'reject' }])], [], { final: 'f' }),
    '不能含有“拒绝”',
  ],
  [
    'a refusing group as a member',
    rules([select('ads', [{ builtin: 'reject' }]), select('a', [{ group: 'ads' }])]),
    '不能放进其他分组',
  ],
  [
    'a measuring group with a builtin',
    rules([select('a', [{ builtin: 'direct' }], { type: 'fallback' })]),
    '只能包含节点',
  ],
  ['a measuring group of groups', rules([select('a', [{ group: 'main' }], { type: 'url-test' })]), '只能包含节点'],
  ['another use of home', rules([select('home', [{ lines: 'all' }])]), '标识 home 保留给回国线路'],
  ['an id of a builtin', rules([select('direct', [{ lines: 'all' }])]), '标识 direct 已被保留'],
  ['a target that is not there', rules([], [list({ target: 'nobody' })]), '规则“名单”：去向 nobody 不存在'],
  ['an id of a rule set of networks', rules([], [list({ id: 'cn-ip' })]), '标识不能以 -ip 结尾'],
  [
    'a bad entry',
    rules([], [list({ suffixes: ['a.com', 'https://b.com/'] })]),
    '规则“名单”的域名后缀第 2 行“https://b.com/”：只写域名',
  ],
  ['an entry given twice', rules([], [list({ domains: ['a.com', 'a.com'] })]), '的完整域名：“a.com”重复'],
  [
    'too many entries',
    rules(
      [],
      [0, 1, 2].map((n) =>
        list({ id: `l${n}`, zh: `单 ${n}`, suffixes: Array.from({ length: 2000 }, (_, i) => `h${i}.com`) }),
      ),
    ),
    '规则共 6000 条，最多 5000 条',
  ],
  [
    'too many bytes',
    rules(
      [],
      [list({ suffixes: Array.from({ length: 2000 }, (_, i) => `${'a'.repeat(60)}.${'b'.repeat(60)}.x${i}.com`) })],
    ),
    '最多 195 K',
  ],
];

test.each(wrong)('%s is refused, and it is said where', (_what, given, complaint) => {
  expect(checkRules(given).join('\n')).toContain(complaint);
});

test('the host of the links may be in a list, but not in one that refuses', () => {
  const hosts = ['Sub.Example.com'];
  expect(checkRules(rules([], [list()]), hosts)).toEqual([]);
  const ads = select('ads', [{ builtin: 'direct' }, { builtin: 'reject' }]);
  for (const refused of [
    list({ target: 'reject' }),
    list({ target: 'ads' }),
    list({ target: 'reject', suffixes: [], domains: ['sub.example.com'] }),
    list({ target: 'reject', suffixes: [], keywords: ['example'] }),
  ]) {
    expect(checkRules(rules([ads], [refused]), hosts)).toEqual(['规则“名单”：会拦截订阅域名 Sub.Example.com']);
    expect(checkRules(rules([ads], [refused]), ['other.net'])).toEqual([]);
  }
});

test('complaints end at fifty', () => {
  const bad = Array.from({ length: 500 }, (_, i) => `*.${i}.com`);
  expect(checkRules(rules([], [list({ suffixes: bad })]))).toHaveLength(50);
});

test.each<[EntryKind, readonly string[]]>([
  ['suffixes', ['cn', 'a.com', 'xn--fiqs8s', '_dmarc.a.com', '163.com', 'a-b.c']],
  ['domains', ['www.a.com', 'localhost']],
  ['keywords', ['google', 'a-b', '91']],
  [
    'networks',
    ['0.0.0.0/0', '10.0.0.0/8', '1.2.3.4/32', '::/0', 'fe80::/10', '2001:67c:4e8::/48', '1:2:3:4:5:6:7:8/128'],
  ],
])('good entries of %s are taken', (kind, entries) => {
  for (const entry of entries) expect(entryProblem(kind, entry), entry).toBeNull();
});

test.each<[EntryKind, readonly string[]]>([
  [
    'suffixes',
    [
      '',
      ' ',
      'a b',
      'http://a.com',
      'a.com/x',
      'a.com:80',
      '*.a.com',
      '.a.com',
      '+.a.com',
      'A.com',
      '中国',
      '1.2.3.4',
      '-a.com',
      'a..b',
      'a.com.',
      'a,b',
      `${'a'.repeat(64)}.com`,
    ],
  ],
  ['keywords', ['', 'a', 'a b', 'a,b', 'Google', '谷歌']],
  [
    'networks',
    [
      '',
      '1.2.3.4',
      '1.2.3.0/33',
      '1.2.3.4/24',
      '01.2.3.0/24',
      '1.2.3.0/024',
      '256.0.0.0/8',
      '1.2.3/24',
      '::/129',
      'fe80::1/64',
      ':::/1',
      '1::2::3/128',
      '1:2:3:4:5:6:7:8:9/128',
      '::ffff:1.2.3.4/128',
      '1:2:3:4:5:6:7::8/127',
      'fe80::%1/64',
      '10.0.0.0/8/8',
    ],
  ],
])('bad entries of %s are refused', (kind, entries) => {
  for (const entry of entries) expect(entryProblem(kind, entry), entry).not.toBeNull();
});

test('entries are tidied as people write them', () => {
  expect(normalizeEntries('suffixes', [' A.com ', '.b.com', '+.b.com', '', '例子.中国', 'http://x'])).toEqual([
    'a.com',
    'b.com',
    'xn--fsqu00a.xn--fiqs8s',
    'http://x',
  ]);
  expect(normalizeEntries('networks', ['1.2.3.4', 'FE80::1', '10.0.0.0/8'])).toEqual([
    '1.2.3.4/32',
    'fe80::1/128',
    '10.0.0.0/8',
  ]);
  expect(normalizeEntries('keywords', ['Google', 'google'])).toEqual(['google']);
});

test('names are saved in NFC, and hidden characters stay to be complained of', () => {
  const normalized = normalizeRules(
    rules([select('a', [{ lines: 'all' }], { zh: 'a\u0301', en: 'a\u202Eb' })], [list({ zh: 'e\u0301' })]),
  );
  expect(normalized.groups.at(-1)).toMatchObject({ zh: '\u00E1', en: 'a\u202Eb' });
  expect(normalized.lists[0]?.zh).toBe('\u00E9');
  expect(checkRules(rules([select('a', [{ lines: 'all' }], { zh: '🏳️‍🌈 1️⃣' })]))).toEqual([]);
});

test('stored names that are older than these rules stay in use', () => {
  const older = rules(
    [select('a', [{ lines: 'all' }], { zh: '甲\u200B', en: 'a\u0301' })],
    [list({ zh: '名\u00AD单' })],
  );
  expect(checkStoredRules(older)).toEqual([]);
});

test('names are tidied as far as something is left of them', () => {
  const normalized = normalizeRules(
    rules([select('a', [{ lines: 'all' }], { zh: "甲,'乙'", en: ',' })], [list({ zh: 'a\nb' })]),
  );
  expect(normalized.groups.at(-1)).toMatchObject({ zh: '甲’乙’', en: ',' });
  expect(normalized.lists[0]?.zh).toBe('a b');
});
