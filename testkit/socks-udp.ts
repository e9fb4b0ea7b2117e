import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Bytes that stand before every datagram: reserved, fragment, type of address, IPv4 address and port (RFC 1928, 7). */
export const HEAD_BYTES = 10;

/**
 * Asks the SOCKS5 proxy that `control` is being connected to for its UDP port, which can be used as long as `control`
 * stays open. Throws when the proxy refuses UDP.
 */
export const associate = async (control: Socket): Promise<number> => {
  await once(control, 'connect');
  control.write(Buffer.from([5, 1, 0]));
  await read(control, 2);
  control.write(Buffer.from([5, 3, 0, 1, 0, 0, 0, 0, 0, 0]));
  const answer = await read(control, HEAD_BYTES);
  if (answer[1] !== 0) throw new Error(`the proxy refuses UDP with code ${answer[1]}`);
  return answer.readUInt16BE(8);
};

const read = async (socket: Socket, least: number): Promise<Buffer> => {
  let got = Buffer.alloc(0);
  while (got.length < least) {
    const [part] = (await once(socket, 'data')) as [Buffer];
    got = Buffer.concat([got, part]);
  }
  return got;
};

/** What says where a datagram goes: names go as names (type 3), numbers as IPv4 (type 1). */
export const headFor = (host: string, port: number): Buffer => {
  const end = Buffer.alloc(2);
  end.writeUInt16BE(port);
  const isNumber = /^\d+\.\d+\.\d+\.\d+$/.test(host);
  const name = isNumber
    ? Buffer.from([1, ...host.split('.').map(Number)])
    : Buffer.from([3, host.length, ...Buffer.from(host)]);
  return Buffer.concat([Buffer.alloc(3), name, end]);
};
