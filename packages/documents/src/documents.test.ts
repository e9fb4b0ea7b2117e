import type { RuleSet } from '@skyport/contract/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentKinds } from './formats.ts';
import type { DocumentKind } from '@skyport/contract/subscription';
import type { ResolvedLine } from './model.ts';
import { credentialFor } from './credential.ts';
import { renderPlaceholder, renderTemplate } from './render.ts';
import { resolveLines } from './resolve.ts';
import { defaultRules } from './rules/default.ts';
import { anyLines, hostileName } from './testing/arbitraries.ts';
import { parseLink } from './testing/parse-links.ts';
import { context, filled, lines, reserved, source, userkey, viewer } from './testing/samples.ts';

type Json = Record<string, unknown>;
interface ClashDocument {
  proxies: Json[];
  'proxy-groups': { name: string; type: string; proxies: string[] }[];
  'rule-providers'?: Json;
  rules: string[];
  dns: Json;
}
interface SingboxDocument {
  dns: { servers: Json[]; rules: Json[] };
  inbounds: Json[];
  outbounds: (Json & { type: string; tag: string; outbounds?: string[] })[];
  route: Json & { rules: Json[] };
}

const clash = (text: string): ClashDocument => parse(text) as ClashDocument;
const singbox = (text: string): SingboxDocument => JSON.parse(text) as SingboxDocument;
/** A beginning of each list: what is told of lines and groups by the hundred has no need of the others. */
const few: RuleSet = {
  ...defaultRules,
  lists: defaultRules.lists.map((list) => ({
    ...list,
    suffixes: list.suffixes.slice(0, 3),
    networks: list.networks.slice(0, 3),
  })),
};
const body = (kind: DocumentKind, some: readonly ResolvedLine[], userAgent = ''): string =>
  filled(renderTemplate(kind, some, context({ userAgent, rules: few })));
const uuidOf = (line: ResolvedLine): string => credentialFor(line.protocol, line.id, userkey);
/** Password of a Shadowsocks line, as both kinds of document have it. */
const passwordOf = (line: ResolvedLine): string =>
  line.protocol === 'ss' ? `${line.serverKey}:${uuidOf(line)}` : uuidOf(line);
const isUuidLine = ({ protocol }: ResolvedLine): boolean => ['vmesh_tcp', 'vmesh_ws', 'reality'].includes(protocol);

/** The lines that got into a document, in order: those that were not reported. */
const kept = (kind: DocumentKind, some: readonly ResolvedLine[]): ResolvedLine[] => {
  const { dropped } = renderTemplate(kind, some, context({ rules: few }));
  const ids = new Set(dropped.map((d) => d.id));
  return some.filter((l) => !ids.has(l.id));
};

/** Every member of every group stands in the document, and no name is there twice. */
const expectClosed = (own: readonly string[], groups: readonly (readonly [string, readonly string[]])[]): void => {
  const names = [...own, ...groups.map(([name]) => name)];
  expect(new Set(names).size).toBe(names.length);
  for (const [, members] of groups) {
    expect(members.length).toBeGreaterThan(0);
    for (const member of members) expect([...names, 'DIRECT', 'REJECT', 'direct']).toContain(member);
  }
};

test('a Clash document is the same for readers of YAML 1.1 and 1.2 and says what the lines say', () => {
  fc.assert(
    fc.property(anyLines, (some) => {
      const text = body('flclash', some);
      const document = clash(text);
      expect(parse(text, { version: '1.1' })).toEqual(document);
      const expected = kept('flclash', some);
      if (expected.length === 0) return;
      expect(document.proxies.map(({ name, server, port }) => ({ name, server, port }))).toEqual(
        expected.map(({ name, server, port }) => ({ name, server, port })),
      );
      for (const [i, line] of expected.entries()) {
        const proxy = document.proxies[i];
        expect(isUuidLine(line) ? proxy?.['uuid'] : proxy?.['password']).toBe(passwordOf(line));
        if (line.protocol === 'reality') {
          expect(proxy?.['reality-opts']).toEqual({ 'public-key': line.publicKey, 'short-id': line.shortId });
        }
      }
      const groups = document['proxy-groups'].map((g) => [g.name, g.proxies] as const);
      expectClosed(
        document.proxies.map((p) => String(p['name'])),
        groups,
      );
    }),
  );
});

