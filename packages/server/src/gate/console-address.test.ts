import { expect, test } from 'vitest';
import { consoleAddress } from './console-address.ts';

/** Where a browser is sent that asks for an address. */
const sent = (url: string, request: { method?: string; accept?: string } = {}): string | undefined =>
  consoleAddress({ method: 'GET', accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...request, url });

test.each([
  ['/login', '/#/login'],
  ['/login/', '/#/login'],
  ['/register?c=spring', '/#/register?c=spring'],
  ['/user/getUserAllURL?type=ssr', '/#/user/getUserAllURL?type=ssr'],
  ['/nothing-here', '/#/nothing-here'],
])('a browser that asks for %s is sent to %s', (url, address) => {
  expect(sent(url)).toBe(address);
});

test.each([
  '/',
  '//',
  '/api/user/login',
  '/api',
  '/assets/first',
  '/describe/q.filter',
  '/country/china',
  '/icon.svg',
  '/robots.txt',
])('%s is no page', (url) => {
  expect(sent(url)).toBeUndefined();
});

test('nobody is sent to another site', () => {
  for (const url of ['//evil.example/login', '/\\evil.example', '/@evil', '///evil']) {
    const address = sent(url);
    if (address !== undefined) expect(new URL(address, 'https://panel.test').origin).toBe('https://panel.test');
  }
});

test('programs, and whoever sends something, are sent nowhere', () => {
  expect(sent('/login', { accept: '*/*' })).toBeUndefined();
  expect(consoleAddress({ method: 'GET', url: '/login', accept: undefined })).toBeUndefined();
  expect(sent('/login', { method: 'POST' })).toBeUndefined();
});
