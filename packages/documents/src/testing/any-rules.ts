import type { GroupMember, RuleGroup, RuleList, RuleSet } from '@skyport/contract/rules';
import fc from 'fast-check';

const GROUPS = ['a', 'b', 'c', 'd', 'e', 'home'];

const lines: fc.Arbitrary<GroupMember> = fc.oneof(
  fc.constantFrom('all' as const, 'outward' as const, 'home' as const).map((which) => ({ lines: which })),
  fc.subarray(['HK', 'US', 'CN', 'JP'], { minLength: 1 }).map((countries) => ({ countries })),
  fc.subarray(['HK', 'US', 'CN', 'JP'], { minLength: 1 }).map((notCountries) => ({ notCountries })),
);

/** Members of a group: mostly such as lead on to later groups, so that cycles stay few. */
const member = (later: readonly string[]): fc.Arbitrary<GroupMember> =>
  fc.oneof(
    { weight: 20, arbitrary: lines },
    { weight: 15, arbitrary: fc.constantFrom('main', ...later).map((group) => ({ group })) },
    { weight: 10, arbitrary: fc.constant<GroupMember>({ builtin: 'direct' }) },
    { weight: 4, arbitrary: fc.constant<GroupMember>({ builtin: 'reject' }) },
    { weight: 1, arbitrary: fc.constantFrom('final', 'nobody', ...GROUPS).map((group) => ({ group })) },
  );

const title = (id: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(`组 ${id}`) },
    { weight: 1, arbitrary: fc.constantFrom('DIRECT', 'a,b', '组 a') },
  );

const group = (id: string): fc.Arbitrary<RuleGroup> => {
  const home = fc.constant<GroupMember>({ lines: 'home' });
  const mixed = member(GROUPS.slice(GROUPS.indexOf(id) + 1));
  const members = (type: RuleGroup['type']): fc.Arbitrary<GroupMember> =>
    id === 'home' ? fc.oneof({ weight: 20, arbitrary: home }, lines) : type === 'select' ? mixed : lines;
  return fc
    .tuple(title(id), fc.constantFrom<RuleGroup['type']>('select', 'select', 'url-test', 'fallback', 'load-balance'))
    .chain(([zh, type]) =>
      fc
        .array(fc.oneof({ weight: 20, arbitrary: members(type) }, mixed), { minLength: 1, maxLength: 3 })
        .map((all) => ({ id, zh, en: `Group ${id}`, type, members: all })),
    );
};

const anchor = (id: string, must: GroupMember): fc.Arbitrary<RuleGroup> =>
  fc
    .tuple(fc.array(fc.oneof({ weight: 6, arbitrary: lines }, member(['home'])), { maxLength: 2 }), fc.boolean())
    .map(([rest, first]) => ({
      id,
      zh: `组 ${id}`,
      en: `Group ${id}`,
      type: 'select',
      members: first ? [must, ...rest] : [...rest, must],
    }));

const suffix = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('example.com', 'cn', '163.com', 'xn--fiqs8s', 'a-b.example') },
  { weight: 1, arbitrary: fc.constantFrom('*.example', 'A.com', '1.2.3.4') },
);

const list = (id: string): fc.Arbitrary<RuleList> =>
  fc.record({
    id: fc.constant(id),
    zh: fc.constant(`单 ${id}`),
    target: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('direct', 'reject', 'main', 'final', 'main') },
      { weight: 1, arbitrary: fc.constantFrom('nobody', ...GROUPS) },
    ),
    suffixes: fc.uniqueArray(suffix, { maxLength: 3 }),
    domains: fc.subarray(['www.example.com', 'localhost']),
    keywords: fc.subarray(['google', '91']),
    networks: fc.subarray(['10.0.0.0/8', '2001:db8::/32', '1.2.3.4/32']),
  });

/** Lists lead to groups that are there, if the choice was lucky. */
const aimed = (lists: readonly RuleList[], groups: readonly RuleGroup[]): RuleList[] =>
  lists.map((one, i) => (one.target === 'main' ? { ...one, target: groups[i % groups.length]?.id ?? 'main' } : one));

/** Rule sets of which some are good and some have something against them, for many reasons. */
export const anyRules: fc.Arbitrary<RuleSet> = fc
  .tuple(
    anchor('main', { lines: 'all' }),
    anchor('final', { group: 'main' }),
    fc.subarray(GROUPS).chain((ids) => fc.tuple(...ids.map(group))),
    fc.subarray(['ads', 'cn', 'own', 'main']).chain((ids) => fc.tuple(...ids.map(list))),
    fc.oneof(
      { weight: 20, arbitrary: fc.constant('main') },
      { weight: 1, arbitrary: fc.constantFrom('final', 'a', 'nobody') },
    ),
  )
  .map(([mainGroup, final, some, lists, main]) => {
    const groups = [...some, mainGroup, final];
    return { main, final: 'final', groups, lists: aimed(lists, groups) };
  });
