import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A server of datagrams on loopback: it answers each one with itself, and `stream` with one every 20 ms from then on. */
export type Talker = { port: number; address: string; heard(): number; close(): void };

const EVERY_MS = 20;
/** Reserved, fragment, type of address, IPv4 address and port: what stands before every datagram (RFC 1928, 7). */
const HEAD_BYTES = 10;

/** Starts a server of datagrams at a free port, or at the named one. */
export const startTalker = async (address = '127.0.0.1', port = 0): Promise<Talker> => {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const timers = new Set<NodeJS.Timeout>();
  let heard = 0;
  socket.on('message', (message, from) => {
    heard++;
    const send = (): void => socket.send(message, from.port, from.address, () => undefined);
    if (message.toString() === 'stream') timers.add(setInterval(send, EVERY_MS));
    else send();
  });
  socket.bind(port, address);
  await once(socket, 'listening');
  const close = (): void => {
    for (const timer of timers) clearInterval(timer);
    socket.close();
  };
  return { port: socket.address().port, address, heard: () => heard, close };
};

/** Datagrams through a SOCKS5 proxy, all from one socket of the client: `said` counts what came back. */
export type Teller = { send(host: string, port: number, text: string): void; said(): string[]; close(): void };

/** Opens the UDP relay of the proxy at a loopback port. */
export const openTeller = async (proxyPort: number): Promise<Teller> => {
  const control = connect(proxyPort, '127.0.0.1');
  control.on('error', () => undefined);
  await once(control, 'connect');
  control.write(Buffer.from([5, 1, 0]));
  await read(control, 2);
  control.write(Buffer.from([5, 3, 0, 1, 0, 0, 0, 0, 0, 0]));
  const relay = (await read(control, HEAD_BYTES)).readUInt16BE(8);
  const socket = createSocket('udp4');
  const said: string[] = [];
  socket.on('message', (message) => said.push(message.subarray(HEAD_BYTES).toString()));
  return {
    send: (host, port, text) => socket.send(Buffer.concat([headOf(host, port), Buffer.from(text)]), relay, '127.0.0.1'),
    said: () => said,
    close: () => {
      socket.close();
      control.destroy();
    },
  };
};

/** Names go as names (type 3), numbers as IPv4 (type 1). */
const headOf = (host: string, port: number): Buffer => {
  const end = Buffer.alloc(2);
  end.writeUInt16BE(port);
  const isNumber = /^\d+\.\d+\.\d+\.\d+$/.test(host);
  const name = isNumber
    ? Buffer.from([1, ...host.split('.').map(Number)])
    : Buffer.from([3, host.length, ...Buffer.from(host)]);
  return Buffer.concat([Buffer.alloc(3), name, end]);
};

const read = async (socket: Socket, least: number): Promise<Buffer> => {
  let got = Buffer.alloc(0);
  while (got.length < least) {
    const [part] = (await once(socket, 'data')) as [Buffer];
    got = Buffer.concat([got, part]);
  }
  return got;
};
