import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../testkit/until.ts';
import { answerUnreadable, repairedHead, type UnreadableLimits } from './repaired-head.ts';

const LINK = '/api/subscript/clash/0198a1b2-0000-7000-8000-000000000001/Qm7ZxT2vB9nK4rWc8LhYd3Gf6JpSaE1u';
/** More than the buffers of both sockets hold. */
const LONG = Buffer.alloc(32 * 1024 * 1024);
/** Responses of requests that wait. */
const waiting: ServerResponse[] = [];
const server = createServer((request, response) => {
  const { 'user-agent': agent, accept } = request.headers;
  if (request.url?.endsWith('?long')) return void response.end(LONG);
  if (request.url?.endsWith('?waits')) return void waiting.push(response);
  response.end(Buffer.from(`${request.socket.remoteAddress} ${agent} ${accept}`, 'latin1'));
});
let limits: UnreadableLimits | undefined;
server.on('clientError', (fault, socket) => answerUnreadable({ server, limits }, fault, socket));

beforeAll(() => new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready())));
afterAll(() => new Promise((done) => server.close(done)));

const senders: Socket[] = [];
afterEach(() => {
  limits = undefined;
  for (const socket of senders.splice(0)) socket.destroy();
});

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

/** A sender that leaves its half of the connection open. */
const send = (bytes: Buffer): Socket => {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => void socket.write(bytes));
  senders.push(socket.on('error', () => socket.destroy()));
  return socket;
};

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((fault, count) => (fault ? reject(fault) : resolve(count)));
  });

/** Waits until the server has closed every connection. */
const expectNoConnections = (): Promise<true> => until('no connections', async () => (await connections()) === 0);

test('closes the connection of an odd User-Agent when its sender keeps its half open', async () => {
  limits = { stalledAnswer: 60_000, lingering: 100 };
  const answers = Array.from({ length: 100 }, () => {
    let answer = '';
    const socket = send(request(LINK, [7])).on('data', (chunk) => (answer += chunk.toString('latin1')));
    return new Promise<string>((resolve) => void socket.on('end', () => resolve(answer)));
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Clash \/1/);
  await expectNoConnections();
});

test('closes the connection of an odd User-Agent when its sender does not read the answer', async () => {
  limits = { stalledAnswer: 100, lingering: 60_000 };
  const connected = once(server, 'connection');
  send(request(`${LINK}?long`, [7]));
  await connected;
  await expectNoConnections();
});

test('closes the connection when bytes follow a request that was repaired', async () => {
  limits = { stalledAnswer: 60_000, lingering: 60_000 };
  const connected = once(server, 'connection');
  const socket = send(request(`${LINK}?long`, [7]));
  socket.once('readable', () => void socket.write('more'));
  await connected;
  await expectNoConnections();
});

/** Sends a request, passes its response to `work`, then sends `bytes`. Gives all answers of the connection. */
const answersBehindWaiting = async (work: (response: ServerResponse) => void, bytes: Buffer): Promise<string> => {
  waiting.length = 0;
  const socket = send(Buffer.from(`GET ${LINK}?waits HTTP/1.1\r\nHost: console.test\r\n\r\n`));
  let answers = '';
  socket.on('data', (chunk) => (answers += chunk.toString('latin1')));
  const closed = once(socket, 'end').catch(() => undefined);
  await until('the first request to arrive', () => waiting.length === 1);
  work(waiting[0]!);
  socket.write(bytes);
  await closed;
  return answers;
};

test('gives no document to an earlier request that waits on the same connection', async () => {
  expect(await answersBehindWaiting(() => undefined, request(LINK, [7]))).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\n\r\n$/,
  );
});

test('writes no refusal into an answer that has begun', async () => {
  const begin = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': 999 }).write('half');
  };
  const answers = await answersBehindWaiting(begin, Buffer.from('nonsense\r\n\r\n'));
  expect(answers).toMatch(/^(?:HTTP\/1\.1 200 OK[^]*)?$/);
  expect(answers).not.toContain('400 Bad Request');
});
