import { expect, test } from 'vitest';
import { renderPlaceholder, renderTemplate } from './render.ts';
import type { RenderContext } from './render.ts';
import type { DocumentKind } from '@skyport/contract/subscription';
import { context, filled, lines } from './testing/samples.ts';

// `npx vitest run packages/documents -u` writes them anew; read the difference before it is committed.
const abroad = { inXinjiang: false, inForeign: true, useEnglish: true };
const filtered = { inXinjiang: true, inForeign: false, useEnglish: false };

const runOut = { ...context({ consoleHosts: ['console.example.com', 'pay.example.net'] }), reason: 'expired' } as const;

const documents: readonly [file: string, kind: DocumentKind, ctx: RenderContext][] = [
  ['clash.yaml', 'clash', context({ userAgent: 'ClashforWindows/0.20.39' })],
  ['clash-for-verge.yaml', 'clash', context({ userAgent: 'clash-verge/v2.4.7' })],
  ['flclash.yaml', 'flclash', context({ userAgent: 'FlClash/v0.8.96 clash-verge Platform/android' })],
  ['flclash-xinjiang.yaml', 'flclash', context({ switches: filtered })],
  ['mjclash-abroad.yaml', 'mjclash', context({ switches: abroad })],
  ['singbox-8.json', 'singbox', context({ userAgent: 'sing-box 1.9.7' })],
  ['singbox-11.json', 'singbox', context({ userAgent: 'SFI/1.11.4 (Build 4; sing-box 1.11.4)' })],
  ['singbox-12.json', 'singbox', context()],
  ['singbox-14.json', 'singbox', context({ userAgent: 'SFA/1.14.1 (800; sing-box 1.14.1; language zh_CN)' })],
  ['singbox-xinjiang.json', 'singbox', context({ switches: filtered })],
  ['singbox-abroad.json', 'singbox', context({ switches: abroad, userAgent: 'sing-box 1.14.1' })],
  // Whoever has run out: a notice first, the public lines that are left, and the console's own group.
  ['expired-mjclash.yaml', 'mjclash', runOut],
  ['expired-singbox.json', 'singbox', runOut],
  ['expired-surge.conf', 'surge', runOut],
  ['ss.txt', 'ss', context({ userAgent: 'Shadowrocket/2070 CFNetwork/1408.0.4 Darwin/22.5.0' })],
];

test.each(documents)('%s is written byte for byte', async (file, kind, ctx) => {
  await expect(filled(renderTemplate(kind, lines, ctx))).toMatchFileSnapshot(`golden/${file}`);
});

test('the links inside of the list are written byte for byte', async () => {
  const list = Buffer.from(filled(renderTemplate('ss', lines, context())), 'base64').toString('utf8');
  await expect(`${list}\n`).toMatchFileSnapshot('golden/ss-links.txt');
});

test.each([
  ['placeholder-flclash.yaml', 'flclash', 'expired'],
  ['placeholder-singbox.json', 'singbox', 'usedUp'],
  ['placeholder-ss.txt', 'ss', 'noLines'],
] as const)('%s is written byte for byte', async (file, kind, reason) => {
  await expect(filled(renderPlaceholder(kind, reason, context()))).toMatchFileSnapshot(`golden/${file}`);
});
