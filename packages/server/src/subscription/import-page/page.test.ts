import { offeredClients } from '@skyport/contract/client-apps';
import { clientLinks } from '@skyport/contract/client-links';
import { platforms, type Platform } from '@skyport/contract/devices';
import { importTexts } from '@skyport/contract/import-texts';
import { expect, test } from 'vitest';
import { escapeHtml } from '../../platform/html.ts';
import { importPage, type ImportPage } from './page.ts';
import { texts } from './texts.ts';

const owner = {
  base: 'https://sub.example.com',
  id: '0190c0de-0000-7000-8000-000000000001',
  userkey: 'KEYkey0123456789KEYkey0123456789',
  title: '天港',
};
const pageFor = (change: Partial<ImportPage> = {}): string =>
  importPage({
    owner,
    platform: 'iOS',
    named: 'iOS',
    chatApp: undefined,
    webPage: 'https://example.com',
    kind: 'ss',
    ...change,
  });

/** The page's first list, which is that of the device, and what is folded away. */
const partsOf = (html: string): readonly [string, string] => {
  const [, list = ''] = /<section class="card"><ul[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
  const [, folded = ''] = /<details class="card">(.*?)<\/details>/s.exec(html) ?? [];
  return [list, folded];
};

test.each(platforms)(
  '%s has its clients first, by the links that the console makes, and the others folded',
  (platform) => {
    const [list, folded] = partsOf(pageFor({ platform }));
    const linksFor = (one: Platform) =>
      offeredClients[one].flatMap(({ app }) => clientLinks(app, owner).importLink ?? []).map(escapeHtml);
    const hrefs = (html: string) => [...html.matchAll(/data-import href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs(list)).toEqual(linksFor(platform));
    expect(hrefs(folded)).toEqual(platforms.filter((one) => one !== platform).flatMap(linksFor));
  },
);

test('only a platform that the browser names is told, and a Mac may turn out to be an iPad', () => {
  const asked = (named: Platform | undefined) => /<p id="asked"(.*)<\/p><\/div>/.exec(pageFor({ named }))?.[1];
  expect(asked('Windows')).toBe(` class="dim">${texts.detected('Windows')}`);
  expect(asked(undefined)).toBe(` class="dim">${texts.choose}`);
  expect(asked('macOS')).toBe(` class="dim" data-touch="${texts.detected('iOS')}">${texts.detected('macOS')}`);
});

test('a client that no link opens has its guide only', () => {
  const [list] = partsOf(pageFor({ platform: 'Windows' }));
  const [row = ''] = list.split('</li>').filter((one) => one.includes('<b>v2ray</b>'));
  expect(row).not.toContain('data-import');
  expect(row).toContain('href="https://example.com/#/v2rayng_for_windows"');
});

test('the link to copy and the code are the universal link, and the document itself is one step away', () => {
  const html = pageFor();
  expect(html).toContain(`value="${owner.base}/api/subscript/auto/${owner.id}/${owner.userkey}?f=auto"`);
  expect(html).toContain('href="?f=ss&amp;raw=1"');
  expect(html).toMatch(/<svg role="img" aria-label="扫描二维码" viewBox="0 0 \d+ \d+"/);
});

test.each(['wechat', 'qq'] as const)('in %s the way into a real browser comes first', (chatApp) => {
  const html = pageFor({ chatApp });
  const told = html.indexOf(importTexts.openBrowser);
  expect(told).toBeGreaterThan(0);
  expect(html.indexOf(importTexts.inChatApp(chatApp))).toBeLessThan(told);
  expect(told).toBeLessThan(html.indexOf('id="copy"'));
  expect(html.indexOf('id="copy"')).toBeLessThan(html.indexOf('data-import'));
  expect(pageFor()).not.toContain(importTexts.openBrowser);
});

test('no name breaks out of its place', () => {
  const html = pageFor({ owner: { ...owner, title: `"><script>alert('1')</script>&` } });
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;');
});
