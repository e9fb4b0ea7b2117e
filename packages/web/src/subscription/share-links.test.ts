import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LinkKind } from '@skyport/contract/subscription';
import { expect, test } from 'vitest';
import { linkTypes } from './all-links-texts.ts';
import { shareLinks } from './share-links.ts';

const golden = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../documents/src/golden', name), 'utf8');

test('every kind of link has its place on the page', () => {
  expect(linkTypes.map(({ type }) => type).toSorted()).toEqual(LinkKind.options.toSorted());
});

test('our own lists are read, base64 or bare, names in every protocol', () => {
  expect(shareLinks(golden('ss.txt')).length).toBeGreaterThan(5);
  const bare = shareLinks(golden('ss-links.txt'));
  expect(bare[0]).toMatchObject({ protocol: 'vmess', name: '🇭🇰 香港 01' });
  expect(bare.find(({ protocol }) => protocol === 'ss')?.name).toBe('🇸🇬 新加坡 01');
  expect(new Set(bare.map(({ protocol }) => protocol))).toContain('vless');
  expect(bare.filter(({ name, protocol }) => name === protocol)).toEqual([]);
});

test('the list for ShadowsocksR apps holds links of Shadowsocks', () => {
  const [link] = shareLinks(golden('ssr.txt'));
  expect(link).toMatchObject({ protocol: 'ss', name: '🇸🇬 新加坡 02 ×1.5' });
});

test("Quantumult's own links begin with the name", () => {
  const names = shareLinks(golden('q.txt')).map(({ name }) => name);
  expect(names).toContain('🇭🇰 香港 01');
});

test('what is no list gives no links, and a broken link keeps its scheme for a name', () => {
  expect(shareLinks('')).toEqual([]);
  expect(shareLinks('proxies:\n  - name: a')).toEqual([]);
  expect(shareLinks('vmess://***\nvmess://e30\nss://k@1.2.3.4:5#%E0%A4')).toMatchObject([
    { name: 'vmess' },
    { name: 'vmess' },
    { name: '%E0%A4' },
  ]);
});
