import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Runs inside a client's namespace: sends a datagram through the SOCKS5 proxy of that client (RFC 1928, section 7), again
 * each half second as resolvers do, and writes the answer as one JSON text; writes `null` when none came in time.
 *
 * Arguments: proxy port, `ip:port`, text, milliseconds to wait.
 */
const AGAIN_MS = 500;
const ASSOCIATE = Buffer.from([5, 3, 0, 1, 0, 0, 0, 0, 0, 0]);
/** Reserved, fragment and address type before the address. */
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

const main = async (proxyPort: number, target: string, text: string, withinMs: number): Promise<void> => {
  const control = connect(proxyPort, '127.0.0.1');
  const relayPort = await associate(control);
  const [ip = '', port = ''] = target.split(':');
  const head = Buffer.alloc(HEAD_BYTES);
  head[3] = 1;
  Buffer.from(ip.split('.').map(Number)).copy(head, 4);
  head.writeUInt16BE(Number(port), 8);
  const socket = createSocket('udp4');
  const send = (): void => socket.send(Buffer.concat([head, Buffer.from(text)]), relayPort, '127.0.0.1');
  const finish = (answer: string | null): void => {
    process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
  };
  socket.once('message', (message) => finish(message.subarray(HEAD_BYTES).toString()));
  setTimeout(() => finish(null), withinMs);
  setInterval(send, AGAIN_MS);
  send();
};

if (import.meta.main) {
  const [port, target = '', text = '', withinMs] = process.argv.slice(2);
  await main(Number(port), target, text, Number(withinMs));
}
