import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIPv4 } from 'node:net';
import { createInterface } from 'node:readline';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { associate, HEAD_BYTES, headFor } from '../../../../../testkit/socks-udp.ts';
import { dnsQuestion } from './dns-message.ts';

/**
 * How a program gets to a name: by TCP, HTTP, the first bytes of TLS or UDP through the client's proxy, or by
 * asking the client for an address.
 * `ready` only sees whether the proxy listens.
 */
export type Way = 'tcp' | 'http' | 'tls' | 'udp' | 'a' | 'aaaa' | 'ready';

/** Something to do with a name, at a client whose proxy and name server listen at these ports of this host. */
export interface Errand {
  readonly id: number;
  readonly way: Way;
  readonly name: string;
  /** Address that the program dials instead of the name, as behind a tun. */
  readonly dials?: string;
  /** Where datagrams go, instead of where QUIC does. */
  readonly udpPort?: number;
  readonly proxyPort: number;
  /** Null: the client takes questions out of what goes through its proxy. */
  readonly dnsPort: number | null;
  /** How long an answer may take, ms. */
  readonly patienceMs: number;
}

/** What came of it: what the site said, `answer` of a name server, or nothing. */
export interface Done {
  readonly id: number;
  readonly outcome: string | null;
}

/*
 * A script for the namespace of the client: takes errands as JSON lines and writes what came of them. Datagrams are
 * sent again each half second, as apps do, until something comes or the patience is over. The line `"enough"` gives up
 * what is under way.
 */

const AGAIN_MS = 500;
/** A client may close a UDP association that was idle for this long, ms. */
const ASSOCIATION_MS = 10_000;

let enough = new AbortController();

/** Length of what stands before a proxy's answer: its address is of IPv4, of IPv6, or a name (RFC 1928, section 6). */
const headLength = (answer: Buffer): number => {
  const type = answer[3];
  if (type === 3) return 7 + (answer[4] ?? 0);
  return type === 4 ? 22 : HEAD_BYTES;
};

/** What a site says is the address that it was reached from. */
const addressIn = (said: Buffer): string | null => {
  const text = said.toString('latin1');
  return isIPv4(text) ? text : null;
};

/** What a program says first, and to which port. */
interface Opening {
  readonly port: number;
  readonly first: string | Buffer;
}

