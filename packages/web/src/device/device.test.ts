import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { readCookie, rememberChannel, removeCookie, writeCookie } from './cookies.ts';
import { couponRecorded, recordCoupon } from './local-db.ts';
import { hashPassword } from './password.ts';
import { sessionChangedHere, watchSession } from './session-tabs.ts';
import { platformOf } from '@skyport/contract/devices';
import { setAddress } from '../testing/browser.ts';

beforeEach(() => setAddress('https://sky.example/'));
afterEach(() => {
  for (const name of ['channel_code', 'token', 'plat form']) removeCookie(name);
});

test('a cookie comes back as it was written, whatever it holds', () => {
  writeCookie('plat form', 'a; b=c 天');
  expect(readCookie('plat form')).toBe('a; b=c 天');
  removeCookie('plat form');
  expect(readCookie('plat form')).toBeUndefined();
});

test('a cookie that is no percent-encoded text is read as it is', () => {
  document.cookie = 'token=100%; Path=/';
  expect(readCookie('token')).toBe('100%');
});

test.each([
  ['the code of the address', 'spring', 'spring'],
  ['the code without the slash at its end', 'spring/', 'spring'],
  ['the default without a code', null, 'house'],
  ['the default for an empty code', '', 'house'],
])('the channel of a visitor is %s', (_what, c, kept) => {
  rememberChannel(c, 'house');
  expect(readCookie('channel_code')).toBe(kept);
});

test('a channel that is known is never overwritten', () => {
  rememberChannel('first', 'house');
  rememberChannel('second', 'house');
  expect(readCookie('channel_code')).toBe('first');
});

test.each([
  'https://sky.example/?c=spring&token=secret#/register',
  'https://sky.example/#/register?c=spring&token=secret',
])('the token of %s leaves the address bar, the rest stays', (address) => {
  setAddress(address);
  expect(readAddress()).toEqual({ c: 'spring', token: 'secret', handoff: null });
  expect(window.location.href).not.toContain('secret');
  expect(window.location.hash).toContain('#/register');
  expect(readAddress()).toEqual({ c: 'spring', token: null, handoff: null });
});

test('a token of another domain is told from a log-in token, and leaves the address and the history as well', () => {
  const handoff = `h.${'t'.repeat(43)}`;
  setAddress(`https://sky.example/#/?token=${handoff}`);
  const entries = window.history.length;
  expect(readAddress()).toEqual({ c: null, token: null, handoff });
  expect(window.location.href).toBe('https://sky.example/#/');
  expect(window.history.length).toBe(entries);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'macOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'iOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'iOS'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8)', 5, 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'Windows'],
])('%s with %i touch points is %s', (agent, touch, platform) => {
  expect(platformOf(agent, touch)).toBe(platform);
});

test('a page that ended its watch of the session can still change the session', () => {
  watchSession(() => undefined)();
  expect(sessionChangedHere).not.toThrow();
});

test('a password is sent as the SHA-256 of its UTF-8 bytes', () => {
  expect(hashPassword('密码12345678')).toBe('28795e65940b64b30c9b3465275b7c4bd9b0a79b2d6ca53b7b3c3d02159e1d47');
});

test('without a database of the browser nothing is remembered and nothing fails', async () => {
  await expect(recordCoupon('ABCD', 0)).resolves.toBeUndefined();
  await expect(couponRecorded('ABCD')).resolves.toBe(false);
});
