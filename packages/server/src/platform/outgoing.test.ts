import { createServer, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../../../testkit/self-signed.ts';
import { createOutgoing, OutgoingFault } from './outgoing.ts';

const servers: Server[] = [];
let [plain, tls] = ['', ''];
const heard: string[] = [];

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  const port = await listen(
    createServer((request, response) => {
      heard.push(request.url ?? '');
      if (request.url === '/moved') response.writeHead(302, { location: '/there' }).end('moved');
      else if (request.url === '/large') response.end('x'.repeat(5000));
      else if (request.url === '/stuck') response.write('half');
      else if (request.url !== '/silent') request.pipe(response);
    }),
  );
  plain = `http://127.0.0.1:${port}`;
  tls = `https://127.0.0.1:${await listen(createTls(await selfSigned('gateway.test'), (_, to) => void to.end('{}')))}`;
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const signal = new AbortController().signal;
const outgoing = createOutgoing({ allowPrivate: true, patienceMs: 300, maxBytes: 4096 });
const codeOf = async (address: string, who = outgoing): Promise<string> => {
  const fault: unknown = await who.send({ url: new URL(address), signal }).catch((thrown: unknown) => thrown);
  return fault instanceof OutgoingFault ? fault.code : 'answered';
};

test('a form is posted, and a redirect is an answer like any other', async () => {
  const form = new URLSearchParams({ name: '套餐 1', sign: 'a+b' });
  const patient = createOutgoing({ allowPrivate: true });
  expect(await patient.send({ url: new URL(`${plain}/form`), form, signal })).toMatchObject({
    status: 200,
    text: 'name=%E5%A5%97%E9%A4%90+1&sign=a%2Bb',
  });
  expect(await patient.send({ url: new URL(`${plain}/moved`), signal })).toMatchObject({ status: 302, text: 'moved' });
  expect(heard).not.toContain('/there');
});

test('an answer is bounded in size and time', async () => {
  expect(await codeOf(`${plain}/large`, createOutgoing({ allowPrivate: true, maxBytes: 4096 }))).toBe('large');
  expect(await codeOf(`${plain}/silent`)).toBe('slow');
  expect(await codeOf(`${plain}/stuck`)).toBe('slow');
});

test('a certificate that nobody vouches for is not believed', async () => {
  const patient = createOutgoing({ allowPrivate: true });
  expect(await codeOf(tls, patient)).toBe('certificate');
  expect(await codeOf(plain.replace('http:', 'https:'), patient)).toBe('certificate');
});

test('nobody inside is asked, and nobody without https', async () => {
  const strict = createOutgoing({ allowPrivate: false });
  const before = heard.length;
  expect(await codeOf(`${plain}/x`, strict)).toBe('insecure');
  for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '[::1]', '169.254.169.254', '[::ffff:127.0.0.1]'])
    expect(await codeOf(`https://${host}/x`, strict)).toBe('private');
  expect(strict.problemOf(new URL('https://pay.example.com/'))).toBeUndefined();
  expect(heard.length).toBe(before);
});

test('a fault does not say what was asked', async () => {
  const url = new URL(`http://127.0.0.1:9/api.php?key=s3cret`);
  const fault: unknown = await createOutgoing({ allowPrivate: true })
    .send({ url, signal })
    .catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(OutgoingFault);
  expect(`${(fault as Error).stack} ${JSON.stringify(fault)}`).not.toContain('s3cret');
});
