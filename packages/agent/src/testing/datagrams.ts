import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { associate, HEAD_BYTES, headFor } from '../../../../testkit/socks-udp.ts';

/**
 * A server of datagrams on loopback: it answers each one with itself, and `stream` with one every 20 ms from then on.
 */
export type UdpServer = { port: number; address: string; heard(): number; close(): void };

const EVERY_MS = 20;

/** Starts a server of datagrams at a free port, or at the named one. */
export const startUdpServer = async (address = '127.0.0.1', port = 0): Promise<UdpServer> => {
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
export type UdpSender = { send(host: string, port: number, text: string): void; said(): string[]; close(): void };

/** Opens the UDP relay of the proxy at a loopback port. Throws when the proxy refuses UDP. */
export const openUdpSender = async (proxyPort: number): Promise<UdpSender> => {
  const control = connect(proxyPort, '127.0.0.1');
  control.on('error', () => undefined);
  const relay = await associate(control);
  const socket = createSocket('udp4');
  const said: string[] = [];
  socket.on('message', (message) => said.push(message.subarray(HEAD_BYTES).toString()));
  return {
    send: (host, port, text) =>
      socket.send(Buffer.concat([headFor(host, port), Buffer.from(text)]), relay, '127.0.0.1'),
    said: () => said,
    close: () => {
      socket.close();
      control.destroy();
    },
  };
};
