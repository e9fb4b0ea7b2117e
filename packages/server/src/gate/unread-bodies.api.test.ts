import { codes } from '@skyport/contract/codes';
import { readAnswer } from '@skyport/contract/client';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../platform/clock.ts';
import type { TestApp } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.gate.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const senders: Socket[] = [];
beforeEach(() => app.clock.advance(10 * MINUTE_MS));
afterEach(() => {
  for (const socket of senders.splice(0)) socket.destroy();
});

/** Sends a head and the start of a body, and gives status and code of the answer to that. */
const stall = (path: string, head: string, cookie = ''): Promise<readonly [status: number, code: number]> =>
  new Promise((resolve, reject) => {
    const { port } = app.gate.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => {
      const lines = [`POST ${path} HTTP/1.1`, 'Host: console.test', 'Content-Type: application/json', head];
      if (cookie) lines.push(`Cookie: ${cookie}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    senders.push(socket);
    let said = '';
    socket.on('error', reject).on('data', (chunk) => {
      said += chunk.toString();
      const body = /\r\n\r\n(\{.*\}|[^{].*)$/s.exec(said)?.[1];
      if (body) resolve([Number(said.slice(9, 12)), body.startsWith('{') ? readAnswer(JSON.parse(body)).code : 0]);
    });
  });

const LARGE = 'Content-Length: 500000';

test.each([LARGE, 'Transfer-Encoding: chunked'])(
  'refuses a stranger before a large body (%s) is read',
  async (head) => {
    expect(await stall('/api/rules/save', head)).toEqual([200, codes.sessionExpired.code]);
  },
);

test('refuses a customer before the large body of a staff call is read', async () => {
  const { cookie } = await app.account();
  expect(await stall('/api/rules/save', LARGE, cookie)).toEqual([200, codes.roleForbidden.code]);
});

test('refuses an address over its limit before the body is read', async () => {
  const answers = Array.from({ length: 31 }, () => stall('/api/user/login', 'Content-Length: 1000'));
  expect(await Promise.race(answers)).toEqual([429, codes.throttled.code]);
});

test('refuses notifications of an address over its limit before their bodies are read', async () => {
  const path = '/api/pay/notify/epay/nobody';
  const answers = Array.from({ length: 301 }, () => stall(path, 'Content-Length: 1000'));
  expect((await Promise.race(answers))[0]).toBe(429);
});

test('refuses a page of another site before the body is read', async () => {
  const head = `${LARGE}\r\nOrigin: http://evil.test`;
  expect(await stall('/api/rules/save', head)).toEqual([200, codes.foreignSite.code]);
});
