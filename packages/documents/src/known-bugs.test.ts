import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { credentialFor } from './credential.ts';
import { documentHeaders } from './headers.ts';
import { documentKinds } from './formats.ts';
import type { DocumentKind } from '@skyport/contract/subscription';
import type { ResolvedLine } from './model.ts';
import { renderPlaceholder, renderTemplate } from './render.ts';
import { resolveLines } from './resolve.ts';
import { ruleListFile } from './rules/files.ts';
import { parseLink } from './testing/parse-links.ts';
import { context, filled, lineId, lines, reserved, source, userkey, viewer } from './testing/samples.ts';

// Each test keeps out a bug that other subscription servers had; the project that had it stands in the sentence.

const clash = (some: readonly ResolvedLine[]): string => filled(renderTemplate('flclash', some, context()));
const links = (some: readonly ResolvedLine[]): string[] =>
  Buffer.from(filled(renderTemplate('ss', some, context())), 'base64')
    .toString('utf8')
    .split('\n');
const proxies = (some: readonly ResolvedLine[]): Record<string, unknown>[] =>
  (parse(clash(some)) as { proxies: Record<string, unknown>[] }).proxies;
const one = <P extends ResolvedLine['protocol']>(protocol: P): Extract<ResolvedLine, { protocol: P }> => {
  const line = lines.find((l): l is Extract<ResolvedLine, { protocol: P }> => l.protocol === protocol);
  if (!line) throw new Error(`no sample of ${protocol}`);
  return line;
};

const written = (kind: DocumentKind, line: ResolvedLine): string => filled(renderTemplate(kind, [line], context()));

test.each(['38e92059', '2351e1', '40', '0983e134', '00'])(
  'bug 1: the REALITY short id %s stays a text for every YAML reader (Sub-Store PR 358, 3x-ui 6104)',
  (shortId) => {
    const text = clash([{ ...one('reality'), shortId }]);
    expect(text).toContain(`short-id: "${shortId}"`);
    for (const version of ['1.1', '1.2'] as const) {
      expect(parse(text, { version })).toMatchObject({ proxies: [{ 'reality-opts': { 'short-id': shortId } }] });
    }
  },
);

test('bug 2: the TLS name is always written, because clients would take the relay for it (subconverter 532)', () => {
  expect(proxies([one('vmesh_ws')])).toMatchObject([{ server: '104.16.0.1', servername: 'cdn.example.com' }]);
  expect(proxies([one('h2')])).toMatchObject([{ sni: 'hy.example.com' }]);
});

test('bug 2: profiles and lists say the TLS name too, which Surge would take from the server (SSPanel-UIM 1235)', () => {
  for (const kind of ['surge', 'surfboard', 'loon'] as const) {
    expect(written(kind, one('vmesh_ws'))).toMatch(/, ?sni=cdn\.example\.com,/);
    expect(written(kind, one('h2'))).toMatch(/, ?sni=hy\.example\.com[,\n]/);
  }
  expect(written('qx', one('vmesh_ws'))).toContain('obfs=wss, obfs-host=cdn.example.com, ');
  for (const kind of ['qx', 'loon'] as const) expect(written(kind, one('reality'))).toContain('=www.microsoft.com,');
  expect(written('stash', one('vmesh_ws'))).toContain('servername: "cdn.example.com"');
});

test('bug 3: Hysteria2 without obfuscation has no key for it, not the word none (subconverter 824)', () => {
  expect(clash([one('h2')])).not.toContain('obfs');
  expect(links([one('h2')])[0]).not.toContain('obfs');
  expect(filled(renderTemplate('singbox', [one('h2')], context()))).not.toContain('obfs');
});

test('bug 4: a line without a host name has no headers at all, not null (Xboard 678)', () => {
  const ws = { ...one('vmesh_ws'), host: null, tls: false };
  expect(proxies([ws])[0]?.['ws-opts']).toEqual({ path: '/ray' });
  for (const kind of ['flclash', 'singbox', 'clash'] as const) {
    expect(filled(renderTemplate(kind, [ws, ...lines.slice(2)], context()))).not.toMatch(/null|undefined/);
  }
});

test('bug 6: names that cleaning makes equal are told apart afterwards (Sub-Store 40 and 74, clash 2051)', () => {
  const same = ['香港,1', '香港=1', '香港"1', ' 香港1'];
  const sources = same.map((name, i) => source({ num: i + 1, name, fixName: true }));
  expect(resolveLines(sources, viewer(), reserved).map((l) => l.name)).toEqual([
    '香港1',
    '香港1 2',
    '香港1 3',
    '香港1 4',
  ]);
});

