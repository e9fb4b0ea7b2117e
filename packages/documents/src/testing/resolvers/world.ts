import { createSocket } from 'node:dgram';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:net';
import {
  CERTIFIED,
  EXIT,
  HOUSE,
  HOUSE_SITE,
  MAINLAND,
  MAINLAND_SITE,
  OTHER_UDP_PORT,
  SITE,
  WORLDWIDE,
  addressOfName,
} from './places.ts';
import { dnsAnswer, readDnsQuestion } from './dns-message.ts';

/** Somebody asked a resolver for a name, from an address. */
export interface Heard {
  readonly resolver: string;
  readonly from: string;
  readonly name: string;
  /** 1 is A, 28 AAAA. */
  readonly type: number;
}

/*
 * A script for the namespace of the world: resolvers by UDP, TCP and HTTPS, and sites that say who has come. What
 * resolvers are asked goes to standard output, one JSON a line. Its one argument holds certificates with keys by
 * address, as JSON. It ends with its standard input.
 */

const bare = (address: string | undefined): string => (address ?? '').replace(/^::ffff:/, '');

const answerTo = (message: Buffer, resolver: string, from: string | undefined): Buffer => {
  const question = readDnsQuestion(message);
  const heard: Heard = { resolver, from: bare(from), name: question.name, type: question.type };
  process.stdout.write(`${JSON.stringify(heard)}\n`);
  return dnsAnswer(question, addressOfName(question.name, resolver));
};

const openUdp = (address: string): void => {
  const socket = createSocket('udp4');
  socket.on('message', (message, { address: from, port }) => socket.send(answerTo(message, address, from), port, from));
  socket.bind(53, address);
};

const openTcp = (address: string): void => {
  createServer((socket) => {
    let got = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (part: Buffer) => {
      got = Buffer.concat([got, part]);
      while (got.length > 2 && got.length >= 2 + got.readUInt16BE(0)) {
        const end = 2 + got.readUInt16BE(0);
        const answer = answerTo(got.subarray(2, end), address, socket.remoteAddress);
        const length = Buffer.alloc(2);
        length.writeUInt16BE(answer.length);
        socket.write(Buffer.concat([length, answer]));
        got = got.subarray(end);
      }
    });
  }).listen(53, address);
};

const openHttps = (address: string, certified: { readonly cert: string; readonly key: string }): void => {
  createSecureServer({ ...certified, allowHTTP1: true }, (request, response) => {
    const from = request.socket.remoteAddress;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const asked = new URL(request.url, 'https://resolver').searchParams.get('dns');
      const message = asked === null ? Buffer.concat(parts) : Buffer.from(asked, 'base64url');
      // A client that gives up ends its request before it has said anything.
      if (message.length === 0) return response.stream.close();
      response.setHeader('content-type', 'application/dns-message');
      response.end(answerTo(message, address, from));
    });
  }).listen(443, address);
};

/** What a site says to a probe, and to a page's request: who has come, with a code that no file has. */
const answersTo = (from: string): Readonly<Record<string, string>> => ({
  HEAD: 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n',
  GET: `HTTP/1.1 404 Not Found\r\nContent-Length: ${from.length}\r\nConnection: close\r\n\r\n${from}`,
});

/** A site says who has come: by TCP to the first bytes, by UDP to every datagram. */
const openSite = (address: string): void => {
  createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      const [method = ''] = first.toString('latin1').split(' ');
      const from = bare(socket.remoteAddress);
      socket.end(answersTo(from)[method] ?? from);
    });
  }).listen(80, address);
  for (const udpPort of [443, OTHER_UDP_PORT]) {
    const socket = createSocket('udp4');
    socket.on('message', (_, { address: from, port }) => socket.send(from, port, from));
    socket.bind(udpPort, address);
  }
};

const certificates = JSON.parse(process.argv[2] ?? '{}') as Record<string, { cert: string; key: string }>;
for (const address of [...MAINLAND, ...WORLDWIDE, HOUSE, EXIT]) {
  openUdp(address);
  openTcp(address);
  const certified = certificates[address];
  if (certified && Object.hasOwn(CERTIFIED, address)) openHttps(address, certified);
}
for (const address of [SITE, HOUSE_SITE, MAINLAND_SITE]) openSite(address);
process.stdout.write('"ready"\n');
process.stdin.resume().on('end', () => process.exit(0));
