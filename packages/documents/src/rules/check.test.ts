import type { RuleSet } from '@skyport/contract/rules';
import { checkRules } from '@skyport/contract/rules-check';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ResolvedLine } from '../model.ts';
import { renderTemplate } from '../render.ts';
import { anyRules } from '../testing/any-rules.ts';
import { anyLines } from '../testing/arbitraries.ts';
import { context, filled } from '../testing/samples.ts';
import { groupNamesOf } from './plan.ts';

interface Clash {
  proxies: { name: string }[];
  'proxy-groups': { name: string; proxies: string[] }[];
  rules: string[];
}
interface Singbox {
  dns: { servers: { tag: string; detour?: string }[]; rules: { rule_set?: string[]; server?: string }[] };
  outbounds: { tag: string; outbounds?: string[]; default?: string }[];
  route: { rules: { outbound?: string; rule_set?: string[] }[]; rule_set?: { tag: string }[]; final: string };
}

const expectNamed = (names: readonly string[], wanted: readonly (string | undefined)[]): void => {
  for (const name of wanted) if (name !== undefined) expect(names).toContain(name);
};

/** Following members from any group ends at lines and builtins. */
const expectNoCycle = (groups: Clash['proxy-groups']): void => {
  const members = new Map(groups.map(({ name, proxies }) => [name, proxies]));
  const walk = (name: string, way: readonly string[]): void => {
    expect(way).not.toContain(name);
    for (const next of members.get(name) ?? []) walk(next, [...way, name]);
  };
  for (const { name } of groups) walk(name, []);
};

/** No name twice, no group without members, no member or target that is not in the document. */
const expectClosedClash = ({ proxies, 'proxy-groups': groups, rules }: Clash): void => {
  const names = [...proxies, ...groups].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { proxies: members } of groups) {
    expect(members.length).toBeGreaterThan(0);
    expectNamed([...names, 'DIRECT', 'REJECT'], members);
  }
  expectNoCycle(groups);
  const targets = rules.map((rule) => {
    const parts = rule.split(',');
    return parts[0] === 'MATCH' || parts[0] === 'GEOIP' ? parts[parts[0] === 'MATCH' ? 1 : 2] : parts[2];
  });
  expectNamed([...names, 'DIRECT', 'REJECT'], targets);
};

const expectClosedSingbox = ({ dns, outbounds, route }: Singbox): void => {
  const tags = outbounds.map(({ tag }) => tag);
  expect(new Set(tags).size).toBe(tags.length);
  for (const outbound of outbounds.filter((o) => o.outbounds !== undefined)) {
    expect(outbound.outbounds?.length).toBeGreaterThan(0);
    expectNamed(tags, [...(outbound.outbounds ?? []), outbound.default]);
  }
  expectNamed(tags, [route.final, ...dns.servers.map((s) => s.detour)]);
  expectNamed(
    tags,
    route.rules.map((r) => r.outbound),
  );
  const sets = (route.rule_set ?? []).map(({ tag }) => tag);
  expect(new Set(sets).size).toBe(sets.length);
  expectNamed(
    sets,
    [...route.rules, ...dns.rules].flatMap((r) => r.rule_set ?? []),
  );
  expectNamed(
    dns.servers.map(({ tag }) => tag),
    dns.rules.map((r) => r.server),
  );
};

const documentsAreClosed = (rules: RuleSet, given: readonly ResolvedLine[], inForeign: boolean): void => {
  const taken = groupNamesOf(rules);
  const lines = given.filter(({ name }) => !taken.includes(name));
  const switches = { inXinjiang: false, inForeign, useEnglish: inForeign };
  for (const userAgent of ['sing-box 1.14.1', 'sing-box 1.9.0']) {
    const ctx = context({ userAgent, switches, rules });
    expectClosedSingbox(JSON.parse(filled(renderTemplate('singbox', lines, ctx))) as Singbox);
  }
  const ctx = context({ switches, rules });
  for (const kind of ['clash', 'flclash'] as const) {
    expectClosedClash(parse(filled(renderTemplate(kind, lines, ctx))) as Clash);
  }
};

test('whatever rules are found good make closed documents of whatever lines, and others are told why', () => {
  let good = 0;
  let bad = 0;
  fc.assert(
    fc.property(anyRules, anyLines, fc.boolean(), (rules, lines, inForeign) => {
      const complaints = checkRules(rules);
      if (complaints.length > 0) {
        bad += 1;
        for (const complaint of complaints) expect(complaint).toMatch(/^(?:分组|规则|主分组|兜底分组|名称|标识)/);
        return;
      }
      good += 1;
      documentsAreClosed(rules, lines, inForeign);
    }),
    { numRuns: 500 },
  );
  expect(good).toBeGreaterThan(100);
  expect(bad).toBeGreaterThan(100);
}, 30_000);
