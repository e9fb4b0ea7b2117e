import { once } from 'node:events';
import { request } from 'node:https';
import { zstdCompressSync, zstdDecompressSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeNodeKey } from './enrol.ts';
import { listen, type Listening } from './server.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const TextBody = z.object({ words: z.string() });
let server: Listening;
let client: { key: string; cert: string };

beforeAll(async () => {
  const pair = await makeNodeKey(Date.now());
  client = { key: pair.key, cert: pair.certificate };
  server = await listen({
    host: '127.0.0.1',
    port: 0,
    pair,
    admit: (peer) => (peer ? 'all' : 'none'),
    log: quiet,
    routes: { 'POST /echo': (body) => ({ status: 200, body: TextBody.parse(body) }) },
  });
});
afterAll(() => server.close());

const post = async (body: Buffer, headers: Record<string, string> = {}, path = '/echo', tls: object = client) => {
  const options = { port: server.port, host: '127.0.0.1', method: 'POST', path, headers, agent: false, ...tls };
  const asked = request({ ...options, rejectUnauthorized: false });
  asked.end(body);
  const [response] = await once(asked, 'response');
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode, encoding: response.headers['content-encoding'], body: Buffer.concat(parts) };
};
const words = (length: number): Buffer => Buffer.from(JSON.stringify({ words: 'x'.repeat(length) }));

test('bodies travel plain, by gzip and by zstd, and a large answer comes compressed as asked', async () => {
  for (const [body, encoding] of [
    [words(9), ''],
    [gzipSync(words(9)), 'gzip'],
    [zstdCompressSync(words(9)), 'zstd'],
  ] as const) {
    const answer = await post(body, encoding === '' ? {} : { 'content-encoding': encoding });
    expect([answer.status, answer.encoding, answer.body.toString()]).toEqual([200, undefined, words(9).toString()]);
  }
  const large = await post(words(5000), { 'accept-encoding': 'gzip, zstd' });
  expect(large.encoding).toBe('zstd');
  expect(zstdDecompressSync(large.body)).toEqual(words(5000));
});

test('what is malformed, unknown or too large is refused and the server goes on', async () => {
  expect((await post(Buffer.from('{'))).status).toBe(400);
  expect((await post(Buffer.from('{"words":1}'))).status).toBe(400);
  expect((await post(Buffer.from('no gzip'), { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await post(words(1), { 'content-encoding': 'rot13' })).status).toBe(415);
  expect((await post(words(1), {}, '/other')).status).toBe(404);
  expect((await post(words(1), {}, '/echo', {})).status).toBe(403);
  const bomb = zstdCompressSync(Buffer.alloc(40 * 1024 * 1024, ' '));
  expect((await post(bomb, { 'content-encoding': 'zstd' })).status).toBe(400);
  expect((await post(words(1))).status).toBe(200);
});

test('nothing older than TLS 1.3 is spoken', async () => {
  await expect(post(words(1), {}, '/echo', { ...client, maxVersion: 'TLSv1.2' })).rejects.toThrow();
});
