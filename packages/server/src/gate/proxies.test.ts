import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createProxies } from './proxies.ts';

const request = (peer: string, headers: Record<string, string> = {}): IncomingMessage =>
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage;
const proxies = createProxies('127.0.0.1, 10.0.0.0/8, uniquelocal');

test.each([
  ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '', '127.0.0.1'],
  ['127.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['127.0.0.1', '6.6.6.6,198.51.100.1 , 10.1.2.3,10.9.9.9', '198.51.100.1'],
  ['127.0.0.1', '10.1.2.3', '10.1.2.3'],
  ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['fd00::1', '2001:db8::1', '2001:db8::1'],
])('from %s with X-Forwarded-For %s the client is %s', (peer, forwarded, client) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(proxies.clientAddressOf(request(peer, headers))).toBe(client);
});

test('HTTPS is believed of a trusted proxy only', () => {
  const secure = { 'x-forwarded-proto': 'http, https' };
  expect(proxies.isSecure(request('127.0.0.1', secure))).toBe(true);
  expect(proxies.isSecure(request('203.0.113.5', secure))).toBe(false);
  expect(proxies.isSecure(request('127.0.0.1', { 'x-forwarded-proto': 'https, http' }))).toBe(false);
  expect(proxies.isSecure(request('127.0.0.1'))).toBe(false);
});

test('without a list nobody is believed, and a list that is none stops the start', () => {
  expect(createProxies('').clientAddressOf(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }))).toBe(
    '127.0.0.1',
  );
  expect(() => createProxies('proxy.example')).toThrow('TRUST_PROXY');
  // Nor may everybody be believed: each client would say for itself which address it is counted under.
  for (const list of ['0.0.0.0/0', 'loopback, ::/0']) expect(() => createProxies(list)).toThrow('TRUST_PROXY');
});
