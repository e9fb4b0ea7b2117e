import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contentTypeOf, JSON_TYPE, TEXT_TYPE } from './format.ts';
import { formats } from './formats.ts';
import type { DocumentKind } from '@skyport/contract/subscription';
import type { ResolvedLine } from './model.ts';
import { renderPlaceholder, renderTemplate } from './render.ts';
import type { RenderContext } from './render.ts';
import { defaultRules } from './rules/default.ts';
import { context, filled, lines, personalTexts } from './testing/samples.ts';
import { clientAppOf } from './user-agent.ts';

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
const body = (kind: DocumentKind, some: readonly ResolvedLine[], userAgent = '', asked = {}): string =>
  filled(renderTemplate(kind, some, context({ client: clientAppOf(userAgent, asked) })));
const rowsOf = (kind: DocumentKind, userAgent = '', some = lines): string[] =>
  decoded(body(kind, some, userAgent)).split('\n');

// `npx vitest run packages/documents -u` writes the golden files anew; read the difference before it is committed.
const SHADOWROCKET = 'Shadowrocket/2070 CFNetwork/1408.0.4 Darwin/22.5.0';
const SHADOWSOCKS = 'ShadowsocksAndroid/5.3.5';
const HIDDIFY = 'HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box';
const KARING = 'Karing/1.2.22.2502 platform/windows mihomo/1.19.28;clash-verge;sing-box 1.13.0;HiddifyNext';
const lists: readonly [file: string, kind: DocumentKind, userAgent: string][] = [
  ['ss-shadowrocket.txt', 'ss', SHADOWROCKET],
  ['v2box.txt', 'v2box', 'v2rayNG/2.3.5'],
  ['v2box-old.txt', 'v2box', 'v2rayNG/1.6.20'],
  ['nekobox.txt', 'nekobox', 'NekoBox/Android/1.4.1 (Prefer ClashMeta Format)'],
  ['ssr.txt', 'ssr', ''],
  ['ssr-shadowrocket.txt', 'ssr', SHADOWROCKET],
  ['q.txt', 'q', 'Quantumult/671'],
];

test.each(lists)('the rows inside of %s are written byte for byte', async (file, kind, userAgent) => {
  await expect(`${rowsOf(kind, userAgent).join('\n')}\n`).toMatchFileSnapshot(`golden/${file}`);
});

const documents: readonly [file: string, kind: DocumentKind, ctx: RenderContext][] = [
  ['ss-sip008.json', 'ss', context({ userAgent: SHADOWSOCKS })],
  ['hiddify.json', 'hiddify', context({ userAgent: HIDDIFY })],
  ['karing.yaml', 'karing', context({ userAgent: KARING })],
  ['xray.json', 'xray', context({ userAgent: 'Streisand' })],
  ['xray-abroad.json', 'xray', context({ switches: { inXinjiang: true, inForeign: true, useEnglish: true } })],
];

test.each(documents)('%s is written byte for byte', async (file, kind, ctx) => {
  await expect(filled(renderTemplate(kind, lines, ctx))).toMatchFileSnapshot(`golden/${file}`);
});

test.each([
  ['placeholder-hiddify.json', 'hiddify', 'expired'],
  ['placeholder-karing.yaml', 'karing', 'noLines'],
  ['placeholder-xray.json', 'xray', 'usedUp'],
] as const)('%s is written byte for byte', async (file, kind, reason) => {
  await expect(filled(renderPlaceholder(kind, reason, context()))).toMatchFileSnapshot(`golden/${file}`);
});

test.each([
  ['placeholder-v2box.txt', 'v2box', 'expired'],
  ['placeholder-nekobox.txt', 'nekobox', 'usedUp'],
  ['placeholder-ssr.txt', 'ssr', 'expired'],
  ['placeholder-q.txt', 'q', 'usedUp'],
] as const)('the row inside of %s is written byte for byte', async (file, kind, reason) => {
  const text = decoded(filled(renderPlaceholder(kind, reason, context())));
  await expect(`${text}\n`).toMatchFileSnapshot(`golden/${file}`);
});

/** What stands in a link whose whole rest is base64. */
const inside = (link: string): string => decoded(link.slice(link.indexOf('://') + 3));

test('the texts inside of Quantumult links are written byte for byte', async () => {
  const texts = rowsOf('q', 'Quantumult/671')
    .filter((row) => row.startsWith('vmess:'))
    .map(inside);
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('golden/inside-q.txt');
});

test('a list is base64 in one piece, and bare for a link that asks so', () => {
  for (const kind of ['ss', 'v2box', 'nekobox', 'ssr', 'q'] as const) {
    for (const userAgent of ['', 'v2rayN/7.24.8', SHADOWROCKET]) {
      expect(body(kind, lines, userAgent)).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      expect(body(kind, lines, userAgent, { base64: '0' })).toBe(decoded(body(kind, lines, userAgent)));
    }
  }
});

test('Shadowrocket is told the use of traffic in the first row, nobody else is', () => {
  expect(rowsOf('ss', SHADOWROCKET)).toEqual([personalTexts.usage, ...rowsOf('ss')]);
  for (const userAgent of ['', 'v2rayNG/2.3.5', 'Streisand'])
    expect(body('ss', lines, userAgent)).toBe(body('ss', lines));
  expect(rowsOf('v2box', SHADOWROCKET)).toEqual(rowsOf('v2box'));
});

