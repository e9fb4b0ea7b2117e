import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A resolver of a test's own: `asked` counts questions for an address by name. */
export type Resolver = { address: string; close(): void };

/** Addresses of a name at its n-th question of this kind (from 0); IPv4 for kind A, IPv6 for AAAA. */
export type Answers = (name: string, kind: 'A' | 'AAAA', asked: number) => readonly string[];

const KINDS = new Map([
  [1, 'A'],
  [28, 'AAAA'],
] as const);

/** Answers DNS questions (RFC 1035) at port 53 of a loopback address; answers live for no time. */
export const startResolver = async (address: string, answers: Answers): Promise<Resolver> => {
  const socket = createSocket('udp4');
  const asked = new Map<string, number>();
  socket.on('message', (question, from) => {
    const { name, end } = readName(question);
    const kind = KINDS.get(question.readUInt16BE(end) as 1 | 28);
    const count = asked.get(`${kind} ${name}`) ?? 0;
    asked.set(`${kind} ${name}`, count + 1);
    const addresses = kind ? answers(name, kind, count) : [];
    socket.send(answerTo(question.subarray(0, end + 4), addresses), from.port, from.address);
  });
  socket.bind(53, address);
  await once(socket, 'listening');
  return { address, close: () => socket.close() };
};

const HEADER_BYTES = 12;

const readName = (question: Buffer): { name: string; end: number } => {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
};

const answerTo = (question: Buffer, addresses: readonly string[]): Buffer => {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    // A pointer to the question's name, the kind, class IN, no time to live, and the length.
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
};

/** IPv6 without a dotted end. */
const bytesOf = (address: string): Buffer => {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const zeros = Array.from({ length: 8 - groups(left).length - groups(right).length }, () => '0');
  const all = [...groups(left), ...(address.includes('::') ? zeros : []), ...groups(right)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
};
