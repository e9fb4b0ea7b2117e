import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../testkit/until.ts';
import { receiveQueueOf, waitingIn } from './receive-queues.ts';

const stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('what waits at open ports of TCP and UDP is counted, and what waits at outgoing connections is not', () => {
  const rest = '00:00000000 00000000     0        0 1597 1 000000002b4e731a 100 0 0 10 0';
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    `   0: 00000000:07E8 00000000:0000 0A 00000000:00000005 ${rest}`,
    `   1: 0100007F:07E8 0100007F:9C40 01 00000007:00000010 ${rest}`,
    `   2: 0100007F:9C40 0100007F:07E8 01 00000000:00000100 ${rest}`,
    `   3: 0100007F:07E8 0100007F:9C41 08 00000000:00001000 ${rest}`,
    `   4: 00000000:01BB 00000000:0000 07 00000000:00010000 ${rest}`,
    `   5: 0100007F:9C42 0100007F:0035 01 00000000:00100000 ${rest}`,
  ].join('\n');
  expect(waitingIn(table)).toBe(0x1_0010);
});

test('bytes that a process has not read are seen', async () => {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  stops.push(() => client.destroy());
  const [socket] = await accepted;
  stops.push(() => socket.destroy());
  client.write(Buffer.alloc(100_000));
  await until('the bytes to wait', async () => receiveQueueOf(process.pid) >= 100_000);
});

test('a process that is gone has nothing waiting', () => {
  expect(receiveQueueOf(2 ** 30)).toBe(0);
});
