/** A question of DNS: its number, name (lower case) and kind. */
interface DnsQuestion {
  readonly id: number;
  readonly name: string;
  /** 1 is A, 28 AAAA. */
  readonly type: number;
  /** The question's own bytes, which an answer repeats. */
  readonly bytes: Buffer;
}

const HEAD_BYTES = 12;

/** A message that asks for one name (RFC 1035, section 4.1). */
export const dnsQuestion = (name: string, type: number): Buffer => {
  const head = Buffer.from([0x4d, 0x2a, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([head, ...labels, Buffer.from([0, 0, type, 0, 1])]);
};

/** Reads the question of a message. Throws a RangeError when there is none. */
export const readDnsQuestion = (message: Buffer): DnsQuestion => {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += 1 + length;
  }
  const bytes = message.subarray(HEAD_BYTES, at + 5);
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    bytes,
  };
};

/** The answer with one IPv4 address for a minute, with none, or that there is no such name (undefined). */
export const dnsAnswer = ({ id, type, bytes }: DnsQuestion, address: string | undefined): Buffer => {
  const isFound = address !== undefined && type === 1;
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isFound ? 1 : 0, 6);
  if (!isFound) return Buffer.concat([head, bytes]);
  const record = Buffer.from([0xc0, HEAD_BYTES, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat([head, bytes, record]);
};
