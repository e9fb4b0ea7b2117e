import type { DocumentKind } from '@skyport/contract/subscription';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderTemplate } from '../render.ts';
import { readDocument } from '../testing/readers/kinds.ts';
import { context, filled, lines } from '../testing/samples.ts';
import { defaultRules } from './default.ts';
import { withOwnNames } from './own-names.ts';

const own = {
  direct: ['google.com', 'deep.proxied.example'],
  proxied: ['qq.com', 'proxied.example', 'mail.google.com'],
};
const rules = withOwnNames(defaultRules, own);

const body = (kind: DocumentKind, userAgent = ''): string =>
  filled(renderTemplate(kind, lines, context({ rules, userAgent })));

/** The policy of the first rule for a name. */
const policyOf = (rows: readonly string[], name: string): string | undefined =>
  rows
    .map((row) => row.split(','))
    .find(([type, value]) => type === 'DOMAIN-SUFFIX' && (name === value || name.endsWith(`.${value}`)))?.[2];

test.each([
  ['mail.google.com', '节点选择'],
  ['www.google.com', 'DIRECT'],
  ['www.qq.com', '节点选择'],
  ['a.deep.proxied.example', 'DIRECT'],
  ['b.proxied.example', '节点选择'],
])('%s goes where its longest own name says, before all lists', (name, policy) => {
  const clash = (parse(body('clash', 'ClashX/1.95.1')) as { rules: readonly string[] }).rules;
  expect(policyOf(clash, name)).toBe(policy);
  expect(policyOf((body('surge').split('[Rule]\n')[1] ?? '').split('\n'), name)).toBe(policy);
});

test('names that go direct are asked at home, and names that use lines through them', () => {
  const { dns } = JSON.parse(body('singbox')) as {
    dns: { rules: readonly { rule_set?: readonly string[]; server?: string }[] };
  };
  const serverOf = (tag: string) => dns.rules.find(({ rule_set }) => rule_set?.includes(tag))?.server;
  expect(serverOf('.own-2-0')).toBe('dns-local');
  expect(serverOf('.own-3-0')).toBe('dns-local');
  expect(serverOf('.own-3-1')).toBe('dns-remote');
  expect(serverOf('.own-2-1')).toBe('dns-remote');
});

test.each(['mjclash', 'stash', 'karing', 'surge', 'surfboard', 'singbox', 'hiddify', 'xray'] as const)(
  'a document of %s with own names is read as others are',
  (kind) => {
    const ctx = context({ rules });
    expect(() => readDocument(kind, filled(renderTemplate(kind, lines, ctx)), ctx.client)).not.toThrow();
  },
);
