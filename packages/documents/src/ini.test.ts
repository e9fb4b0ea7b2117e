import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName } from '@skyport/contract/names';
import type { DocumentKind } from '@skyport/contract/subscription';
import type { ResolvedLine } from './model.ts';
import { renderPlaceholder, renderTemplate } from './render.ts';
import { anyLines, hostileName } from './testing/arbitraries.ts';
import { context, filled, lines } from './testing/samples.ts';

const abroad = { inXinjiang: false, inForeign: true, useEnglish: true };
const filtered = { inXinjiang: true, inForeign: false, useEnglish: false };
const profiles = ['surge', 'surfboard'] as const;
const iniKinds = ['surge', 'surfboard', 'qx', 'loon'] as const;

const of = (kind: DocumentKind, some: readonly ResolvedLine[] = lines, ctx = context()): string =>
  filled(renderTemplate(kind, some, ctx));
const by = (kind: DocumentKind, userAgent: string): string => of(kind, lines, context({ userAgent }));

/** Rows of a section of a profile. */
const section = (text: string, name: string): string[] =>
  (text.split(`\n[${name}]\n`)[1]?.split('\n\n')[0] ?? '').split('\n').filter((row) => row !== '');

const one = <P extends ResolvedLine['protocol']>(protocol: P): Extract<ResolvedLine, { protocol: P }> => {
  const line = lines.find((l): l is Extract<ResolvedLine, { protocol: P }> => l.protocol === protocol);
  if (!line) throw new Error(`no sample of ${protocol}`);
  return line;
};

// `npx vitest run packages/documents -u` writes them anew; read the difference before it is committed.
test.each([
  ['surge.conf', 'surge', context({ userAgent: 'Surge iOS/3372' })],
  ['surge-old.conf', 'surge', context({ userAgent: 'Surge iOS/2397' })],
  ['surge-xinjiang.conf', 'surge', context({ switches: filtered })],
  ['surge-abroad.conf', 'surge', context({ switches: abroad })],
  ['surfboard.conf', 'surfboard', context({ userAgent: 'Surfboard/2.24.4' })],
  ['surfboard-xinjiang.conf', 'surfboard', context({ switches: filtered })],
  ['surfboard-abroad.conf', 'surfboard', context({ switches: abroad })],
  ['qx.txt', 'qx', context({ userAgent: 'Quantumult%20X/1.4.1' })],
  ['loon.txt', 'loon', context({ userAgent: 'Loon/840 CFNetwork/1498' })],
  ['stash.yaml', 'stash', context({ userAgent: 'Stash/3.3.3 Clash/1.9.0' })],
  ['stash-xinjiang.yaml', 'stash', context({ switches: filtered })],
  ['stash-abroad.yaml', 'stash', context({ switches: abroad })],
] as const)('%s is written byte for byte', async (file, kind, ctx) => {
  await expect(of(kind, lines, ctx)).toMatchFileSnapshot(`golden/${file}`);
});

test.each([
  ['placeholder-surge.conf', 'surge', 'expired'],
  ['placeholder-surfboard.conf', 'surfboard', 'usedUp'],
  ['placeholder-qx.txt', 'qx', 'noLines'],
  ['placeholder-loon.txt', 'loon', 'expired'],
  ['placeholder-stash.yaml', 'stash', 'usedUp'],
] as const)('%s is written byte for byte', async (file, kind, reason) => {
  await expect(filled(renderPlaceholder(kind, reason, context()))).toMatchFileSnapshot(`golden/${file}`);
});

test.each(profiles)('a %s profile says first where it comes from, or it would never update itself again', (kind) => {
  const first = /^#!MANAGED-CONFIG https:\/\/\S+ interval=86400 strict=false\n/;
  expect(of(kind)).toMatch(first);
  expect(filled(renderPlaceholder(kind, 'expired', context()))).toMatch(first);
});

test('Surge gets Hysteria2 from build 2398 on, and when its build is unknown or another client asks', () => {
  expect(by('surge', 'Surge iOS/2397')).not.toContain('hysteria2');
  for (const userAgent of ['Surge iOS/2398', 'Surge Mac/4000', 'Surge', 'Stash/2.4.0', 'curl/8']) {
    expect(by('surge', userAgent)).toContain(' = hysteria2, ');
  }
});

