import { createHash } from 'node:crypto';
import { clientLinks } from '@skyport/contract/client-links';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '../../platform/clock.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { dailyKeyOf } from '../keys.ts';
import { linkTools } from '../testing.ts';

/*
 * Subscription links as browsers and clients ask for them, through the socket, so that the fast path stands before it.
 */

const app = await createTestApp();
const { keyOf, pathOf, customer } = linkTools(app);
let base = '';
beforeAll(async () => {
  base = await app.gate.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const browser = { 'user-agent': IPHONE, accept: PAGE };

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> => {
  const answer = await fetch(base + path, { method, headers: { 'accept-encoding': 'identity', ...headers } });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
};

/** What of an answer is not about the moment. */
const lasting = ({ status, headers, body }: Reply) => {
  const { date: _date, 'x-request-id': _id, connection: _connection, 'keep-alive': _alive, ...rest } = headers;
  return { status, headers: rest, body };
};

const isPage = ({ headers }: Reply): boolean => headers['content-type'] === 'text/html; charset=utf-8';

const linkOwner = async (user: TestSession, userkey?: string) => ({
  base: 'http://console.test',
  id: user.userId,
  userkey: userkey ?? (await keyOf(user)),
  title: '天港',
});

test('a browser that opens a link gets the import page of its device', async () => {
  const user = await customer();
  const page = await get(`${await pathOf(user, 'ss')}?f=ss`, browser);
  expect(page.status).toBe(200);
  expect(isPage(page)).toBe(true);
  const owner = await linkOwner(user);
  for (const at of ['shadowrocket', 'singbox', 'flclash'] as const)
    expect(page.body).toContain(`data-import href="${escapeHtml(clientLinks(at, owner).importLink!)}"`);
  expect(page.body).toContain('检测到您在用 iOS');
  expect(page.body).toContain('href="http://console.test/#/ss_for_ios"');
});

test('whoever has none of our platforms is offered clients of Windows, and not told that they use it', async () => {
  const linux = { ...browser, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0' };
  const { body } = await get(await pathOf(await customer(), 'auto'), linux);
  expect(body).not.toContain('检测到');
  expect(body).toContain('<section class="card"><ul aria-label="Windows">');
});

test('the page says nothing of the account, and nothing of it may be stored, framed, sent or run by others', async () => {
  const user = await customer();
  const { headers, body } = await get(await pathOf(user, 'auto'), browser);
  expect(body).not.toContain(user.email);
  const shown = body.replaceAll(/<(style|script)>[\s\S]*?<\/\1>|<[^>]*>/g, ' ');
  expect(shown).toContain('导入订阅');
  // Neither traffic nor days.
  expect(shown).not.toMatch(/\d\s?(G|天)/);
  for (const name of ['subscription-userinfo', 'profile-title', 'profile-web-page-url', 'etag', 'set-cookie'])
    expect(headers[name]).toBeUndefined();
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? [];
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(body) ?? [];
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(body).not.toMatch(/ (src|action|on\w+)=/);
});

test.each([
  ['mihomo', { 'user-agent': 'mihomo/1.19.15' }],
  ['Shadowrocket', { 'user-agent': 'Shadowrocket/2070 CFNetwork/1410 Darwin/22.6.0' }],
  ['a client that names a browser before itself', { 'user-agent': `${IPHONE} Shadowrocket/2070` }],
  ['a client that calls itself nothing', { 'user-agent': 'okhttp/4.12.0' }],
])('%s gets its document byte by byte as before, whatever it accepts', async (_who, headers) => {
  const path = await pathOf(await customer(), 'auto');
  const plain = await get(path, headers);
  expect(plain.status).toBe(200);
  expect(plain.headers).toHaveProperty('subscription-userinfo');
  for (const accept of ['*/*', PAGE, 'text/html'])
    expect(lasting(await get(path, { ...headers, accept }))).toEqual(lasting(plain));
});

test('a program under the name of a browser gets its document, and a browser the page, one right after the other', async () => {
  const path = await pathOf(await customer(), 'auto');
  const program = { 'user-agent': IPHONE, accept: '*/*' };
  const plain = await get(path, program);
  // The second time within a minute it is answered from the cache.
  expect(lasting(await get(path, program))).toEqual(lasting(plain));
  expect(isPage(await get(path, browser))).toBe(true);
  expect(lasting(await get(path, program))).toEqual(lasting(plain));
});

test.each(['raw=1', 'base64=0', 'sb=1.11', 'noreality=1'])('a link with %s asks for the document', async (option) => {
  const answer = await get(`${await pathOf(await customer(), 'ss')}?f=ss&${option}`, browser);
  expect(answer.status).toBe(200);
  expect(isPage(answer)).toBe(false);
  expect(answer.headers['subscription-userinfo']).toBeDefined();
});

test('options that change nothing leave the page', async () => {
  const query = 'f=v2box&name=%E5%A4%A9&asn=unknown&mode=new&base64=True';
  expect(isPage(await get(`${await pathOf(await customer(), 'v2box')}?${query}`, browser))).toBe(true);
});

test('a wrong link is answered to a browser as it is to a client', async () => {
  const user = await customer();
  const key = await keyOf(user);
  const wrong = [
    `/api/subscript/ss/${user.userId}/${'0'.repeat(32)}`,
    `/api/subscript/ss/00000000-0000-7000-8000-000000000000/${key}`,
    `/api/subscript/nonsense/${user.userId}/${key}`,
    `/api/subscript/ss/${user.userId}/short`,
  ];
  const paths = wrong.flatMap((path) => [path, `${path}?f=ss`]);
  for (const path of paths) {
    const client = await get(path, { 'user-agent': 'mihomo/1.19.15' });
    expect(client.status).toBe(404);
    expect(lasting(await get(path, browser))).toEqual(lasting(client));
  }
});

test('HEAD has the headers of the page and no body; a validator of the document does not hold for the page', async () => {
  const path = await pathOf(await customer(), 'auto');
  const { etag = '' } = (await get(path, { 'user-agent': 'mihomo/1.19.15' })).headers;
  expect(etag).not.toBe('');
  const page = await get(path, browser);
  const head = await get(path, browser, 'HEAD');
  expect(lasting(head)).toEqual({ ...lasting(page), body: '' });
  expect(Number(head.headers['content-length'])).toBe(Buffer.byteLength(page.body));
  for (const known of [etag, '*']) {
    const again = await get(path, { ...browser, 'if-none-match': known });
    expect(lasting(again)).toEqual(lasting(page));
  }
});

test('the daily key opens the page with itself, never with the key of the customer', async () => {
  const user = await customer();
  const key = await keyOf(user);
  const daily = dailyKeyOf(app.deps.secrets, key, dayOf(app.clock.now(), 'Asia/Shanghai'));
  const { body } = await get(`/api/subscript/ss/${user.userId}/${daily}`, browser);
  const { importLink } = clientLinks('shadowrocket', await linkOwner(user, daily));
  expect(body).toContain(escapeHtml(importLink!));
  expect(body).not.toContain(key);
});

test('an opened page is one fetch by a browser, and is bounded as the documents of the account are', async () => {
  const user = await customer();
  const path = await pathOf(user, 'auto');
  await app.changeSettings({ link_fetch_limit: 1 });
  // Twice what comes back a minute is saved up.
  const statuses = [];
  for (let at = 0; at < 3; at++) statuses.push((await get(path, browser)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await get(path, { 'user-agent': 'mihomo/1.19.15' })).status).toBe(429);
  await app.changeSettings({ link_fetch_limit: 0 });
  const rows = () =>
    app.deps.db.selectFrom('subscription_fetches').selectAll().where('user_num', '=', user.num).execute();
  await expect.poll(rows).toMatchObject([{ family: 'generic', count: 2 }]);
});

test('a disabled account has no page, one with nothing left has', async () => {
  const [disabled, empty] = [await customer(), await app.account()];
  const path = await pathOf(disabled, 'ss');
  await app.deps.db.updateTable('users').set({ disabled: true }).where('num', '=', disabled.num).execute();
  expect((await get(path, browser)).status).toBe(404);
  expect(isPage(await get(await pathOf(empty, 'ss'), browser))).toBe(true);
});
