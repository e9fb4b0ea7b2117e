import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { exchange } from './exchange.ts';

/** A connection to somebody who never says anything, which has closed already. */
const closedConnection = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  await once(socket, 'close');
  return socket;
};

test('a request on a connection that closed before it began ends with its time, not never', async () => {
  const socket = await closedConnection();
  const call = exchange(
    { createConnection: () => socket },
    { method: 'PUT', path: '/', body: { a: 1 }, limit: { ms: 100, answer: 100 } },
  );
  await expect(call).rejects.toMatchObject({ kind: 'unreachable', code: 'timedOut' });
});
