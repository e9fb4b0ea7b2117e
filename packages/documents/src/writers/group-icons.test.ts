import { readdirSync, readFileSync } from 'node:fs';
import type { RuleSet } from '@skyport/contract/rules';
import type { DocumentKind } from '@skyport/contract/subscription';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderTemplate } from '../render.ts';
import type { RenderContext } from '../render.ts';
import { defaultRules } from '../rules/default.ts';
import { context, filled, lines } from '../testing/samples.ts';
import { groupIcon } from './group-icons.ts';

const FOLDER = new URL('../../../web/public/icons/', import.meta.url);
const files = readdirSync(FOLDER);
const PLACES = ['HK', 'TW', 'JP', 'SG', 'US', 'KR', 'GB', 'IN', 'CN'];
/** A line for each group of the default rules. */
const everywhere = PLACES.map((countryCode, i) => ({ ...lines[0]!, num: i + 1, name: `Line ${i + 1}`, countryCode }));
const abroad = { inXinjiang: false, inForeign: true, useEnglish: true };

const body = (kind: DocumentKind, changes: Partial<RenderContext> & { userAgent?: string } = {}): string =>
  filled(
    renderTemplate(kind, everywhere, context({ switches: abroad, consoleHosts: ['www.example.com'], ...changes })),
  );
const iconsOf = (text: string): Map<string, string | undefined> => {
  const groups = (parse(text) as { 'proxy-groups': { name: string; icon?: string }[] })['proxy-groups'];
  return new Map(groups.map(({ name, icon }) => [name, icon]));
};

test('mihomo gets an icon for each group, from the host of links', () => {
  const icons = iconsOf(body('mjclash'));
  expect(icons.size).toBe(defaultRules.groups.length + 2);
  for (const [name, icon = ''] of icons) {
    const [, file = ''] = /^https:\/\/sub\.example\.com\/icons\/(.+)$/.exec(icon) ?? [];
    expect(files, name).toContain(file);
  }
  expect(icons.get('Netflix')).toBe('https://sub.example.com/icons/film.svg');
});

test('each icon belongs to a group', () => {
  const types = ['select', 'url-test', 'fallback', 'load-balance'] as const;
  const groups = [...defaultRules.groups, { id: '.console' }, { id: '.link' }];
  const used = groups.flatMap(({ id }) => types.map((type) => `${groupIcon({ id, type })}.svg`));
  expect([...new Set(used)].toSorted()).toEqual(files.toSorted());
});

test('an icon is a small drawing that loads and runs nothing', () => {
  for (const file of files) {
    const drawing = readFileSync(new URL(file, FOLDER), 'utf8');
    expect(drawing, file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 32 32">.*<\/svg>\n$/);
    expect(drawing.replace('http://www.w3.org/2000/svg', ''), file).not.toMatch(/script|style|href|url|:\/\/| on/i);
    expect(drawing.length, file).toBeLessThan(500);
  }
});

test('a group of the operator has the icon of its type', () => {
  const rules: RuleSet = {
    main: 'constructor',
    final: 'constructor',
    groups: [
      { id: 'constructor', zh: '出口', en: 'Exit', type: 'select', members: [{ group: 'spread' }] },
      { id: 'spread', zh: '均衡', en: 'Spread', type: 'load-balance', members: [{ lines: 'all' }] },
    ],
    lists: [],
  };
  const icons = iconsOf(body('mjclash', { rules }));
  expect(icons.get('Exit')).toBe('https://sub.example.com/icons/select.svg');
  expect(icons.get('Spread')).toBe('https://sub.example.com/icons/balance.svg');
});

test('a document without a host of links has no icons', () => {
  expect(body('mjclash', { linkBase: undefined })).not.toContain('icon');
});

test.each([
  ['clash', 'ClashX/1.95.1'],
  ['stash', 'Stash/3.2.0'],
  ['karing', 'Karing/1.2'],
] as const)('%s for %s has no icons', (kind, userAgent) => {
  expect(body(kind, { userAgent })).not.toContain('icon:');
});
