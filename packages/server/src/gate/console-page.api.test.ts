import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostInfo } from '@skyport/contract/notices';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { createApp } from './app.ts';

/* The console's page: it says itself whose site it is, and lets no script run but the one that it was built with. */

const SCRIPT = 'document.title';
const BUILT = `<!doctype html><html><head><meta charset="utf-8" />
<meta name="skyport-host" content="" /><title>天港</title><script>${SCRIPT}</script>
<script type="module" src="./assets/first.js"></script></head><body><div id="root"></div></body></html>`;

let app: TestApp;
let page: FastifyInstance;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = mkdtempSync(join(tmpdir(), 'skyport-page-'));
  writeFileSync(join(folder, 'index.html'), BUILT);
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [name, file] of [
    ['assets', 'first.js'],
    ['icons', 'link.svg'],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, file), '');
  }
  ({ app: page } = await createApp({ ...app.gate, consoleDir: folder }));
  await app.changeSettings({
    site_name: '云"港<&',
    preferDomain: 'best.example',
    agency_user_domain: 'Agency.example',
    notice_show: false,
    notice_content: '$& not yet',
  });
});
afterAll(async () => {
  await page?.close();
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (host: string, headers: Record<string, string> = {}, url = '/') =>
  page.inject({ url, headers: { host, ...headers } });

/** What the page says of its host, as a browser reads it. */
const saidBy = (html: string): HostInfo => {
  const [, content = ''] = /<meta name="skyport-host" content="([^"]*)"/.exec(html) ?? [];
  const text = content
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return HostInfo.parse(JSON.parse(text));
};

test('the page says what /api/host/get would, and is called as the site is', async () => {
  const answer = await open('console.test');
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(saidBy(answer.body)).toEqual((await app.call('/api/host/get')).data);
  expect(saidBy(answer.body)).toMatchObject({ site_name: '云"港<&', preferDomain: 'best.example', notice_content: '' });
  expect(answer.body).toContain('<title>云&quot;港&lt;&amp;</title>');
  expect(answer.body).toContain('<div id="root"></div>');
});

test('at the agency’s domain it names no other one, whatever the port and however it is written', async () => {
  for (const host of ['agency.example', 'AGENCY.example:3000']) {
    const said = saidBy((await open(host)).body);
    expect(said).toMatchObject({ preferDomain: '', agency_user_domain: 'Agency.example' });
  }
});

test('it is asked for again without being sent again, until it says something else', async () => {
  const { etag = '' } = (await open('console.test')).headers;
  const again = await open('console.test', { 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await open('agency.example', { 'if-none-match': String(etag) })).statusCode).toBe(200);
  await app.changeSettings({ contact_info: 'help@example.com' });
  expect((await open('console.test', { 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test('its own script may run by its hash, and no other inline script may', async () => {
  const policy = String((await open('console.test')).headers['content-security-policy']);
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe');
  const other = await open('console.test', {}, '/icon.svg');
  expect(other.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('both of its addresses give it, and a head of it is the same without the page', async () => {
  const whole = await open('console.test');
  expect((await open('console.test', {}, '/index.html')).body).toBe(whole.body);
  const head = await page.inject({ method: 'HEAD', url: '/', headers: { host: 'console.test' } });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', whole.headers.etag]);
});

test('icons of groups are served at each host to programs and pages of others, and kept for a day', async () => {
  for (const host of ['sub.test', 'agency.example', '192.0.2.7:3000']) {
    const answer = await open(host, { accept: 'image/*' }, '/icons/link.svg');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('image/svg+xml'),
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    });
  }
  expect((await open('sub.test', { accept: 'text/html' }, '/icons/none.svg')).statusCode).toBe(404);
});

test('hashed files are kept for ever, others are asked for again, and both are for this host alone', async () => {
  const ofHost = { 'cross-origin-resource-policy': 'same-origin' };
  expect((await open('console.test', {}, '/assets/first.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    ...ofHost,
  });
  expect((await open('console.test', {}, '/icon.svg')).headers).toMatchObject({
    'cache-control': 'no-cache',
    ...ofHost,
  });
});