test('what a client cannot speak is left out and counted in a comment', () => {
  expect(by('surge', 'Surge iOS/2397').split('\n')[1]).toBe('# 2 条线路此客户端不支持，已隐藏');
  expect(of('surfboard').split('\n')[1]).toBe('# 1 条线路此客户端不支持，已隐藏');
  expect(of('qx').split('\n')[0]).toBe('; 1 条线路此客户端不支持，已隐藏');
  expect(of('qx')).not.toMatch(/hysteria/i);
  for (const kind of profiles) expect(of(kind)).not.toMatch(/vless|reality/i);
  expect(of('loon', lines, context({ userAgent: 'Loon/840' }))).not.toContain('#');
});

test('a self-signed certificate is known by its print where the client can compare one', () => {
  const pin = 'AB'.repeat(32);
  const pinned = [{ ...one('h2'), pin }];
  const print = pin.toLowerCase();
  for (const kind of profiles) expect(of(kind, pinned)).toContain(`, server-cert-fingerprint-sha256=${print}\n`);
  expect(of('loon', pinned)).toContain(`skip-cert-verify=true,tls-cert-sha256=${print},`);
  expect(of('stash', pinned)).toContain(`server-cert-fingerprint: "${print}"`);
  for (const kind of [...profiles, 'stash'] as const) expect(of(kind, pinned)).not.toContain('skip-cert-verify: true');
});

test('a path that holds a separator or a comment is quoted where the client knows quotes', () => {
  for (const path of ['/a;b', "/it's", '/a//b']) {
    const line = { ...one('vmesh_ws'), path };
    for (const kind of profiles) expect(of(kind, [line])).toContain(`, ws-path="${path}", `);
    expect(of('loon', [line])).toContain(`,path="${path}",`);
  }
});

test.each(iniKinds)('a line that %s cannot write down is left out and reported, the others stay', (kind) => {
  const bad = [
    { ...one('vmesh_tcp'), name: 'a, b' },
    { ...one('vmesh_tcp'), name: 'x\ny = direct' },
    { ...one('vmesh_tcp'), name: 'HK #1' },
    { ...one('vmesh_ws'), name: 'v6', host: '2001:db8::1' },
  ];
  const { dropped, slots } = renderTemplate(kind, [...bad, one('compat')], context());
  expect(dropped.map(({ reason }) => reason)).toEqual([
    'name has characters that separate fields',
    'name has characters that separate fields',
    'name has characters that separate fields',
    'a Host header with a colon',
  ]);
  expect(slots).toHaveLength(1);
});

