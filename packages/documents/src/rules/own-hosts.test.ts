import { expect, test } from 'vitest';
import { renderPlaceholder, renderTemplate } from '../render.ts';
import type { RenderContext } from '../render.ts';
import { readClash } from '../testing/readers/clash.ts';
import { readDocument } from '../testing/readers/kinds.ts';
import { xrayConfigsOf } from '../testing/readers/xray-json.ts';
import { context, filled, lines } from '../testing/samples.ts';
import { groupNamesOf } from './plan.ts';

const hosts = ['https://www.example.org:8443/', 'pay.example.org', 'www.example.org', '203.0.113.99'];
const ctx = context({ consoleHosts: hosts });
/** The default set-up: `describe_host` is empty, so that the console is also the host of links. */
const oneHost = context({ selfHost: 'www.example.org', consoleHosts: ['www.example.org'], linkBase: undefined });

const GROUPED = ['clash', 'flclash', 'stash', 'surge', 'surfboard', 'singbox'] as const;

const groupOf = (text: string, name = '官网') => readClash('mihomo', text).groups.find((group) => group.name === name);

/** Rules without AND and SUB-RULE, in the order of the document. */
const rulesOf = (asked: RenderContext): (readonly string[])[] =>
  readClash('mihomo', filled(renderTemplate('flclash', lines, asked))).rules.filter(
    ([type = '']) => type !== 'AND' && type !== 'SUB-RULE',
  );

test('the console and the host of links each have a group: the lines, then the direct way', () => {
  const text = filled(renderTemplate('flclash', lines, ctx));
  const members = ['节点选择', 'DIRECT'];
  expect(groupOf(text)).toEqual({ name: '官网', type: 'fallback', members });
  expect(groupOf(text, '订阅')).toEqual({ name: '订阅', type: 'fallback', members });
  expect(rulesOf(ctx).filter(([, , policy = '']) => ['官网', '订阅'].includes(policy))).toEqual([
    ['IP-CIDR', '203.0.113.99/32', '官网', 'no-resolve'],
    ['DOMAIN', 'www.example.org', '官网'],
    ['DOMAIN', 'pay.example.org', '官网'],
    ['DOMAIN', 'sub.example.com', '订阅'],
  ]);
});

test('writes the rules of own hosts before all lists', () => {
  const rules = { ...ctx.rules, carriesQuic: true };
  expect(rulesOf({ ...ctx, rules }).slice(0, 4)).toEqual([
    ['DOMAIN', 'www.example.org', '官网'],
    ['DOMAIN', 'pay.example.org', '官网'],
    ['IP-CIDR', '203.0.113.99/32', '官网', 'no-resolve'],
    ['DOMAIN', 'sub.example.com', '订阅'],
  ]);
});

test('a console that is also the host of links has one group in every kind, and no rule sends it straight out', () => {
  for (const kind of GROUPED) {
    const text = filled(renderTemplate(kind, lines, oneHost));
    expect(text, kind).toContain('官网');
    expect(text, kind).not.toContain('订阅');
    expect(text, kind).not.toMatch(/www\.example\.org"?,\s?DIRECT|www\.example\.org"\], "outbound": "direct"/);
  }
});

test('groups are probed against their own host, with the scheme and port of its address', () => {
  const text = filled(
    renderTemplate('flclash', lines, {
      ...ctx,
      consoleHosts: ['www.example.org'],
      webPage: 'http://www.example.org:8080/panel',
      linkBase: 'https://sub.example.com:8443',
    }),
  );
  expect(text).toContain('name: "官网", type: "fallback", url: "http://www.example.org:8080/"');
  expect(text).toContain('name: "订阅", type: "fallback", url: "https://sub.example.com:8443/"');
});

