import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A datagram to be sent, and how long an answer may take. */
export interface Question {
  /** Port of the proxy. */
  readonly port: number;
  /** `ip:port`. */
  readonly target: string;
  readonly text: string;
  readonly withinMs: number;
}

const AGAIN_MS = 500;
const ASSOCIATE = Buffer.from([5, 3, 0, 1, 0, 0, 0, 0, 0, 0]);
/** Reserved, fragment, type of address, IPv4 address and port: what stands before every datagram. */
const HEAD_BYTES = 10;

const read = async (socket: Socket, least: number): Promise<Buffer> => {
  let got = Buffer.alloc(0);
  while (got.length < least) {
    const [part] = (await once(socket, 'data')) as [Buffer];
    got = Buffer.concat([got, part]);
  }
  return got;
};

/** Asks the proxy for its UDP port; the connection must stay open as long as that is used. */
const associate = async (control: Socket): Promise<number> => {
  await once(control, 'connect');
  control.write(Buffer.from([5, 1, 0]));
  await read(control, 2);
  control.write(ASSOCIATE);
  const answer = await read(control, HEAD_BYTES);
  if (answer[1] !== 0) throw new Error(`the proxy refuses UDP with code ${answer[1]}`);
  return answer.readUInt16BE(8);
};

const headFor = (target: string): Buffer => {
  const [ip = '', port = ''] = target.split(':');
  const head = Buffer.alloc(HEAD_BYTES);
  head[3] = 1;
  Buffer.from(ip.split('.').map(Number)).copy(head, 4);
  head.writeUInt16BE(Number(port), 8);
  return head;
};

/**
 * Sends a datagram through the SOCKS5 proxy at a port of this machine (RFC 1928, section 7), again each half second as
 * resolvers do. Gives the answer, or null when none came in time. Throws when the proxy refuses UDP.
 */
export const askThrough = async ({ port, target, text, withinMs }: Question): Promise<string | null> => {
  const control = connect(port, '127.0.0.1');
  const socket = createSocket('udp4');
  let again: NodeJS.Timeout | undefined;
  try {
    const relayPort = await associate(control);
    const datagram = Buffer.concat([headFor(target), Buffer.from(text)]);
    const send = (): void => socket.send(datagram, relayPort, '127.0.0.1');
    again = setInterval(send, AGAIN_MS);
    send();
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(withinMs) })) as [Buffer];
    return answer.subarray(HEAD_BYTES).toString();
  } catch (fault) {
    if (fault instanceof Error && fault.name === 'AbortError') return null;
    throw fault;
  } finally {
    clearInterval(again);
    socket.close();
    control.destroy();
  }
};
