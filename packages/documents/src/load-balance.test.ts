import type { RuleSet } from '@skyport/contract/rules';
import { checkRules } from '@skyport/contract/rules-check';
import type { DocumentKind } from '@skyport/contract/subscription';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderTemplate } from './render.ts';
import { defaultRules } from './rules/default.ts';
import { context, filled, lines } from './testing/samples.ts';

const rules: RuleSet = {
  ...defaultRules,
  groups: defaultRules.groups.map((group) => (group.id === 'auto' ? { ...group, type: 'load-balance' } : group)),
};

const body = (kind: DocumentKind, userAgent = ''): string =>
  filled(renderTemplate(kind, lines, context({ rules, userAgent })));

test.each([
  ['mjclash', { url: expect.any(String), interval: 300, strategy: 'consistent-hashing' }],
  ['stash', { interval: 300, strategy: 'consistent-hashing' }],
] as const)('%s spreads sites over lines, one line for each', (kind, keys) => {
  const groups = (parse(body(kind)) as { 'proxy-groups': readonly { readonly name: string }[] })['proxy-groups'];
  const found = groups.find(({ name }) => name === '自动选择');
  expect(found).toMatchObject({ type: 'load-balance', ...keys });
  expect(found).not.toHaveProperty('tolerance');
});

test.each(['surge', 'surfboard'] as const)('%s keeps the line of a site', (kind) => {
  expect(body(kind)).toMatch(/^自动选择 = load-balance, .*, interval=300, persistent=true$/m);
});

test('sing-box, which knows no such group, takes the quickest line', () => {
  const { outbounds } = JSON.parse(body('singbox')) as { outbounds: readonly { tag: string; type: string }[] };
  expect(outbounds.find(({ tag }) => tag === '自动选择')).toMatchObject({ type: 'urltest', tolerance: 50 });
});

test('such a group holds lines only', () => {
  const groups = rules.groups.map((group) =>
    group.id === 'auto' ? { ...group, members: [...group.members, { builtin: 'direct' as const }] } : group,
  );
  expect(checkRules({ ...rules, groups })).toEqual([expect.stringContaining('只能包含节点')]);
});
