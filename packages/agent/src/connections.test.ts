import { once } from 'node:events';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { type Bounds, bounds } from './connections.ts';
import { makeNodeKey } from './enrol.ts';
import { listen } from './server.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A port of an agent, and clients that come to it from addresses of their own. */
const scene = async (limits: Partial<Bounds>) => {
  const pair = await makeNodeKey(Date.now());
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    pair,
    limits: { ...bounds, ...limits },
    admit: (peer) => (peer ? 'all' : 'none'),
    log: quiet,
    routes: { 'GET /': () => ({ status: 200, body: {} }) },
  });
  const open: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await server.close();
  });
  const place = (from: string) => ({ port: server.port, host: '127.0.0.1', localAddress: from });
  const kept = <T extends Socket>(socket: T): T => {
    socket.on('error', () => undefined);
    open.push(socket);
    return socket;
  };
  return {
    /** Connects and says nothing. */
    silent: async (from: string): Promise<Socket> => {
      const socket = kept(connect(place(from)));
      await once(socket, 'connect');
      return socket;
    },
    /** Finishes the handshake, with or without a certificate. */
    secure: async (from: string, known = true): Promise<TLSSocket> => {
      const own = known ? { key: pair.key, cert: pair.certificate } : {};
      const socket = kept(connectTls({ ...place(from), ...own, rejectUnauthorized: false }));
      await once(socket, 'secureConnect');
      return socket;
    },
    ask: async (from: string): Promise<number | undefined> => {
      const own = { key: pair.key, cert: pair.certificate, rejectUnauthorized: false, agent: false as const };
      const asked = request({ ...place(from), ...own });
      asked.end();
      const [response] = await once(asked, 'response');
      response.resume();
      return response.statusCode;
    },
  };
};

const closed = (socket: Socket): boolean => socket.destroyed || socket.readableEnded;
/** Resolves once the server has ended the connection. */
const ended = async (socket: Socket): Promise<void> => {
  socket.resume();
  if (!closed(socket)) await new Promise((resolve) => socket.once('close', resolve));
};

test('a handshake that is not complete in time is cut, however busy it looks', async () => {
  const { silent, ask } = await scene({ newMs: 600 });
  const [idle, drip] = [await silent('127.0.0.2'), await silent('127.0.0.3')];
  // A client's hello of 512 bytes, a byte at a time: each byte would restart an idle timer.
  const hello = Buffer.concat([Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01]), Buffer.alloc(500)]);
  let sent = 0;
  const dripping = setInterval(() => drip.write(hello.subarray(sent, (sent += 1))), 150);
  await Promise.all([ended(idle), ended(drip)]);
  clearInterval(dripping);
  expect(sent).toBeLessThan(hello.length);
  expect(await ask('127.0.0.2')).toBe(200);
  expect(bounds.newMs).toBe(5000);
});

test('a stranger who finishes the handshake is cut all the same, and the panel is not', async () => {
  const { secure } = await scene({ newMs: 600 });
  const [stranger, panel] = [await secure('127.0.0.2', false), await secure('127.0.0.3')];
  await ended(stranger);
  // One that came after the panel is cut, too: by then the panel would have been.
  await ended(await secure('127.0.0.4', false));
  expect(closed(panel)).toBe(false);
});

test('one address holds no more than its share, and the oldest goes first', async () => {
  const { silent, ask } = await scene({ newPerPrefix: 3 });
  const sockets: Socket[] = [];
  for (let count = 0; count < 5; count++) sockets.push(await silent('127.0.0.2'));
  await Promise.all(sockets.slice(0, 2).map(ended));
  expect(sockets.map(closed)).toEqual([true, true, false, false, false]);
  // Somebody else's connections are untouched by it, and the full address itself can still be asked from.
  expect(await ask('127.0.0.3')).toBe(200);
  expect(await ask('127.0.0.2')).toBe(200);
});

test('strangers on many addresses neither end the panel’s connections nor keep a new one out', async () => {
  const { silent, secure, ask } = await scene({ newInAll: 10 });
  const panel = await secure('127.0.0.9');
  const strangers: Socket[] = [];
  for (let at = 0; at < 40; at++) strangers.push(await silent(`127.0.1.${at + 1}`));
  // A half-open connection of the panel's own address, which the flood that follows does not push out.
  const late = await silent('127.0.0.9');
  for (let at = 0; at < 40; at++) strangers.push(await silent(`127.0.2.${at + 1}`));
  await Promise.all(strangers.slice(0, 70).map(ended));
  expect(strangers.filter((socket) => !closed(socket)).length).toBeLessThanOrEqual(10);
  expect([closed(panel), closed(late)]).toEqual([false, false]);
  expect(await ask('127.0.0.9')).toBe(200);
  expect(await ask('127.0.0.8')).toBe(200);
});

test('connections with a good certificate are bounded too', async () => {
  const { secure } = await scene({ openPerPrefix: 2 });
  const [first] = [await secure('127.0.0.2'), await secure('127.0.0.2'), await secure('127.0.0.2')];
  await ended(first);
});