test('sing-box dials the name of an own host, not the address that home has for it', () => {
  for (const userAgent of ['sing-box 1.11.15', 'sing-box 1.13.14', 'sing-box 1.14.1']) {
    const text = filled(renderTemplate('singbox', lines, context({ userAgent, consoleHosts: hosts })));
    const { route } = JSON.parse(text) as { route: { rules: Record<string, unknown>[] } };
    for (const [host, outbound] of Object.entries({ 'pay.example.org': '官网', 'sub.example.com': '订阅' })) {
      expect(route.rules).toContainEqual({ domain: [host], outbound, override_address: host });
    }
    expect(route.rules).toContainEqual({ ip_cidr: ['203.0.113.99/32'], outbound: '官网' });
  }
  const old = filled(renderTemplate('singbox', lines, context({ userAgent: 'sing-box 1.8.14', consoleHosts: hosts })));
  expect(old).not.toContain('override_address');
  const { inbounds } = JSON.parse(old) as { inbounds: Record<string, unknown>[] };
  expect(inbounds.map((one) => one['sniff_override_destination'])).toEqual([true, true]);
});

test('Xray goes to them through its line, and straight out when the line is measured as dead', () => {
  const [config] = xrayConfigsOf(filled(renderTemplate('xray', lines, ctx)));
  expect(config?.routing?.rules).toContainEqual({
    type: 'field',
    domain: ['full:www.example.org', 'full:pay.example.org', 'full:sub.example.com'],
    balancerTag: 'own',
  });
  expect(config?.routing?.balancers?.[0]?.fallbackTag).toBe('direct');
  expect(config?.observatory?.probeURL).toBe('https://www.example.org/');
  const [dead] = xrayConfigsOf(filled(renderPlaceholder('xray', 'expired', ctx)));
  expect(dead?.routing?.balancers).toBeUndefined();
  expect(dead?.observatory).toBeUndefined();
});

test('gives own groups only the direct way in documents without lines', () => {
  for (const name of ['官网', '订阅']) {
    expect(groupOf(filled(renderPlaceholder('flclash', 'expired', ctx)), name)?.members).toEqual(['DIRECT']);
    expect(groupOf(filled(renderTemplate('flclash', [], ctx)), name)?.members).toEqual(['DIRECT']);
  }
});

test('every kind with groups has them, in the language of the user, and none has them without hosts', () => {
  for (const kind of GROUPED) {
    for (const useEnglish of [false, true]) {
      const asked = { ...ctx, switches: { ...ctx.switches, useEnglish } };
      const text = filled(renderTemplate(kind, lines, asked));
      for (const name of useEnglish ? ['Website', 'Subscription'] : ['官网', '订阅']) expect(text).toContain(name);
      expect(text).toContain('pay.example.org');
      readDocument(kind, text, ctx.client);
    }
    const none = filled(
      renderTemplate(kind, lines, context({ selfHost: '', consoleHosts: [''], linkBase: undefined })),
    );
    expect(none).not.toMatch(/官网|订阅/);
  }
});

test("keeps the name of an operator's group, and gives no line the name of an own group", () => {
  const [first, ...rest] = ctx.rules.groups;
  const rules = {
    ...ctx.rules,
    groups: [first!, ...rest.map((one) => (one.id === 'ai' ? { ...one, zh: '官网' } : one))],
  };
  const text = filled(renderTemplate('flclash', lines, { ...ctx, rules }));
  expect(groupOf(text)?.members).toContain('AI 自动');
  expect(groupOf(text, '官网 2')?.members).toEqual(['节点选择', 'DIRECT']);
  expect(groupNamesOf(rules)).toEqual(expect.arrayContaining(['官网', '官网 2', 'Website', '订阅', 'Subscription']));
});

test('takes the first number that is free where an operator has groups by the name and its numbers', () => {
  const names = ['官网', '官网 2'];
  const groups = ctx.rules.groups.map((one, at) => (at > 0 && at <= 2 ? { ...one, zh: names[at - 1]! } : one));
  const rules = { ...ctx.rules, groups };
  const text = filled(renderTemplate('flclash', lines, { ...ctx, rules }));
  expect(groupOf(text, '官网 3')?.members).toEqual(['节点选择', 'DIRECT']);
  expect(readClash('mihomo', text).groups.filter(({ name }) => name === '官网 2')).toHaveLength(1);
  expect(groupNamesOf(rules)).toContain('官网 3');
});