test('bug 6: a profile never has a name twice, whatever the lines are called (Sub-Store 40)', () => {
  const same = ['节点,选择', '香港;1', '香港；1', "香港'1", '香港’1', 'Direct', '"DIRECT"'];
  const sources = same.map((name, i) => source({ num: i + 1, name, fixName: true }));
  const rendered = renderTemplate('surge', resolveLines(sources, viewer(), reserved), context());
  expect(rendered.dropped).toEqual([]);
  const names = [...filled(rendered).matchAll(/^(.+?) = (?:vmess|select|url-test|fallback),/gm)].map((m) =>
    m[1]?.toLowerCase(),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(same.length);
});

test('bug 7: the padding of a base64 key survives writing and reading (Sub-Store 45)', () => {
  const ss = one('ss');
  const credential = credentialFor('ss', ss.id, userkey);
  expect(credential).toMatch(/==$/);
  expect(parseLink(links([ss])[0] ?? '')).toMatchObject({ serverKey: ss.serverKey, credential });
  expect(proxies([ss])).toMatchObject([{ password: `${ss.serverKey}:${credential}` }]);
});

test('bug 7: the padding survives in profiles and lists, whose keys and values are parted by the same sign (Sub-Store 45)', () => {
  const ss = one('ss');
  const password = `${ss.serverKey}:${credentialFor('ss', ss.id, userkey)}`;
  for (const kind of ['surge', 'surfboard'] as const) expect(written(kind, ss)).toContain(`, password="${password}", `);
  expect(written('loon', ss)).toContain(`,${ss.method},"${password}",`);
  expect(written('qx', ss)).toContain(`, password=${password}, `);
});

test('bug 7: the padding survives in lists for apps too, and in whole configurations (Sub-Store 45)', () => {
  const ss = one('ss');
  const password = `${ss.serverKey}:${credentialFor('ss', ss.id, userkey)}`;
  for (const kind of ['hiddify', 'xray'] as const) expect(written(kind, ss)).toContain(`"password": "${password}"`);
  const sip008 = filled(renderTemplate('ss', [ss], context({ userAgent: 'ShadowsocksAndroid/5.3.5' })));
  expect(JSON.parse(sip008)).toMatchObject({ servers: [{ password }] });
});

test('bug 8: no list is ever empty, because Surge then gives up all its other resources too (Sub-Store 30)', () => {
  for (const kind of documentKinds) {
    for (const some of [[], [{ ...one('h2'), port: 0 }]]) {
      const rendered = renderTemplate(kind, some, context());
      expect(filled(rendered).trim()).not.toBe('');
      expect(filled(rendered)).toBe(filled(renderPlaceholder(kind, 'noLines', context())));
    }
  }
  for (const kind of ['surge', 'surfboard', 'qx', 'loon'] as const) {
    expect(written(kind, { ...one('compat'), port: 0 })).toMatch(/127\.0\.0\.1(?:, ?|:)9, ?/);
  }
  const empty = { id: 'a', zh: 'a', target: 'direct', suffixes: [], domains: [], keywords: [], networks: [] };
  expect(ruleListFile(empty, 'list').body).toBe('DOMAIN,nothing.invalid\n');
});

test('bug 9: lists are lists in YAML, also after lines were left out (v2board 648)', () => {
  const some = lines.map((line, i) => (i % 2 === 0 ? { ...line, port: 0 } : line));
  const document = parse(clash(some)) as Record<string, unknown> & { 'proxy-groups': { proxies: unknown }[] };
  expect(Array.isArray(document['proxies'])).toBe(true);
  expect(Array.isArray(document['rules'])).toBe(true);
  for (const group of document['proxy-groups']) expect(Array.isArray(group.proxies)).toBe(true);
});

test('bug 11: sing-box gets the configuration of its core: old DNS below 1.12, no removed part above (Xboard 67)', () => {
  const of = (userAgent: string) => filled(renderTemplate('singbox', lines, context({ userAgent })));
  expect(of('sing-box 1.9.0')).toContain('"dns-out"');
  expect(of('sing-box 1.11.0')).toContain('"address": "https://223.5.5.5/dns-query"');
  expect(of('sing-box 1.11.0')).not.toContain('default_domain_resolver');
  for (const userAgent of ['sing-box 1.12.0', 'sing-box 1.14.1']) {
    expect(of(userAgent)).not.toMatch(/"type": "(?:block|dns)"|"sniff": true|inet4_address|"outbound": "any"/);
  }
});

test('bug 13: a stored line without its secrets is left out of every kind and takes no other with it (Xboard 39)', () => {
  const secrets = { reality: {}, ss: {}, h2: { pin: 'x' }, vmesh_ws: {} } as const;
  const broken = (['reality', 'ss', 'h2', 'vmesh_ws'] as const).map((protocol, i) =>
    source({ num: i + 2, name: `空 ${i}`, protocol, publicSecrets: secrets[protocol] }),
  );
  const good = source({ name: '好', fixName: true, protocol: 'compat', publicSecrets: { method: 'aes-256-gcm' } });
  const some = resolveLines([...broken.slice(0, 2), good, ...broken.slice(2)], viewer(), reserved);
  for (const kind of documentKinds) {
    const rendered = renderTemplate(kind, some, context());
    expect(rendered.slots.map(({ num }) => num)).toEqual([1]);
    expect(filled(rendered)).toBe(
      filled(
        renderTemplate(
          kind,
          some.filter(({ num }) => num === 1),
          context(),
        ),
      ),
    );
  }
});

test('bug 14: a Shadowsocks 2022 key is 16 bytes of its own, not the UUID (perfect-panel 26)', () => {
  const key = credentialFor('ss', lineId(4), userkey);
  expect(Buffer.from(key, 'base64')).toHaveLength(16);
  expect(key).not.toBe(credentialFor('vmesh_tcp', lineId(4), userkey));
});

test('bug 15: a Shadowsocks 2022 link percent-encodes its keys and is not base64 of the whole (x-ui 317)', () => {
  const ss = { ...one('ss'), serverKey: '+/+/+/+/+/+/+/+/+/+/+w==' };
  const [link = ''] = links([ss]);
  expect(link).toMatch(/^ss:\/\/2022-blake3-aes-128-gcm:[A-Za-z0-9%]+@/);
  expect(link).toContain('%2B%2F');
  expect(parseLink(link)).toMatchObject({ serverKey: ss.serverKey });
  for (const kind of ['v2box', 'nekobox'] as const) {
    expect(Buffer.from(written(kind, ss), 'base64').toString('utf8')).toBe(link);
  }
});

test('bug 16: lists for apps name one port too, and no hopping that was never set up (forkop 25)', () => {
  for (const kind of ['v2box', 'nekobox'] as const) {
    const link = Buffer.from(written(kind, one('h2')), 'base64').toString('utf8');
    expect(new URL(link).port || '443').toBe('443');
    expect(link).not.toContain('mport');
  }
  expect(JSON.parse(written('hiddify', one('h2')))).toMatchObject({ outbounds: [{ server_port: 443 }] });
  expect(JSON.parse(written('xray', one('h2')))).toMatchObject([{ outbounds: [{ settings: { port: 443 } }, {}, {}] }]);
});

test('bug 16: a Hysteria2 line has one port as a number, never a range in its address (subconverter 64)', () => {
  const [server, port] = ['203.0.113.30', 443];
  for (const kind of ['surge', 'surfboard', 'loon'] as const) {
    expect(written(kind, one('h2'))).toMatch(/ysteria2, ?203\.0\.113\.30, ?443, ?/);
    expect(written(kind, one('h2'))).not.toMatch(/hopping|server-ports/);
  }
  expect(proxies([one('h2')])).toMatchObject([{ server, port }]);
  expect(links([one('h2')])[0]).toContain('@203.0.113.30:443/');
  expect(written('singbox', one('h2'))).toMatch(/"server": "203\.0\.113\.30",\s*"server_port": 443,/);
});

test('bug 17: who has no expiry gets no expire at all, neither empty nor 0 (OpenClash 2465, Marzban 1265)', () => {
  const shared = { title: 't', contentType: 'text/plain', upload: 0, download: 0, total: 0, webPage: '' };
  expect(documentHeaders({ ...shared, expireSeconds: null })['subscription-userinfo']).toBe(
    'upload=0; download=0; total=0',
  );
});

test('bug 10: names that go direct are asked in the mainland without a fallback that its network blocks (Xboard 771 and 816)', () => {
  const { dns } = parse(clash(lines)) as { dns: Record<string, unknown> };
  expect(Object.keys(dns).filter((key) => key.startsWith('fallback'))).toEqual([]);
  expect(dns['direct-nameserver']).toEqual(['https://dns.alidns.com/dns-query', 'https://doh.pub/dns-query']);
});

test.each(['sing-box 1.8.0', 'sing-box 1.11.0', 'sing-box 1.12.0', 'sing-box 1.14.1'])(
  'bug 12: %s has nothing to download before its first connection (sublink-worker 401 and 408)',
  (userAgent) => {
    const text = filled(renderTemplate('singbox', lines, context({ userAgent })));
    expect(text).not.toMatch(/"remote"|download_detour|http_client/);
  },
);