test('a Shadowsocks app gets SIP008: servers with stable ids, copies with ids of their own, bytes as numbers', () => {
  const compat = lines.filter(({ protocol }) => protocol === 'compat');
  const copies = [...compat, ...compat.map((line, i) => ({ ...line, name: `copy ${i}` }))];
  const of = (some: readonly ResolvedLine[], userAgent = SHADOWSOCKS) =>
    JSON.parse(body('ss', some, userAgent)) as { servers: { id: string }[] };
  expect(of(lines)).toMatchObject({ version: 1, bytes_used: 10_952_166_604, bytes_remaining: 96_422_015_796 });
  expect(of(lines).servers).toHaveLength(2);
  expect(of(lines, 'ShadowsocksWindows/4.4.1.0').servers).toHaveLength(1);
  const ids = of(copies).servers.map(({ id }) => id);
  expect(ids[0]).toBe(compat[0]?.id);
  expect(ids[1]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(of([...copies].reverse()).servers.map(({ id }) => id)).toEqual(ids);
  expect(contentTypeOf(formats.ss, clientAppOf(SHADOWSOCKS))).toBe(JSON_TYPE);
  expect(contentTypeOf(formats.ss, clientAppOf('v2rayN/7.0'))).toBe(TEXT_TYPE);
});

test('old versions of v2rayNG and v2rayN get only what they can read, compared number by number', () => {
  const has = (userAgent: string): string =>
    ['hysteria2', 'vless'].filter((scheme) => rowsOf('v2box', userAgent).some((row) => row.startsWith(scheme))).join();
  expect(has('v2rayNG/1.6.20')).toBe('');
  expect(has('v2rayNG/1.8.0')).toBe('vless');
  expect(has('v2rayNG/1.9.5')).toBe('hysteria2,vless');
  expect(has('v2rayNG/1.10.2')).toBe('hysteria2,vless');
  expect(has('v2rayN/6.4')).toBe('vless');
  expect(has('v2rayN/6.31')).toBe('hysteria2,vless');
  expect(has('v2rayN')).toBe('hysteria2,vless');
  expect(has('V2Box 9.8.1;IOS 17.5')).toBe('hysteria2,vless');
});

test('an SSR list has the AEAD lines as ss://, and for apps that read links the others too', () => {
  const v6 = lines.map((line) => (line.protocol === 'compat' ? { ...line, server: '2001:db8::1' } : line));
  const schemes = (userAgent: string, some = lines): string[] =>
    rowsOf('ssr', userAgent, some).map((row) => row.split(':')[0] ?? '');
  const all = ['vmess', 'vmess', 'vmess', 'ss', 'ss', 'hysteria2', 'vless', 'vmess'];
  for (const some of [lines, v6]) {
    expect(schemes('', some)).toEqual(['ss']);
    expect(schemes(SHADOWROCKET, some)).toEqual(['STATUS=🚀↑', ...all]);
    expect(schemes('v2rayN/7.24.8', some)).toEqual(all);
  }
  expect(rowsOf('ssr', '', v6)[0]).toContain('@[2001:db8::1]:');
});

test('the classic Quantumult gets Shadowsocks first and VMess in its own format', () => {
  const rows = rowsOf('q', 'Quantumult/671');
  expect(rows.map((row) => row.split(':')[0])).toEqual(['ss', 'vmess', 'vmess', 'vmess', 'vmess']);
  const separators = lines.map((line) => ({ ...line, name: `a, b${line.num}` }));
  expect(rowsOf('q', '', separators).map((row) => row.split(':')[0])).toEqual(['ss']);
});

test('Hiddify gets outbounds only, and no line by a name that the app keeps for itself', () => {
  const named = [...lines, ...['Lowest', 'balance', 'bypass'].map((name, i) => ({ ...lines[0]!, num: 20 + i, name }))];
  const rendered = renderTemplate('hiddify', named, context());
  const document = JSON.parse(filled(rendered)) as { outbounds: { tag: string }[] };
  expect(Object.keys(document)).toEqual(['outbounds']);
  expect(document.outbounds.map(({ tag }) => tag)).toEqual(lines.map(({ name }) => name));
});

test('Xray gets one whole configuration a line, small enough for thirty lines', () => {
  const thirty = Array.from({ length: 30 }, (_, i) => ({ ...lines[i % 8]!, num: i + 1, name: `线路 ${i}` }));
  const ctx = context({ userAgent: 'Streisand', rules: defaultRules });
  const text = filled(renderTemplate('xray', thirty, ctx));
  expect(text.length).toBeLessThan(420_000);
  expect(gzipSync(text).length).toBeLessThan(13_000);
  const configs = JSON.parse(text) as {
    remarks: string;
    outbounds: { tag: string }[];
    inbounds: { listen: string }[];
  }[];
  expect(configs.map(({ remarks }) => remarks)).toEqual(thirty.map(({ name }) => name));
  for (const { outbounds, inbounds } of configs) {
    expect(outbounds.map(({ tag }) => tag)).toEqual(['proxy', 'direct', 'block']);
    expect(inbounds.map(({ listen }) => listen)).toEqual(['127.0.0.1', '127.0.0.1']);
  }
  expect(text).not.toMatch(/geoip:|geosite:|allowInsecure/);
});

test('Xray gets Hysteria2 only where its engine is new enough, with the print of a certificate of our own', () => {
  const has = (userAgent: string): boolean => body('xray', lines, userAgent).includes('"hysteria"');
  expect(['v2rayNG/2.0.0', 'v2rayN/7.17.0', 'v2rayNG/1.10.32'].map(has)).toEqual([false, false, false]);
  expect(['v2rayNG/2.0.1', 'v2rayN/7.17.1', 'Happ/3.13.0', ''].map(has)).toEqual([true, true, true, true]);
  const pin = 'AB'.repeat(32);
  const pinned = lines.flatMap((line) => (line.protocol === 'h2' ? [{ ...line, pin }] : []));
  expect(body('xray', pinned)).toContain(`"pinnedPeerCertSha256": "${pin.toLowerCase()}"`);
});
