import { parse } from 'yaml';
import type { DocumentKind } from '@skyport/contract/subscription';
import { renderTemplate } from '../render.ts';
import { defaultRules } from '../rules/default.ts';
import { describeFilter } from '../rules/files.ts';
import { moreMainland } from '../rules/mainland-more.ts';
import { context, filled, lines } from './samples.ts';

/** Where a document sends a name by its lists, until somebody chooses otherwise. */
export type NameWay = 'home' | 'line' | 'refused';

type Matcher = (name: string) => boolean;

/** The rules of a document; the first that matches counts. */
type Rules = readonly { readonly matches: Matcher; readonly policy: string }[];

const below =
  (suffix: string): Matcher =>
  (name) =>
    name === suffix || name.endsWith(`.${suffix}`);

const matcherOf = (type: string, value: string): Matcher => {
  if (['DOMAIN', 'host', 'full'].includes(type)) return (name) => name === value;
  if (['DOMAIN-SUFFIX', 'host-suffix', 'domain'].includes(type)) return below(value);
  if (['DOMAIN-KEYWORD', 'host-keyword', 'keyword'].includes(type)) return (name) => name.includes(value);
  return () => ['MATCH', 'FINAL', 'final'].includes(type);
};

const rowsOf = (rows: readonly string[]): Rules =>
  rows.map((row) => {
    const [type = '', value = '', policy = ''] = row.split(/, ?/);
    const isLast = ['MATCH', 'FINAL', 'final'].includes(type);
    return { matches: matcherOf(type, value), policy: isLast ? value : policy };
  });

const waysBy = (rules: Rules, firstOf: ReadonlyMap<string, string>): ((name: string) => NameWay) => {
  const wayOf = (policy: string): NameWay => {
    const next = firstOf.get(policy);
    if (next !== undefined) return wayOf(next);
    if (/^direct$/i.test(policy)) return 'home';
    return /^(?:reject|block)$/i.test(policy) ? 'refused' : 'line';
  };
  return (name) => wayOf(rules.find(({ matches }) => matches(name))?.policy ?? '');
};

const documentOf = (kind: DocumentKind, userAgent = ''): string =>
  filled(renderTemplate(kind, lines, context({ rules: defaultRules, userAgent })));

interface Clash {
  readonly 'proxy-groups': readonly { readonly name: string; readonly proxies: readonly string[] }[];
  readonly rules: readonly string[];
}

const clashWays = (kind: DocumentKind, userAgent?: string) => {
  const { rules, 'proxy-groups': groups } = parse(documentOf(kind, userAgent)) as Clash;
  return waysBy(rowsOf(rules), new Map(groups.map(({ name, proxies }) => [name, proxies[0] ?? ''])));
};

const sectionOf = (document: string, title: string): string[] =>
  (document.split(`\n[${title}]\n`)[1] ?? '').split('\n\n')[0]?.split('\n') ?? [];

const iniWays = (kind: DocumentKind) => {
  const document = documentOf(kind);
  const groups = sectionOf(document, 'Proxy Group').map((row): [string, string] => {
    const [name = '', members = ''] = row.split(' = ');
    return [name, members.split(', ')[1] ?? ''];
  });
  return waysBy(rowsOf(sectionOf(document, 'Rule')), new Map(groups));
};

interface SingboxRule {
  readonly rule_set?: readonly string[];
  readonly domain?: readonly string[];
  readonly domain_suffix?: readonly string[];
  readonly outbound?: string;
  readonly action?: string;
  readonly protocol?: unknown;
  readonly network?: unknown;
}

interface Singbox {
  readonly outbounds: readonly { readonly tag: string; readonly default?: string }[];
  readonly route: {
    readonly final: string;
    readonly rules: readonly SingboxRule[];
    readonly rule_set: readonly { readonly tag: string; readonly rules: readonly SingboxRule[] }[];
  };
}

const singboxWays = () => {
  const { outbounds, route } = JSON.parse(documentOf('singbox', 'sing-box 1.14.1')) as Singbox;
  const sets = new Map(route.rule_set.map(({ tag, rules }) => [tag, rules[0] ?? {}]));
  const matches = (rule: SingboxRule, name: string): boolean =>
    (rule.domain ?? []).includes(name) ||
    (rule.domain_suffix ?? []).some((suffix) => below(suffix)(name)) ||
    (rule.rule_set ?? []).some((tag) => matches(sets.get(tag) ?? {}, name));
  const routed = route.rules.filter(({ network, outbound, action }) => !network && (outbound ?? action === 'reject'));
  const rules = [
    ...routed.map((rule) => ({ matches: (name: string) => matches(rule, name), policy: rule.outbound ?? 'reject' })),
    { matches: () => true, policy: route.final },
  ];
  return waysBy(rules, new Map(outbounds.flatMap((o) => (o.default === undefined ? [] : [[o.tag, o.default]]))));
};

interface Xray {
  readonly routing: {
    readonly rules: readonly {
      readonly domain?: readonly string[];
      readonly port?: unknown;
      readonly outboundTag?: string;
    }[];
  };
}

/** By the first line's configuration. */
const xrayWays = () => {
  const [first] = JSON.parse(documentOf('xray')) as Xray[];
  const rules = (first?.routing.rules ?? [])
    .filter(({ port }) => port === undefined)
    .flatMap(({ domain = [], outboundTag = 'proxy' }) =>
      domain
        .filter((entry) => !entry.startsWith('regexp:'))
        .map((entry) => {
          const [type = '', value = ''] = entry.split(':');
          return { matches: matcherOf(type, value), policy: outboundTag };
        }),
    );
  return waysBy(rules, new Map());
};

/** Where each language of documents sends a name. What its networks decide once an address is known is left out. */
export const nameWays = {
  mihomo: clashWays('mjclash'),
  clash: clashWays('clash', 'ClashX/1.95.1'),
  stash: clashWays('stash'),
  singbox: singboxWays(),
  surge: iniWays('surge'),
  surfboard: iniWays('surfboard'),
  qx: waysBy(rowsOf(describeFilter(defaultRules, 'sub.example.com').split('\n')), new Map()),
  xray: xrayWays(),
} as const;

/** Whether the file of the whole list, which mihomo fetches, has a name. */
export const fileNames = (name: string): boolean => moreMainland.some((suffix) => below(suffix)(name));
