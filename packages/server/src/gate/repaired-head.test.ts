import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerUnreadable, repairedHead } from './repaired-head.ts';

const LINK = '/api/subscript/clash/0198a1b2-0000-7000-8000-000000000001/Qm7ZxT2vB9nK4rWc8LhYd3Gf6JpSaE1u';
const server = createServer((request, response) => {
  const { 'user-agent': agent, accept } = request.headers;
  response.end(Buffer.from(`${request.socket.remoteAddress} ${agent} ${accept}`, 'latin1'));
});
server.on('clientError', (fault, socket) => answerUnreadable(server, fault, socket as Socket));

beforeAll(() => new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready())));
afterAll(() => new Promise((done) => server.close(done)));

/** Everything that the server says to these bytes until it closes. */
const said = (bytes: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    let answer = '';
    connect(port, '127.0.0.1', function (this: Socket) {
      this.write(bytes);
    })
      .on('data', (chunk) => (answer += chunk.toString('latin1')))
      .on('error', reject)
      .on('close', () => resolve(answer));
  });

const request = (path: string, agent: number[]): Buffer =>
  Buffer.concat([
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: console.test\r\nUser-Agent: Clash`),
    Buffer.from(agent),
    Buffer.from('/1\r\nAccept: */*\r\nConnection: close\r\n\r\n'),
  ]);

test('any byte in the User-Agent of a request for a document gets its answer', async () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const answer = await said(request(LINK, [byte]));
    expect(answer, `byte ${byte}`).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*127\.0\.0\.1 Clash[^]\/1 \*\/\*$/);
  }
});

test('other requests that cannot be read are refused, and so are those with more than an odd User-Agent', async () => {
  expect(await said(request('/api/user/login', [0]))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const odd = Buffer.from(`GET ${LINK} HTTP/1.1\r\nHost: a\r\nAccept: \u0001\r\nUser-Agent: \u0001\r\n\r\n`);
  expect(await said(odd)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(await said(Buffer.from('nonsense\r\n\r\n'))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('a head with a body behind it, or without an end, is not repaired', () => {
  const whole = request(LINK, [0]);
  expect(repairedHead(whole)?.toString('latin1')).toContain(
    'User-Agent: Clash /1\r\nAccept: */*\r\nConnection: close\r\n\r\n',
  );
  expect(repairedHead(Buffer.concat([whole, Buffer.from('more')]))).toBeUndefined();
  expect(repairedHead(whole.subarray(0, -2))).toBeUndefined();
  expect(repairedHead(request(LINK, [0x80]))).toBeUndefined();
});
