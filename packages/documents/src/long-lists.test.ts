import type { DocumentKind } from '@skyport/contract/subscription';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderPlaceholder, renderTemplate } from './render.ts';
import type { RenderContext } from './render.ts';
import { defaultRules } from './rules/default.ts';
import { context, filled, lines } from './testing/samples.ts';
import { clientAppOf } from './user-agent.ts';

const FOLDER = 'https://sub.example.com/describe/rules';
const both = ['cn', 'ads'];

const body = (kind: DocumentKind, userAgent = '', changes: Partial<RenderContext> = {}): string =>
  filled(renderTemplate(kind, lines, context({ client: clientAppOf(userAgent), longLists: both, ...changes })));

interface ClashDocument {
  readonly 'rule-providers': Readonly<Record<string, object>>;
  readonly rules: readonly string[];
}
const clash = (kind: DocumentKind, userAgent = ''): ClashDocument => parse(body(kind, userAgent)) as ClashDocument;

interface SingboxDocument {
  readonly http_clients?: readonly object[];
  readonly dns: { readonly rules: readonly { readonly rule_set?: readonly string[]; readonly server?: string }[] };
  readonly route: {
    readonly rules: readonly { readonly rule_set?: readonly string[]; readonly outbound?: string; action?: string }[];
    readonly rule_set: readonly { readonly type: string; readonly tag: string }[];
  };
}
const singbox = (version: string, changes: Partial<RenderContext> = {}): SingboxDocument =>
  JSON.parse(body('singbox', `sing-box ${version}`, changes)) as SingboxDocument;

/** Where the last rule with a name or network of a list stands. */
const lastOfLists = (rules: readonly string[]): number =>
  rules.findLastIndex((rule) => /^(?!SUB-RULE|RULE-SET|DOMAIN-KEYWORD,\.,).*(?:DOMAIN|IP-CIDR)/.test(rule));

test.each(['mjclash', 'stash'] as const)('%s: refused names stand behind their list, others behind all', (kind) => {
  const { 'rule-providers': provided, rules } = clash(kind);
  expect(Object.keys(provided)).toEqual(['ads', 'cn']);
  expect(provided.cn).toMatchObject({ behavior: 'domain', url: `${FOLDER}/cn.names`, interval: 86_400 });
  const ads = rules.indexOf('RULE-SET,ads,广告拦截');
  expect(rules[ads - 1]).toMatch(/,广告拦截$/);
  expect(rules.slice(ads + 1).filter((rule) => rule.endsWith(',广告拦截'))).toEqual([]);
  expect(rules.indexOf('RULE-SET,cn,国内直连')).toBeGreaterThan(lastOfLists(rules));
});

test('Stash has its own keys for a file, and neither Karing nor the old Clash has any', () => {
  expect(clash('stash')['rule-providers'].ads).toEqual({
    behavior: 'domain',
    format: 'yaml',
    url: `${FOLDER}/ads.names`,
    interval: 86_400,
  });
  for (const text of [body('karing'), body('clash', 'ClashX/1.95.1')]) expect(text).not.toMatch(/RULE-SET|provider/);
});

test.each(['surge', 'surfboard'] as const)('%s: refused names stand behind their list, others behind all', (kind) => {
  const rules = (body(kind).split('[Rule]\n')[1] ?? '').trim().split('\n');
  const ads = rules.indexOf(`RULE-SET,${FOLDER}/ads.rules,广告拦截`);
  expect(rules[ads - 1]).toMatch(/,广告拦截$/);
  const home = rules.indexOf(`RULE-SET,${FOLDER}/cn.rules,国内直连`);
  expect(home).toBeGreaterThan(lastOfLists(rules));
  expect(rules.slice(home + 1)[0]).toMatch(/^GEOIP/);
});

test('Surfboard has no file of names that a line must resolve', () => {
  const abroad = { switches: { inXinjiang: false, inForeign: true, useEnglish: false } };
  expect(body('surfboard', '', abroad)).not.toContain('cn.rules');
  expect(body('surge', '', abroad)).toContain('cn.rules');
});

test.each(['1.11.15', '1.13.14', '1.14.1'])('sing-box %s fetches sets, and asks for their names at home', (version) => {
  const { dns, route } = singbox(version);
  const remote = route.rule_set.filter(({ type }) => type === 'remote');
  expect(remote.map(({ tag }) => tag)).toEqual(['ads-file', 'cn-file']);
  expect(remote[1]).toMatchObject({ format: 'source', url: `${FOLDER}/cn.set`, update_interval: '1d' });
  const at = (tag: string): number => route.rules.findIndex(({ rule_set }) => rule_set?.includes(tag));
  expect(at('ads-file')).toBe(at('ads') + 1);
  expect(route.rules[at('ads-file')]).toMatchObject({ action: 'reject' });
  expect(at('cn-file')).toBeGreaterThan(Math.max(at('cn'), at('ai'), at('abroad')));
  expect(route.rules[at('cn-file')]).toMatchObject({ outbound: '国内直连' });
  expect(dns.rules.at(-1)).toEqual({ rule_set: ['cn-file'], server: 'dns-local' });
});

test('sing-box has a client for sets since 1.14, a detour before, and no remote set before 1.11', () => {
  expect(singbox('1.14.1').http_clients).toEqual([{ tag: 'lists' }]);
  expect(body('singbox', 'sing-box 1.14.1')).not.toContain('download_detour');
  expect(singbox('1.13.14').http_clients).toBeUndefined();
  expect(singbox('1.13.14').route.rule_set.at(-1)).toMatchObject({ download_detour: 'direct' });
  expect(body('singbox', 'sing-box 1.10.0')).not.toContain('cn.set');
});

test('a list that the rules do not have, a document without lines and one without a folder name no file', () => {
  const [first] = both;
  const rules = { ...defaultRules, lists: defaultRules.lists.filter(({ id }) => id !== first) };
  expect(body('surge', '', { rules })).not.toContain('cn.rules');
  expect(body('surge', '', { linkBase: undefined })).not.toContain('RULE-SET');
  const empty = context({ longLists: both });
  for (const kind of ['stash', 'surge', 'singbox'] as const)
    expect(filled(renderPlaceholder(kind, 'expired', empty))).not.toContain('/describe/rules');
});

test('an empty list of refused names still has its file', () => {
  const rules = {
    ...defaultRules,
    lists: defaultRules.lists.map((list) => (list.id === 'ads' ? { ...list, suffixes: [] } : list)),
  };
  expect(body('mjclash', '', { rules })).toContain('RULE-SET,ads,广告拦截');
});
