import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderTemplate } from '../render.ts';
import { awayNames, needLines } from '../testing/away-names.ts';
import { homeNames } from '../testing/home-names.ts';
import { context, filled, lines } from '../testing/samples.ts';
import { defaultRules } from './default.ts';
import { moreMainland } from './mainland-more.ts';
import { MAINLAND_LIST } from './plan.ts';

interface Clash {
  readonly 'proxy-groups': readonly { readonly name: string; readonly proxies: readonly string[] }[];
  readonly rules: readonly string[];
}

const ctx = context({ rules: defaultRules, userAgent: 'ClashX/1.95.1' });
const document = parse(filled(renderTemplate('clash', lines, ctx))) as Clash;
const firstOf = new Map(document['proxy-groups'].map(({ name, proxies }) => [name, proxies[0] ?? '']));
const rules = document.rules.map((rule) => rule.split(','));

const matches = (kind: string, value: string, name: string): boolean => {
  if (kind === 'DOMAIN') return name === value;
  if (kind === 'DOMAIN-SUFFIX') return name === value || name.endsWith(`.${value}`);
  if (kind === 'DOMAIN-KEYWORD') return name.includes(value);
  return kind === 'MATCH';
};

/** What a policy is until somebody chooses otherwise. */
const untilChosen = (policy: string): string => {
  const next = firstOf.get(policy);
  if (next !== undefined) return untilChosen(next);
  return policy === 'DIRECT' || policy === 'REJECT' ? policy : 'line';
};

/** Where a Clash with this document sends a name: the first rule that matches counts, as in its manual. */
const wayOf = (name: string): string => {
  const [kind, value, policy] = rules.find(([k = '', v = '']) => matches(k, v, name)) ?? [];
  return untilChosen((kind === 'MATCH' ? value : policy) ?? '');
};

const namesWith = (names: readonly string[], way: string): string[] => names.filter((name) => wayOf(name) === way);

/** Everything that some list sends straight out, unless somebody chooses otherwise. */
const straight = defaultRules.lists
  .filter(({ suffixes, domains }) => [...suffixes, ...domains].some((name) => wayOf(name) === 'DIRECT'))
  .flatMap(({ suffixes, domains }) => [...suffixes, ...domains])
  .filter((name) => wayOf(name) === 'DIRECT');

test('at least 95 of 100 common mainland names stay at home, most of them without an entry of their own', () => {
  expect(new Set(homeNames).size).toBeGreaterThanOrEqual(600);
  const home = namesWith(homeNames, 'DIRECT');
  const through = namesWith(homeNames, 'line');
  expect(home.length / homeNames.length, through.join(' ')).toBeGreaterThanOrEqual(0.95);
  const entries = new Set(straight);
  expect(home.filter((name) => entries.has(name)).length / home.length).toBeLessThan(0.5);
});

test('every name that is blocked goes through a line', () => {
  expect(new Set(awayNames).size).toBeGreaterThanOrEqual(300);
  expect(awayNames.filter((name) => wayOf(name) !== 'line')).toEqual([]);
});

test('nothing that is direct by default stands in the place of a name that needs a line', () => {
  expect(straight.length).toBeGreaterThan(800);
  const below = (name: string): boolean => needLines.some((need) => name === need || name.endsWith(`.${need}`));
  expect(straight.filter(below)).toEqual([]);
  expect(needLines.filter((name) => wayOf(name) !== 'line')).toEqual([]);
  expect(needLines.filter((name) => wayOf(`any.${name}`) !== 'line')).toEqual([]);
});

test('the file of the whole list has no name that needs a line, and none that the list has without it', () => {
  const isBelow = (name: string, names: readonly string[]): boolean =>
    names.some((one) => name === one || name.endsWith(`.${one}`));
  const needed = [...needLines, ...awayNames];
  expect(moreMainland.filter((name) => isBelow(name, needed))).toEqual([]);
  expect(needed.filter((name) => isBelow(name, moreMainland))).toEqual([]);
  const known = defaultRules.lists.find(({ id }) => id === MAINLAND_LIST)?.suffixes ?? [];
  expect(moreMainland.filter((name) => isBelow(name, known))).toEqual([]);
  expect(new Set(moreMainland).size).toBe(moreMainland.length);
  expect(moreMainland.filter((name) => !/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(name))).toEqual([]);
});

test('hosts of messages and of links into apps are not refused, those of advertising are', () => {
  for (const name of ['msg.umeng.com', 'app.adjust.com', 'example.onelink.me']) expect(wayOf(name)).not.toBe('REJECT');
  for (const name of ['ad.doubleclick.net', 'ulogs.umeng.com']) expect(wayOf(name)).toBe('REJECT');
});

test('what is at home stays there: private, multicast and broadcast networks, and the pages of routers', () => {
  const straightNetworks = rules.filter(([, , policy]) => policy === 'DIRECT').map(([, network]) => network);
  expect(straightNetworks).toEqual(
    expect.arrayContaining([
      '0.0.0.0/8',
      '224.0.0.0/4',
      '255.255.255.255/32',
      'ff00::/8',
      'fe80::/10',
      '192.168.0.0/16',
    ]),
  );
  for (const name of ['nas.lan', 'printer.local', 'tplogin.cn', 'router.asus.com', 'routerlogin.net', 'fritz.box'])
    expect(wayOf(name)).toBe('DIRECT');
});