test('a sing-box document of any tier is JSON and says what the lines say', () => {
  const tier = fc.constantFrom('sing-box 1.9.0', 'sing-box 1.11.0', 'sing-box 1.12.0', 'sing-box 1.14.1');
  fc.assert(
    fc.property(anyLines, tier, (some, userAgent) => {
      const document = singbox(body('singbox', some, userAgent));
      const expected = kept('singbox', some);
      if (expected.length === 0) return;
      const groups = document.outbounds.filter((o) => o.outbounds !== undefined);
      const own = document.outbounds.filter((o) => o['server'] !== undefined);
      expect(own.map((o) => [o.tag, o['server'], o['server_port'], o['uuid'] ?? o['password']])).toEqual(
        expected.map((line) => [line.name, line.server, line.port, passwordOf(line)]),
      );
      expectClosed(
        own.map((o) => o.tag),
        groups.map((o) => [o.tag, o.outbounds ?? []]),
      );
    }),
  );
});

test('a link list is base64 of one link a line, in order', () => {
  fc.assert(
    fc.property(anyLines, (some) => {
      const text = body('ss', some);
      expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      const expected = kept('ss', some);
      if (expected.length === 0) return;
      const links = Buffer.from(text, 'base64').toString('utf8').split('\n').map(parseLink);
      expect(links.map((l) => [l?.name, l?.server, l?.port, l?.credential])).toEqual(
        expected.map((line) => [line.name, line.server, line.port, uuidOf(line)]),
      );
    }),
  );
});

test('names made of hostile ones by resolving are never the reason to drop a line', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostileName, fc.boolean()), { minLength: 1, maxLength: 10 }), (names) => {
      const spoken = { protocol: 'compat', publicSecrets: { method: 'aes-256-gcm' } } as const;
      const sources = names.map(([name, fixName], i) =>
        source({ num: i + 1, name, fixName, copies: fixName ? 1 : 2, ...spoken }),
      );
      const some = resolveLines(sources, viewer(), reserved);
      for (const kind of documentKinds) expect(renderTemplate(kind, some, context({ rules: few })).dropped).toEqual([]);
    }),
  );
});

test('a broken line is left out and reported, the others stay (3x-ui and Xboard: one bad node took all down)', () => {
  const reality = lines.find((l) => l.protocol === 'reality');
  const ss = lines.find((l) => l.protocol === 'ss');
  const ws = lines.find((l) => l.protocol === 'vmesh_ws');
  // Spoken by every kind of client.
  const good = lines.find((l) => l.protocol === 'compat');
  if (!reality || !ss || !ws || !good) throw new Error('a sample is missing');
  const bad = [
    { ...reality, name: 'a', shortId: 'xyz' },
    { ...reality, name: 'b', publicKey: 'short' },
    { ...reality, name: 'c', serverName: '' },
    { ...ss, name: 'd', serverKey: 'c2hvcnQ=' },
    { ...ws, name: 'e', path: 'ray' },
    { ...ws, name: 'f', host: null },
    { ...good, name: 'g', port: 0 },
    { ...good, name: 'h', port: 65_536 },
    { ...good, name: 'i', server: '' },
    { ...good, name: 'j', server: 'a b' },
    { ...good, name: '' },
    { ...good, name: '\ud800' },
    { ...good, name: 'k', id: 'x' },
    { ...good, name: '自动选择' },
    { ...good, name: good.name.toUpperCase() },
  ];
  for (const kind of documentKinds) {
    const { dropped } = renderTemplate(kind, [good, ...bad], context());
    expect(dropped.filter((d) => d.because === 'problem')).toHaveLength(bad.length);
    expect(body(kind, [good, ...bad])).not.toContain('undefined');
  }
  expect(clash(body('flclash', [good, ...bad])).proxies).toHaveLength(1);
});

