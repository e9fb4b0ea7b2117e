import type { RuleSet } from '@skyport/contract/rules';
import { expect, test } from 'vitest';
import { lines } from '../testing/samples.ts';
import { defaultRules } from './default.ts';
import { askedOfName, dnsPlanOf, longestNames } from './dns-plan.ts';
import type { DnsPlan } from './dns-plan.ts';
import { planOf } from './plan.ts';

const here = { inXinjiang: false, inForeign: false, useEnglish: false };
const abroad = { ...here, inForeign: true };

const made = (rules: RuleSet = defaultRules, switches = here): DnsPlan =>
  dnsPlanOf({
    plan: planOf(rules, lines, switches),
    switches,
    lines,
    ownHosts: ['sub.example.com', '', '2001:db8::1', '192.0.2.1'],
  });

test('a name is asked where its traffic goes until somebody chooses otherwise', () => {
  const asked = (name: string): string => askedOfName(made(), name);
  expect(['www.qq.com', 'a.cn', 'www.apple.com', 'www.microsoft.com', 'cache1.steamcontent.com'].map(asked)).toEqual(
    Array.from({ length: 5 }, () => 'home'),
  );
  expect(['www.google.com', 'copilot.microsoft.com', 'store.steampowered.com', 'unheard.example'].map(asked)).toEqual(
    Array.from({ length: 4 }, () => 'line'),
  );
  expect(asked('ad.doubleclick.net')).toBe('refused');
  expect(askedOfName(made(defaultRules, abroad), 'www.qq.com')).toBe('homeLine');
});

test('hosts of panel and lines are asked at home, addresses of nobody', () => {
  expect(made().always).toEqual({ own: ['sub.example.com'], lines: ['jp.example.com'] });
});

const list = { zh: 'x', suffixes: [], domains: [], keywords: [], networks: [] };
const group = { zh: '组', en: 'Group', type: 'select' } as const;

/** Lists that overlap in both directions, and a last group that goes out as `rest` says. */
const overlapping = (rest: 'line' | 'direct'): RuleSet => ({
  main: 'main',
  final: 'final',
  groups: [
    { ...group, id: 'main', members: [{ lines: 'all' }] },
    {
      ...group,
      id: 'final',
      zh: '末',
      en: 'Last',
      members: rest === 'line' ? [{ group: 'main' }] : [{ builtin: 'direct' }],
    },
  ],
  lists: [
    { ...list, id: 'one', target: 'main', suffixes: ['video.example.com', 'broad.test'], domains: ['own.example.org'] },
    {
      ...list,
      id: 'two',
      target: 'direct',
      suffixes: ['example.com', 'deep.broad.test', 'nas.lan'],
      keywords: ['example'],
    },
    { ...list, id: 'three', target: 'reject', suffixes: ['ads.example.com', 'ads.test'] },
  ],
});

test('the first list counts, whichever way names overlap, and only what makes a difference is kept', () => {
  const plan = made(overlapping('line'));
  expect(plan.rest).toBe('line');
  expect(plan.rules.map(({ asked, names }) => [asked, names.suffixes, names.domains])).toEqual([
    ['line', ['video.example.com', 'broad.test'], ['own.example.org']],
    ['home', ['example.com', 'deep.broad.test'], []],
    ['refused', ['ads.example.com', 'ads.test'], []],
  ]);
  expect(['video.example.com', 'deep.broad.test', 'own.example.org'].map((name) => askedOfName(plan, name))).toEqual([
    'line',
    'line',
    'line',
  ]);
  expect(askedOfName(plan, 'ads.example.com')).toBe('home');
});

test('for clients that take the longest name, names that an earlier list decides are left out', () => {
  expect(longestNames(made(overlapping('line')))).toEqual([
    { pattern: '+.video.example.com', asked: 'line', above: 'home' },
    { pattern: '+.example.com', asked: 'home', above: 'line' },
  ]);
  expect(longestNames(made(overlapping('direct')))).toEqual([
    { pattern: '+.video.example.com', asked: 'line', above: 'home' },
    { pattern: '+.broad.test', asked: 'line', above: 'home' },
    { pattern: 'own.example.org', asked: 'line', above: 'home' },
  ]);
});
