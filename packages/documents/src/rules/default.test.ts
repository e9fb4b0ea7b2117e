import { gzipSync } from 'node:zlib';
import { checkRules, countEntries } from '@skyport/contract/rules-check';
import { normalizeRules } from '@skyport/contract/rules-entries';
import { RuleSet } from '@skyport/contract/rules';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ResolvedLine } from '../model.ts';
import { renderTemplate } from '../render.ts';
import { context, filled, lines } from '../testing/samples.ts';
import { defaultRules } from './default.ts';

type Groups = { name: string; type: string; proxies: string[] }[];

const PLACES = ['HK', 'TW', 'JP', 'SG', 'US', 'KR', 'GB', 'DE', 'CA', 'CN'];

/** Lines of many places, protocols in turn: a customer's full list. */
const thirty: readonly ResolvedLine[] = Array.from({ length: 30 }, (_, i) => {
  const like = lines[i % lines.length]!;
  return { ...like, num: i + 1, name: `🌐 线路 ${i + 1}`, countryCode: PLACES[i % PLACES.length]! };
});

const documentOf = (some: readonly ResolvedLine[]): string =>
  filled(renderTemplate('flclash', some, context({ userAgent: 'FlClash/v0.8.96' })));
const groupsOf = (text: string): Groups => (parse(text) as { 'proxy-groups': Groups })['proxy-groups'];
const members = (groups: Groups, name: string): string[] | undefined => groups.find((g) => g.name === name)?.proxies;

test('the default rules are good, and stored as they are written', () => {
  expect(RuleSet.parse(defaultRules)).toEqual(defaultRules);
  expect(checkRules(defaultRules, ['sub.example.com'])).toEqual([]);
  expect(normalizeRules(defaultRules)).toEqual(defaultRules);
});

test('a whole Clash document with thirty lines is at most 14 kB, compressed as it is sent', () => {
  const spoken = lines.filter(({ protocol }) => protocol !== 'ss' && protocol !== 'h2' && protocol !== 'reality');
  const all = thirty.map((line, i) => ({ ...spoken[i % spoken.length]!, name: line.name, num: line.num }));
  const text = filled(renderTemplate('clash', all, context({ rules: defaultRules, userAgent: 'ClashX/1.95.1' })));
  expect((parse(text) as { proxies: unknown[] }).proxies).toHaveLength(30);
  expect(gzipSync(text).length, `${countEntries(defaultRules)} entries`).toBeLessThanOrEqual(14_000);
});

test('each line is in the group of its region, and a region without lines is nowhere', () => {
  const groups = groupsOf(documentOf(thirty));
  expect(members(groups, '🇯🇵 日本节点')).toEqual(['🌐 线路 3', '🌐 线路 13', '🌐 线路 23']);
  expect(members(groups, '🇪🇺 欧洲节点')).toHaveLength(6);
  expect(members(groups, '🌐 其他节点')).toEqual(['🌐 线路 9', '🌐 线路 19', '🌐 线路 29']);
  expect(members(groups, '节点选择')).toContain('🇪🇺 欧洲节点');
  const few = documentOf(thirty.filter(({ countryCode }) => countryCode === 'JP'));
  expect(groupsOf(few).map(({ name }) => name)).toContain('🇯🇵 日本节点');
  expect(few).not.toMatch(/香港节点|欧洲节点|其他节点/);
});

test('assistants are asked from places that they answer, unless there is no line in one', () => {
  const groups = groupsOf(documentOf(thirty));
  const byPlace = (...codes: string[]): string[] =>
    thirty.filter(({ countryCode }) => codes.includes(countryCode)).map(({ name }) => name);
  expect(members(groups, 'AI 服务')?.[0]).toBe('AI 自动');
  for (const name of byPlace('HK', 'CN')) expect(members(groups, 'AI 自动')).not.toContain(name);
  const only = groupsOf(documentOf(thirty.filter(({ countryCode }) => countryCode === 'HK')));
  expect(members(only, 'AI 服务')).toEqual(['节点选择']);
});

test('no host name is in two lists of different policy, and none below another of its own list', () => {
  const seen = new Map<string, string>();
  for (const { id, suffixes } of defaultRules.lists) {
    for (const suffix of suffixes) {
      expect(seen.get(suffix), suffix).toBeUndefined();
      seen.set(suffix, id);
    }
    for (const suffix of suffixes)
      expect(
        suffixes.filter((other) => other.endsWith(`.${suffix}`)),
        suffix,
      ).toEqual([]);
  }
});
