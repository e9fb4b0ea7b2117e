import type { RuleSet } from '@skyport/contract/rules';
import { expect, test } from 'vitest';
import {
  changesOf,
  codesOf,
  freeId,
  memberLabel,
  moved,
  policyLabel,
  refusesQuic,
  upsert,
  withQuic,
  withoutGroup,
} from './edit.ts';
import { rules } from './testing.ts';

test('a thing moves one place, and stays at the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

test('a thing is replaced in its place, a new one comes last', () => {
  const list = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ];
  expect(upsert(list, { id: 'a', n: 2 })).toEqual([
    { id: 'a', n: 2 },
    { id: 'b', n: 1 },
  ]);
  expect(upsert(list, { id: 'c', n: 1 }).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(freeId('g', [{ id: 'g1' }, { id: 'g3' }])).toBe('g2');
});

test('a group that goes is offered by nobody, and its lists go to the last group', () => {
  const without = withoutGroup(rules, 'media');
  expect(without.groups.map(({ id }) => id)).toEqual(['select', 'auto', 'final']);
  expect(without.lists.map(({ target }) => target)).toEqual(['final', 'direct']);
  expect(withoutGroup(rules, 'auto').groups[0]?.members).toEqual([{ builtin: 'direct' }, { lines: 'all' }]);
});

test('members and policies have labels', () => {
  const labels = rules.groups.map(({ members }) => members.map((m) => memberLabel(m, rules.groups)));
  expect(labels).toEqual([
    ['自动选择', '直连', '全部节点'],
    ['除回国外的节点'],
    ['节点选择', '日本、新加坡节点', '除以下地区：中国'],
    ['节点选择', '直连'],
  ]);
  const many = ['JP', 'SG', 'US', 'GB', 'DE', 'FR'];
  expect(memberLabel({ countries: many }, [])).toBe('日本、新加坡、美国、英国等 6 个地区节点');
  expect(policyLabel('reject', [])).toBe('拒绝');
  expect(policyLabel('media', rules.groups)).toBe('国外媒体');
});

test('codes are read however they are written', () => {
  expect(codesOf(' jp，SG/us jp')).toEqual(['JP', 'SG', 'US']);
});

test('changes are told one by one', () => {
  const [select, auto, media, final] = rules.groups;
  const [first, second] = rules.lists;
  if (!select || !auto || !media || !final || !first || !second) throw new Error('a sample is missing');
  const after: RuleSet = {
    main: 'select',
    final: 'media',
    groups: [auto, select, { ...media, zh: '影音' }, { ...auto, id: 'new', zh: '新', en: 'New' }],
    lists: [
      { ...first, suffixes: ['netflix.com', 'a.example', 'b.example'], domains: [] },
      { ...second, target: 'media' },
    ],
  };
  expect(changesOf(rules, after)).toEqual([
    '新增分组“新”',
    '删除分组“漏网之鱼”',
    '修改分组“影音”',
    '调整分组顺序',
    '规则“流媒体”：新增 2 条，删除 1 条',
    '修改规则“国内网站”',
    '兜底分组改为“影音”',
  ]);
  expect(changesOf(rules, rules)).toEqual([]);
});

test('QUIC is refused unless the rules say otherwise, and what is the default stands nowhere', () => {
  const carried = withQuic(rules, false);
  expect([refusesQuic(rules), refusesQuic(carried)]).toEqual([true, false]);
  expect(changesOf(rules, carried)).toEqual(['不再拒绝 QUIC']);
  expect(withQuic(carried, true)).toEqual(rules);
});