/** Opens a connection through the proxy, says something, and gives what comes until the end. */
const converse = async (errand: Errand, { port, first }: Opening): Promise<Buffer> => {
  const { name, dials = name, proxyPort, patienceMs } = errand;
  const socket = connect(proxyPort, '127.0.0.1');
  const timer = setTimeout(() => socket.destroy(), patienceMs);
  try {
    await once(socket, 'connect');
    socket.write(Buffer.from([5, 1, 0]));
    let got = Buffer.alloc(0);
    socket.once('data', () => {
      socket.write(Buffer.concat([Buffer.from([5, 1, 0]), headFor(dials, port).subarray(3)]));
      // Some clients open a line only with the first bytes of an app.
      socket.once('data', () => socket.write(first));
      socket.on('data', (part: Buffer) => (got = Buffer.concat([got, part])));
    });
    await once(socket, 'close');
    return got.subarray(headLength(got));
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
};

const byTcp = async (errand: Errand): Promise<string | null> =>
  addressIn(await converse(errand, { port: 80, first: 'hello' }));

const byHttp = async (errand: Errand): Promise<string | null> => {
  const first = `GET / HTTP/1.1\r\nHost: ${errand.name}\r\nConnection: close\r\n\r\n`;
  const answer = await converse(errand, { port: 80, first });
  const body = answer.indexOf('\r\n\r\n');
  return body < 0 ? null : addressIn(answer.subarray(body + 4));
};

/** The first message of TLS for a name. */
const clientHello = (servername: string): Promise<Buffer> =>
  new Promise((resolve) => {
    const write = (bytes: Buffer, _: string, done: () => void): void => {
      resolve(bytes);
      done();
    };
    connectTls({ socket: new Duplex({ read: () => {}, write }), servername });
  });

/** The site answers a first message in plain text. */
const byTls = async (errand: Errand): Promise<string | null> =>
  addressIn(await converse(errand, { port: 443, first: await clientHello(errand.name) }));

const patience = (ms: number): AbortSignal => AbortSignal.any([AbortSignal.timeout(ms), enough.signal]);

interface Datagram {
  readonly bytes: Buffer;
  readonly port: number;
  readonly patienceMs: number;
}

/** Sends until something comes back. */
const exchange = async ({ bytes, port, patienceMs }: Datagram): Promise<Buffer | null> => {
  const socket = createSocket('udp4');
  const send = (): void => socket.send(bytes, port, '127.0.0.1');
  const again = setInterval(send, AGAIN_MS);
  try {
    send();
    const [answer] = (await once(socket, 'message', { signal: patience(patienceMs) })) as [Buffer];
    return answer;
  } catch {
    return null;
  } finally {
    clearInterval(again);
    socket.close();
  }
};

/** What is sent through the proxy, and where to. */
interface Parcel {
  readonly host: string;
  readonly port: number;
  readonly bytes: Buffer;
}

const throughProxy = async ({ proxyPort, patienceMs }: Errand, parcel: Parcel): Promise<Buffer | null> => {
  const control = connect(proxyPort, '127.0.0.1');
  try {
    const port = await associate(control);
    const bytes = Buffer.concat([headFor(parcel.host, parcel.port), parcel.bytes]);
    const answer = await exchange({ bytes, port, patienceMs });
    return answer && answer.subarray(headLength(answer));
  } finally {
    control.destroy();
  }
};

const byUdp = async (errand: Errand): Promise<string | null> => {
  const answer = await throughProxy(errand, {
    host: errand.name,
    port: errand.udpPort ?? 443,
    bytes: Buffer.from('hello'),
  });
  return answer && addressIn(answer);
};

const byQuestion = async (errand: Errand): Promise<string | null> => {
  const { way, name, dnsPort, patienceMs } = errand;
  // Reverse zones have PTR records alone.
  const type = name.endsWith('.in-addr.arpa') ? 12 : way === 'a' ? 1 : 28;
  const bytes = dnsQuestion(name, type);
  const answer =
    dnsPort === null
      ? await throughProxy(errand, { host: '198.18.0.2', port: 53, bytes })
      : await exchange({ bytes, port: dnsPort, patienceMs });
  return answer && 'answer';
};

/** Repeats an attempt on new UDP associations until it is answered: clients close idle ones. */
const persist = async (errand: Errand, attempt: (errand: Errand) => Promise<string | null>): Promise<string | null> => {
  const { signal } = enough;
  const end = performance.now() + errand.patienceMs;
  for (let leftMs = errand.patienceMs; leftMs > 0 && !signal.aborted; leftMs = end - performance.now()) {
    const outcome = await attempt({ ...errand, patienceMs: Math.min(leftMs, ASSOCIATION_MS) });
    if (outcome !== null) return outcome;
  }
  return null;
};

const byKnocking = async ({ proxyPort }: Errand): Promise<string> => {
  const socket = connect(proxyPort, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
  return 'open';
};

const ways: Readonly<Record<Way, (errand: Errand) => Promise<string | null>>> = {
  tcp: byTcp,
  http: byHttp,
  tls: byTls,
  udp: (errand) => persist(errand, byUdp),
  a: (errand) => persist(errand, byQuestion),
  aaaa: (errand) => persist(errand, byQuestion),
  ready: byKnocking,
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const errand = JSON.parse(line) as Errand | 'enough';
    if (errand === 'enough') {
      enough.abort();
      enough = new AbortController();
      return;
    }
    void ways[errand.way](errand)
      .catch(() => null)
      .then((outcome) => process.stdout.write(`${JSON.stringify({ id: errand.id, outcome } satisfies Done)}\n`));
  })
  .on('close', () => process.exit(0));