test('a clean name stays as it is, and holds nothing that an INI reader takes for a quote, comment or field', () => {
  fc.assert(
    fc.property(fc.oneof(hostileName, fc.string({ unit: 'binary' })), (name) => {
      const clean = cleanName(name);
      expect(cleanName(clean)).toBe(clean);
      expect(clean).not.toMatch(/[,="'#;\p{Cc}]|\/\//u);
    }),
    { numRuns: 1000 },
  );
  expect(cleanName("HK #1 // it's; x/y")).toBe('HK ＃1 ／／ it’s； x/y');
});

test('whatever the lines are called, each takes one row of its list and each row has its name', () => {
  fc.assert(
    fc.property(anyLines, fc.constantFrom(...iniKinds), (some, kind) => {
      const { dropped } = renderTemplate(kind, some, context());
      const gone = new Set(dropped.map(({ id }) => id));
      const expected = some.filter(({ id }) => !gone.has(id)).map(({ name }) => name);
      if (expected.length === 0) return;
      const text = of(kind, some);
      const list = kind === 'qx' || kind === 'loon' ? text.trimEnd().split('\n') : section(text, 'Proxy');
      const rows = list.filter((row) => !/^[#;]/.test(row));
      const nameOf = (row: string) => (kind === 'qx' ? row.split(', tag=')[1] : row.split(' = ')[0]);
      expect(rows.map(nameOf)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test.each(profiles)('the groups of %s name only what is in the profile, and rules only groups and builtins', (kind) => {
  const text = of(kind, lines, context({ switches: abroad }));
  const names = (rows: string[]): string[] => rows.map((row) => row.split(' = ')[0] ?? '');
  const groups = section(text, 'Proxy Group');
  const known = new Set([...names(section(text, 'Proxy')), ...names(groups), 'DIRECT', 'REJECT']);
  for (const row of groups) {
    const members = (row.split(' = ')[1] ?? '').split(', ').slice(1);
    expect(members.filter((m) => !/^[a-z]+=/.test(m) && !known.has(m))).toEqual([]);
    expect(members.length).toBeGreaterThan(0);
  }
  for (const row of section(text, 'Rule')) {
    const [word, first, second] = row.split(',');
    expect(known).toContain(word === 'FINAL' ? first : second);
  }
});

test('rules are the same in every kind that has them, apart from the keyword of the last one', () => {
  const ctx = context();
  const carried = context({ rules: { ...ctx.rules, carriesQuic: true } });
  const clashRules = [...of('stash', lines, carried).matchAll(/^ {2}- "(.*)"$/gm)].map((m) => m[1]);
  for (const kind of profiles) {
    const own = section(of(kind), 'Rule').map((row) => row.replace(/,force-remote-dns$/, ''));
    expect(own.slice(0, clashRules.length - 1)).toEqual(clashRules.slice(0, -1));
    expect(own[clashRules.length - 1]).toBe('GEOIP,CN,国内直连,no-resolve');
  }
  expect(section(of('surge'), 'Rule').at(-1)).toBe('FINAL,漏网之鱼,dns-failed');
  expect(section(of('surfboard'), 'Rule').at(-1)).toBe('FINAL,漏网之鱼');
});

test('Surfboard is told to ask through the line for each name that goes there, and for no other', () => {
  const rows = section(of('surfboard'), 'Rule');
  const remote = rows.filter((row) => row.endsWith(',force-remote-dns'));
  expect(remote).toEqual(
    expect.arrayContaining([
      'DOMAIN-SUFFIX,google.com,节点选择,force-remote-dns',
      'DOMAIN-SUFFIX,openai.com,AI 服务,force-remote-dns',
      'DOMAIN-KEYWORD,.,漏网之鱼,force-remote-dns',
    ]),
  );
  expect(rows.at(-2)).toBe('DOMAIN-KEYWORD,.,漏网之鱼,force-remote-dns');
  for (const policy of ['DIRECT', '国内直连', '苹果服务', '微软服务', '广告拦截'])
    expect(remote.filter((row) => row.split(',')[2] === policy)).toEqual([]);
  expect(rows).toContain('IP-CIDR,91.108.0.0/16,电报,no-resolve');
  expect(of('surge')).not.toContain('force-remote-dns');
});

test('true addresses are given out of what goes direct, where nobody can be asked through a line', () => {
  for (const kind of profiles) {
    const row = section(of(kind), 'General').find((one) => one.startsWith('always-real-ip = ')) ?? '';
    const names = row.slice('always-real-ip = '.length).split(', ');
    expect(names).toEqual(
      expect.arrayContaining(['time.windows.com', 'time.apple.com', 'localhost.ptlogin2.qq.com', '*.msftncsi.com']),
    );
    for (const name of ['time.google.com', 'stun.l.google.com', '*.pool.ntp.org']) expect(names).not.toContain(name);
  }
});

test('lines that carry UDP over TCP are told what to do with QUIC, each by the word of its client', () => {
  const { rules } = context();
  const carried = context({ rules: { ...rules, carriesQuic: true } });
  for (const kind of profiles) {
    const [refused, taken] = [context(), carried].map((ctx) => section(of(kind, lines, ctx), 'Proxy'));
    const vmess = (rows: readonly string[] = []): string[] => rows.filter((row) => row.includes(' = vmess, '));
    for (const row of vmess(refused)) expect(row).toContain(', block-quic=on');
    for (const row of vmess(taken)) expect(row).toContain(', block-quic=off');
    expect(refused?.filter((row) => row.includes('block-quic'))).toEqual(vmess(refused));
  }
  expect(of('loon').match(/^.*block-quic=true$/gm)).toHaveLength(5);
  expect(of('loon', lines, carried).match(/^.*block-quic=false$/gm)).toHaveLength(5);
  expect(of('stash')).toContain('  - "SCRIPT,quic,REJECT"\n');
  expect(of('stash', lines, carried)).not.toMatch(/script:|SCRIPT/);
});

test('nothing has to be downloaded before the first connection', () => {
  for (const kind of [...iniKinds, 'stash'] as const) {
    expect(of(kind)).not.toMatch(/RULE-SET|DOMAIN-SET|policy-path|rule-providers|proxy-providers|GEOSITE/);
  }
});

test('where encrypted DNS is filtered a profile asks no server by HTTPS, TLS or name', () => {
  const ctx = context({ switches: filtered });
  for (const kind of profiles) {
    const rows = section(of(kind, lines, ctx), 'General').filter((row) => /dns|doh/.test(row));
    expect(rows).toEqual(['dns-server = 223.5.5.5, 119.29.29.29']);
  }
  expect(of('stash', lines, ctx)).toContain('  nameserver: ["223.5.5.5", "119.29.29.29"]\n');
});

test('Surfboard gets only the keys that its reference has, and plain HTTP to measure with', () => {
  const text = of('surfboard');
  expect(text).not.toMatch(/encrypted-dns-server|dns-failed|loglevel|exclude-simple-hostnames|RULE-SET,LAN/);
  expect(text).not.toMatch(/(?:url|test-url) ?= ?https/);
  // One of the lines is dialled at such an address.
  expect(text).toContain('\nipv6 = true\n');
  for (const row of section(text, 'Proxy').filter((r) => / = (?:vmess|ss), /.test(r))) {
    expect(row).toMatch(/, udp-relay=true(?:, block-quic=on)?$/);
  }
});

test('VMess is always told to use AEAD, which Surge and Loon do not do by themselves', () => {
  for (const kind of profiles) {
    const rows = section(of(kind), 'Proxy').filter((r) => r.includes(' = vmess, '));
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toContain(', vmess-aead=true');
  }
  expect(of('qx').match(/^vmess=.*, aead=true, /gm)).toHaveLength(4);
  expect(of('loon').match(/ = vmess,.*,alterId=0,/g)).toHaveLength(4);
});

test('an IPv6 address is in brackets in Quantumult X, whose ports follow a colon, and bare elsewhere', () => {
  expect(of('qx')).toContain('shadowsocks=[2001:db8::20]:8389, ');
  for (const kind of profiles) expect(of(kind)).toContain(' = ss, 2001:db8::20, 8389, ');
  expect(of('loon')).toContain(' = Shadowsocks,2001:db8::20,8389,');
});

test('whoever asks for less gets no REALITY, in Quantumult X and Loon too', () => {
  const ctx = context();
  const without = { ...ctx, client: { ...ctx.client, withoutReality: true } };
  for (const kind of ['qx', 'loon', 'stash'] as const) expect(of(kind, lines, without)).not.toMatch(/vless/i);
});

test('Stash gets its own keys from the links of Clash and mihomo as well', () => {
  const userAgent = 'Stash/3.3.3 Clash/1.9.0';
  const stash = by('stash', userAgent);
  expect(stash).toContain('auth: "');
  expect(stash).not.toMatch(/tcp-concurrent|proxy-server-nameserver|packet-encoding|mixed-port|lazy/);
  for (const kind of ['clash', 'mjclash', 'flclash'] as const) expect(by(kind, userAgent)).toBe(stash);
  expect(by('stash', 'mihomo/1.19.0')).toBe(stash);
  expect(by('mjclash', 'mihomo/1.19.0')).not.toBe(stash);
});

test('a Stash too old for a protocol is spared it: one unknown line would cost it all others', () => {
  const types = (userAgent: string) =>
    [...by('clash', userAgent).matchAll(/type: "(vless|hysteria2)"/g)].map((m) => m[1]);
  expect(types('Stash/2.4.9')).toEqual([]);
  expect(types('Stash/2.5.0')).toEqual(['hysteria2']);
  expect(types('Stash/3.0.2')).toEqual(['hysteria2']);
  expect(types('Stash/3.1.0')).toEqual(['hysteria2', 'vless']);
  expect(types('Stash')).toEqual(['hysteria2', 'vless']);
  expect(by('stash', 'Stash/2.7.1')).not.toContain('2022-blake3');
  expect(by('stash', 'Stash/3.0.1')).toContain('2022-blake3');
});

test('Surfboard gets its own language behind a link that is meant for Surge', () => {
  const agent = 'Surfboard/2.24.4';
  expect(by('surge', agent)).toBe(by('surfboard', agent));
  expect(by('surge', 'Surge iOS/3372')).not.toContain('doh-server');
});
