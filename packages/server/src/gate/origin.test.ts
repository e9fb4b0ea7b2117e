import { expect, test } from 'vitest';
import { HOUR_MS } from '../platform/clock.ts';
import { comesFromOwnSite, settingProblem } from './origin.ts';
import { createSiteLog } from './site-log.ts';

const isOwn = (origin: string, host: string): boolean =>
  comesFromOwnSite({ origin, fetchSite: undefined, host, ownHosts: () => new Set() });

test.each([
  ['https://panel.example.com', 'panel.example.com', true],
  ['https://panel.example.com', 'panel.example.com:443', true],
  ['http://panel.example.com', 'panel.example.com:443', false],
  ['https://panel.example.com:8443', 'panel.example.com', false],
  ['https://panel.example.com', '127.0.0.1:3000', false],
  ['http://[2001:db8::1]:3000', '[2001:db8::1]:3000', true],
  ['https://panel.example.com.', 'panel.example.com', true],
  ['https://panel.example.com.:8443', 'panel.example.com:8443', true],
  ['https://panel.example.com', 'panel.example.com.:443', true],
  ['https://panel.example.com..', 'panel.example.com', false],
  ['http://.', 'panel.example.com', false],
  ['http://.:80', '.', false],
])('a page of %s at the host %s is our own: %s', (origin, host, own) => {
  expect(isOwn(origin, host)).toBe(own);
});

test.each([
  ['127.0.0.1:3000', false, 'proxy_set_header Host $host;'],
  ['[::1]:3000', true, 'proxy_set_header Host $host;'],
  ['backend', false, 'proxy_set_header Host $host;'],
  ['panel.example.com', false, '$http_host'],
  ['other.example.com', false, '将 PUBLIC_URL 设为 https://panel.example.com:8443'],
  ['other.example.com', true, '将 panel.example.com 加入 DOMAINS'],
])('of the host %s, with PUBLIC_URL: %s, it says %s', (host, hasPublicUrl, fix) => {
  expect(settingProblem('https://panel.example.com:8443', host, hasPublicUrl)).toContain(fix);
});

test('says nothing of settings to a page that is no web page', () => {
  expect(settingProblem('http://.', '127.0.0.1:3000', false)).toBeUndefined();
  expect(settingProblem('null', '127.0.0.1:3000', false)).toBeUndefined();
  expect(settingProblem('chrome-extension://abcdef', '127.0.0.1:3000', false)).toBeUndefined();
});

test('logs a pair of Host and Origin once an hour, and five of one network', () => {
  const log = createSiteLog();
  expect(log.take('203.0.113.7', 'a b', 0)).toBe(true);
  expect(log.take('198.51.100.7', 'a b', HOUR_MS - 1)).toBe(false);
  expect(log.take('198.51.100.7', 'a b', HOUR_MS)).toBe(true);
  const made = Array.from({ length: 2000 }, (_, n) => log.take(`192.0.2.${n % 256}`, `made up ${n}`, HOUR_MS));
  expect(made.filter(Boolean)).toHaveLength(5);
  expect(log.take('203.0.113.7', 'c d', HOUR_MS)).toBe(true);
});