test('the old Clash gets only what it can parse, and its successors everything from the same link', () => {
  const old = renderTemplate('clash', lines, context({ userAgent: 'ClashX/1.95.1' }));
  expect(clash(filled(old)).proxies.map((p) => p['type'])).toEqual(['vmess', 'vmess', 'vmess', 'ss', 'vmess']);
  expect(old.dropped.map((d) => d.because)).toEqual(['client', 'client', 'client']);
  expect(filled(old)).toMatch(/^# 3 条线路此客户端不支持，已隐藏\n/);
  expect(clash(body('clash', lines, 'clash-verge/v2.4.7')).proxies).toHaveLength(lines.length);
});

test.each([
  'GUI.for.Clash/v1.9.9',
  'mihoro',
  'Sub-Store',
  'curl/8.0',
  '',
  'Mozilla/5.0 (X11)',
  'clash/2.4.7',
  'Clash Verge',
  'Shadowrocket/2070',
  'Surge iOS/3000',
  'HiddifyNext/4.1.2',
  'Karing/1.1.2',
  'NekoBox/Android/1.4.1',
])('a client that is not the old Clash gets every line from the link of Clash: %s', (userAgent) => {
  expect(renderTemplate('clash', lines, context({ userAgent })).dropped).toEqual([]);
  expect(clash(body('clash', lines, userAgent)).proxies.map((p) => p['type'])).toContain('vless');
});

test.each([
  'clash',
  'Clash',
  'clash/1.18.0',
  'Clash/v1.9.0 (linux)',
  'ClashforWindows/0.20.39',
  'Clash for Windows',
  'ClashForAndroid/2.5.12',
  'ClashX/1.95.1',
  'ClashX Pro/1.97.0.3',
  'ClashX%20Pro/1.118.1 CFNetwork/1498',
])('the old Clash keeps its own document: %s', (userAgent) => {
  expect(body('clash', lines, userAgent)).toBe(body('clash', lines, 'ClashX/1.95.1'));
  expect(body('clash', lines, userAgent)).not.toMatch(/vless|hysteria2|sniffer/);
});

test('Karing gets neither a file of names nor a sniffer, whichever link of Clash it opens', () => {
  const userAgent = 'Karing/1.1.2.606 platform/android ClashMeta;sing-box';
  for (const kind of ['clash', 'mjclash', 'flclash', 'karing'] as const) {
    expect(body(kind, lines, userAgent), kind).not.toMatch(/sniffer|rule-providers/);
    expect(body(kind, lines, userAgent), kind).toBe(body('karing', lines));
  }
});

test('notes in a document are in the language of the user', () => {
  const english = { inXinjiang: false, inForeign: false, useEnglish: true };
  const noteOf = (kind: DocumentKind, some: readonly ResolvedLine[], userAgent = '') =>
    filled(renderTemplate(kind, some, context({ userAgent, switches: english })))
      .split('\n')
      .find((row) => row.includes('hidden'));
  expect(noteOf('clash', lines, 'ClashX/1.95.1')).toBe('# 3 lines hidden: not supported by this client');
  expect(noteOf('surge', lines)).toBe('# 1 line hidden: not supported by this client');
  expect(noteOf('qx', lines)).toBe('; 1 line hidden: not supported by this client');
  for (const kind of documentKinds) {
    const text = filled(renderPlaceholder(kind, 'expired', context({ switches: english })));
    expect(/\p{Script=Han}/u.exec(text.replaceAll(/云港 Skyport/g, ''))?.[0], kind).toBeUndefined();
  }
});

test('a document is never empty: without a usable line it is one that says so (Sub-Store #30)', () => {
  const reality = lines.filter((l) => l.protocol === 'reality');
  const userAgent = 'ClashX/1.95.1';
  const { dropped, slots } = renderTemplate('clash', reality, context({ userAgent }));
  expect([dropped.length, slots]).toEqual([1, []]);
  expect(clash(body('clash', reality, userAgent)).proxies).toEqual([
    {
      name: '暂无可用线路-请登录官网',
      type: 'ss',
      server: '127.0.0.1',
      port: 9,
      cipher: 'aes-128-gcm',
      password: 'expired',
      udp: true,
    },
  ]);
  for (const kind of documentKinds) {
    expect(filled(renderTemplate(kind, [], context()))).toBe(filled(renderPlaceholder(kind, 'noLines', context())));
  }
});

test('return-to-China lines carry mainland sites for a user abroad, and never the automatic choice', () => {
  const switches = { inXinjiang: false, inForeign: true, useEnglish: false };
  const document = clash(filled(renderTemplate('flclash', lines, context({ switches }))));
  const members = (name: string): string[] | undefined =>
    document['proxy-groups'].find((g) => g.name === name)?.proxies;
  expect(members('回国线路')).toEqual(['🇨🇳 上海 01']);
  expect(members('国内直连')?.[0]).toBe('回国线路');
  expect(members('自动选择')).not.toContain('🇨🇳 上海 01');
});

test('where encrypted DNS is filtered a document asks no server by HTTPS, TLS or name', () => {
  const switches = { inXinjiang: true, inForeign: false, useEnglish: false };
  const ctx = context({ switches });
  const { dns } = clash(filled(renderTemplate('flclash', lines, ctx)));
  for (const key of ['default-nameserver', 'direct-nameserver', 'proxy-server-nameserver']) {
    for (const server of dns[key] as string[]) expect(server).toMatch(/^[\d.]+$/);
  }
  expect(dns['nameserver']).toEqual([`tcp://1.1.1.1#${encodeURIComponent('节点选择')}`]);
  const servers = singbox(filled(renderTemplate('singbox', lines, ctx))).dns.servers;
  for (const server of servers) expect(server['type']).toMatch(/^(?:udp|tcp|local)$/);
});

test('writes a rule for the host of links from each form of the setting', () => {
  const found = (selfHost: string): unknown => [
    clash(filled(renderTemplate('flclash', lines, context({ selfHost })))).rules.find((rule) => rule.includes('订阅')),
    singbox(filled(renderTemplate('singbox', lines, context({ selfHost })))).route.rules.find(
      ({ outbound }) => outbound === '订阅',
    ),
  ];
  const named = [
    'DOMAIN,sub.example.com,订阅',
    { domain: ['sub.example.com'], outbound: '订阅', override_address: 'sub.example.com' },
  ];
  expect(found('sub.example.com')).toEqual(named);
  expect(found('https://sub.example.com:8443/x')).toEqual(named);
  const address = ['IP-CIDR,192.0.2.1/32,订阅,no-resolve', { ip_cidr: ['192.0.2.1/32'], outbound: '订阅' }];
  expect(found('192.0.2.1:3000')).toEqual(address);
  expect(found('a b,REJECT')).toEqual([undefined, undefined]);
});

test('nothing has to be downloaded before the first connection: no remote rule set and no geodata', () => {
  for (const kind of ['clash', 'flclash', 'singbox'] as const) {
    expect(filled(renderTemplate(kind, lines, context()))).not.toMatch(
      /GEOIP|GEOSITE|"remote"|geoip|geosite|download_detour/,
    );
  }
});

test('mihomo gets one file of names from our own host, whose rule is behind all lists, and nobody else any', () => {
  const { 'rule-providers': provided, rules } = clash(body('flclash', lines));
  const url = 'https://sub.example.com/describe/rules/cn.names';
  expect(provided).toEqual({ cn: { type: 'http', behavior: 'domain', url, interval: 86_400, proxy: 'DIRECT' } });
  const at = rules.indexOf('RULE-SET,cn,国内直连');
  expect(rules.findLastIndex((rule: string) => /^(?!SUB-RULE).*(?:DOMAIN|IP-CIDR)/.test(rule))).toBe(at - 1);
  const elsewhere = context({ linkBase: undefined });
  expect(filled(renderTemplate('flclash', lines, elsewhere))).not.toMatch(/rule-providers|RULE-SET/);
  for (const kind of ['clash', 'karing', 'stash', 'surge', 'singbox'] as const)
    expect(body(kind, lines, 'ClashX/1.95.1'), kind).not.toMatch(/rule-providers|RULE-SET|describe/);
});

test('clients are told to do without IPv6 unless a line is dialled at such an address, and then by name all the same', () => {
  const four = lines.filter(({ server }) => !server.includes(':'));
  for (const kind of ['clash', 'flclash'] as const) {
    const of = (some: readonly ResolvedLine[]) => clash(body(kind, some, 'ClashX/1.95.1'));
    const six = lines.map((line) => (line.protocol === 'compat' ? { ...line, server: '2001:db8::1' } : line));
    expect(of(four), kind).toMatchObject({ ipv6: false, dns: { ipv6: false } });
    expect(of(six), kind).toMatchObject({ ipv6: true, dns: { ipv6: false } });
  }
  for (const kind of ['surge', 'surfboard'] as const) {
    expect(body(kind, four), kind).toContain('\nipv6 = false\n');
    expect(body(kind, lines), kind).toContain('\nipv6 = true\n');
  }
});

test('no document opens a controller or listens beyond loopback', () => {
  expect(body('flclash', lines)).not.toMatch(/external-controller|bind-address|secret:/);
  expect(clash(body('flclash', lines))).toMatchObject({ 'allow-lan': false });
  expect(body('singbox', lines)).not.toContain('clash_api');
});

test('BitTorrent goes straight out, behind all lists: by protocol where the core tells it, else by program', () => {
  expect(clash(body('flclash', lines)).rules.slice(-3)).toEqual([
    'PROCESS-NAME,Motrix.exe,DIRECT',
    'SUB-RULE,(IP-CIDR,0.0.0.0/0),networks',
    'MATCH,漏网之鱼',
  ]);
  expect(body('stash', lines)).not.toContain('PROCESS-NAME');
  for (const userAgent of ['sing-box 1.9.0', 'sing-box 1.14.1']) {
    const { rules } = singbox(body('singbox', lines, userAgent)).route;
    expect(rules).toContainEqual({ protocol: ['bittorrent'], outbound: 'direct' });
  }
  const [config] = JSON.parse(body('xray', lines)) as { routing: { rules: Json[] } }[];
  expect(config?.routing.rules).toContainEqual({ type: 'field', protocol: ['bittorrent'], outboundTag: 'direct' });
});

test('true addresses are asked for where the traffic goes, and the old Clash gives out none of what goes by a line', () => {
  const ctx = context({ userAgent: 'ClashX/1.95.1' });
  const of = (kind: DocumentKind): Json => clash(filled(renderTemplate(kind, lines, ctx))).dns;
  const dns = of('flclash');
  const filter = dns['fake-ip-filter'] as string[];
  expect(filter).toEqual(
    expect.arrayContaining(['time.windows.com', 'time.google.com', '+.pool.ntp.org', 'localhost.ptlogin2.qq.com']),
  );
  const home = Object.entries(dns['nameserver-policy'] as Json)
    .filter(([, servers]) => JSON.stringify(servers) === JSON.stringify(dns['direct-nameserver']))
    .flatMap(([names]) => names.split(','));
  expect(home).toEqual(expect.arrayContaining(['time.windows.com', 'localhost.ptlogin2.qq.com', '+.msftncsi.com']));
  expect(home).not.toContain('time.google.com');
  const old = of('clash')['fake-ip-filter'] as string[];
  expect(old).toContain('time.windows.com');
  expect(old).not.toContain('time.google.com');
});

test('Xray refuses QUIC for each line that carries UDP over TCP, where Vision does not itself, and for no other', () => {
  const configs = JSON.parse(body('xray', lines)) as { remarks: string; routing: { rules: Json[] } }[];
  const refusing = configs.filter(({ routing }) => routing.rules.some(({ port }) => port === 443));
  const overTcp = lines.filter(({ protocol }) => !['ss', 'compat', 'h2', 'reality'].includes(protocol));
  expect(refusing.map(({ remarks }) => remarks)).toEqual(overTcp.map(({ name }) => name));
  for (const { routing } of refusing)
    expect(routing.rules.at(-1)).toEqual({ type: 'field', network: 'udp', port: 443, outboundTag: 'block' });
});
