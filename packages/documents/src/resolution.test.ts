import type { DocumentKind } from '@skyport/contract/subscription';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderTemplate } from './render.ts';
import { context, filled, lines } from './testing/samples.ts';

/* Who is asked for the address of a name, as the documents say it. */

type Json = Record<string, unknown>;
interface ClashDocument {
  readonly 'sub-rules': { readonly networks: readonly string[] };
  readonly rules: readonly string[];
  readonly dns: Json;
}
interface SingboxDocument {
  readonly dns: { readonly rules: readonly Json[] };
  readonly route: { readonly rules: readonly Json[] };
}

const clash = (text: string): ClashDocument => parse(text) as ClashDocument;
const singbox = (text: string): SingboxDocument => JSON.parse(text) as SingboxDocument;
const body = (kind: DocumentKind, some: typeof lines, userAgent = ''): string =>
  filled(renderTemplate(kind, some, context({ userAgent })));

test('an unlisted mainland name is looked up through a line, and goes home by its address, where a client can ask so', () => {
  const document = clash(body('flclash', lines));
  expect(document['sub-rules'].networks).toContain('IP-CIDR,1.12.0.0/14,国内直连,no-resolve');
  expect(document.rules.filter((rule: string) => rule.endsWith(',networks'))).toEqual([
    'SUB-RULE,(OR,((IP-CIDR,0.0.0.0/0,no-resolve),(IP-CIDR6,::/0,no-resolve))),networks',
    'SUB-RULE,(IP-CIDR,0.0.0.0/0),networks',
  ]);
  const { rules } = singbox(body('singbox', lines, 'sing-box 1.11.0')).route;
  expect(rules.slice(-2)).toEqual([
    { action: 'resolve', server: 'dns-remote', strategy: 'prefer_ipv4' },
    { rule_set: ['cn-ip'], outbound: '国内直连' },
  ]);
  expect(body('singbox', lines, 'sing-box 1.9.0')).not.toContain('"resolve"');
  for (const kind of ['clash', 'stash', 'surge'] as const)
    expect(body(kind, lines, 'ClashX/1.95.1'), kind).not.toMatch(/IP-CIDR,[^,]*,[^,]*$/m);
});

test('reverse zones of private networks are asked of the system', () => {
  expect(Object.entries(clash(body('flclash', lines)).dns['nameserver-policy'] as Json)).toContainEqual([
    expect.stringContaining('+.168.192.in-addr.arpa'),
    'system',
  ]);
  const [house] = singbox(body('singbox', lines)).dns.rules;
  expect(house?.domain_suffix).toContain('16.172.in-addr.arpa');
});

test('abroad mihomo asks for names of the fetched list where its traffic goes back', () => {
  const policyOf = (inForeign: boolean): Json => {
    const ctx = context({ switches: { inXinjiang: false, inForeign, useEnglish: false } });
    return clash(filled(renderTemplate('flclash', lines, ctx))).dns['nameserver-policy'] as Json;
  };
  expect(Object.entries(policyOf(true)).at(-1)).toEqual(['rule-set:cn', [expect.stringContaining('223.5.5.5#')]]);
  expect(policyOf(false)).not.toHaveProperty('rule-set:cn');
});
