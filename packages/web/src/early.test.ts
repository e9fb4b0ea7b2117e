import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { decodeEnvelope, encodeEnvelope } from '@skyport/contract/envelope';
import { noticesCalls } from '@skyport/contract/notices';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { callServer } from './api/index.ts';
import { takeEarlyAnswer } from './api/early-answers.ts';
import { removeCookie, writeCookie } from './device/cookies.ts';
import { pageHost } from './notices/page-host.ts';
import { sampleHost, sampleUser } from './testing/samples.ts';

const PAGE = { page_url: `${window.location.origin}${window.location.pathname}` };
const asked: { path: string; input: unknown }[] = [];
let broken = false;

beforeEach(() => {
  asked.length = 0;
  broken = false;
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push({ path, input: decodeEnvelope((JSON.parse(body) as { data: string }).data) });
    if (broken) throw new TypeError('Failed to fetch');
    const data = path === noticesCalls.hostGet.path ? sampleHost : sampleUser;
    return Response.json({ data: encodeEnvelope({ ...codes.ok, data }) });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    removeCookie('token');
    delete window.skyportEarly;
  });
});

/** Loads the page's first script as a browser does. */
const load = async (): Promise<void> => {
  vi.resetModules();
  await import('./early.ts');
};

test('whoever holds a token has host and account on the way before anything else, each asked for once', async () => {
  writeCookie('token', 'a token');
  await load();
  expect(asked).toEqual([
    { path: accountsCalls.userInfo.path, input: PAGE },
    { path: noticesCalls.hostGet.path, input: {} },
  ]);
  expect(await callServer(accountsCalls.userInfo, PAGE)).toEqual(sampleUser);
  expect(await callServer(noticesCalls.hostGet, {})).toEqual(sampleHost);
  expect(asked).toHaveLength(2);
  await callServer(accountsCalls.userInfo, PAGE);
  expect(asked).toHaveLength(3);
});

test('a visitor asks for the host only', async () => {
  await load();
  expect(asked.map(({ path }) => path)).toEqual([noticesCalls.hostGet.path]);
});

test('what the page itself says of the host is not asked for, and is what the console knows at once', async () => {
  const meta = document.createElement('meta');
  meta.setAttribute('name', 'skyport-host');
  meta.setAttribute('content', JSON.stringify(sampleHost));
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  await load();
  expect(asked).toEqual([]);
  expect(pageHost()).toEqual(sampleHost);
  meta.setAttribute('content', '{"site_name":');
  expect(pageHost()).toBeUndefined();
});

test('an early call that failed is made again', async () => {
  broken = true;
  await load();
  broken = false;
  expect(await callServer(noticesCalls.hostGet, {})).toEqual(sampleHost);
  expect(asked).toHaveLength(2);
});

test('an answer to another question, or an old one, is not taken', async () => {
  await load();
  expect(takeEarlyAnswer(noticesCalls.hostGet.path, '{"data":"other"}')).toBeUndefined();
  await load();
  const body = JSON.stringify({ data: encodeEnvelope({}) });
  expect(takeEarlyAnswer(noticesCalls.hostGet.path, body, Date.now() + 31_000)).toBeUndefined();
  await load();
  expect(takeEarlyAnswer(noticesCalls.hostGet.path, body)).toBeInstanceOf(Promise);
});

test('an answer of another session is not taken: a hand-off may have brought a new token meanwhile', async () => {
  writeCookie('token', 'old token');
  await load();
  writeCookie('token', 'new');
  await callServer(accountsCalls.userInfo, PAGE);
  expect(asked.map(({ path }) => path)).toEqual([
    accountsCalls.userInfo.path,
    noticesCalls.hostGet.path,
    accountsCalls.userInfo.path,
  ]);
});
