import { expect, test } from 'vitest';
import { renderPlaceholder, renderTemplate } from '../render.ts';
import { readClash } from '../testing/readers/clash.ts';
import { readDocument } from '../testing/readers/kinds.ts';
import { context, filled, lines } from '../testing/samples.ts';
import { groupNamesOf } from './plan.ts';

const hosts = [
  'https://www.example.org:8443/',
  'pay.example.org',
  'www.example.org',
  'sub.example.com',
  '203.0.113.99',
];
const ctx = context({ consoleHosts: hosts });
const groupOf = (text: string, name = '官网') => readClash('mihomo', text).groups.find((group) => group.name === name);

test('the console is asked for by the lines first and directly when they are dead, in front of all other rules', () => {
  const text = filled(renderTemplate('flclash', lines, ctx));
  expect(groupOf(text)).toEqual({ name: '官网', type: 'fallback', members: ['节点选择', 'DIRECT'] });
  const { rules } = readClash('mihomo', text);
  const isLogical = ([type]: readonly string[]): boolean => type === 'AND' || type === 'SUB-RULE';
  const ofConsole = rules.filter((rule) => rule[2] === '官网');
  expect(ofConsole).toEqual([
    ['IP-CIDR', '203.0.113.99/32', '官网', 'no-resolve'],
    ['DOMAIN', 'www.example.org', '官网'],
    ['DOMAIN', 'pay.example.org', '官网'],
  ]);
  // QUIC is refused in front of names, which no list between matches.
  expect(rules.filter((rule) => !isLogical(rule)).slice(0, 2)).toEqual([
    ['DOMAIN', 'sub.example.com', 'DIRECT'],
    ['IP-CIDR', '203.0.113.99/32', '官网', 'no-resolve'],
  ]);
  const carried = filled(renderTemplate('flclash', lines, { ...ctx, rules: { ...ctx.rules, carriesQuic: true } }));
  expect(
    readClash('mihomo', carried)
      .rules.filter((rule) => !isLogical(rule))
      .slice(0, 4),
  ).toEqual([
    ['DOMAIN', 'sub.example.com', 'DIRECT'],
    ['DOMAIN', 'www.example.org', '官网'],
    ['DOMAIN', 'pay.example.org', '官网'],
    ['IP-CIDR', '203.0.113.99/32', '官网', 'no-resolve'],
  ]);
});

test('without lines, and with lines that are not there yet, the direct way alone stands in the group', () => {
  expect(groupOf(filled(renderPlaceholder('flclash', 'expired', ctx)))?.members).toEqual(['DIRECT']);
  expect(groupOf(filled(renderTemplate('flclash', [], ctx)))?.members).toEqual(['DIRECT']);
});

test('every kind with groups has it, in the language of the user, and none has it without hosts', () => {
  for (const kind of ['clash', 'stash', 'surge', 'surfboard', 'singbox'] as const) {
    for (const useEnglish of [false, true]) {
      const asked = { ...ctx, switches: { ...ctx.switches, useEnglish } };
      const text = filled(renderTemplate(kind, lines, asked));
      expect(text).toContain(useEnglish ? 'Website' : '官网');
      expect(text).toContain('pay.example.org');
      readDocument(kind, text, ctx.client);
    }
    expect(filled(renderTemplate(kind, lines, context({ consoleHosts: ['sub.example.com', ''] })))).not.toContain(
      '官网',
    );
  }
});

test("an operator's group by this name keeps it, and no line may have it", () => {
  const [first, ...rest] = ctx.rules.groups;
  const rules = {
    ...ctx.rules,
    groups: [first!, ...rest.map((one) => (one.id === 'ai' ? { ...one, zh: '官网' } : one))],
  };
  const text = filled(renderTemplate('flclash', lines, { ...ctx, rules }));
  expect(groupOf(text)?.members).toContain('AI 自动');
  expect(groupOf(text, '官网 2')?.members).toEqual(['节点选择', 'DIRECT']);
  expect(groupNamesOf(rules)).toEqual(expect.arrayContaining(['官网', '官网 2', 'Website']));
});
