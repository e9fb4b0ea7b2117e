import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { ended, joinEnds, runInHost } from './hosted.ts';
import type { TestHost } from './net.ts';
import { authority } from './self-signed.ts';

/** An edge of a content network: ends TLS for one name and hands WebSockets for it on to the node, in plain text. */
export interface CdnEdge {
  readonly ip: string;
  /** File with the certificate of the authority that clients must trust, as `SSL_CERT_FILE` names it. */
  readonly trust: string;
  /** WebSockets handed on so far, and connections or requests that were turned away. */
  counts(): { readonly forwarded: number; readonly refused: number };
  stop(): Promise<void>;
}

/** What an edge serves: the only name it answers for, and where WebSockets for it go. */
interface EdgeOrders {
  readonly name: string;
  readonly address: string;
  readonly node: string;
  readonly port: number;
  readonly cert: string;
  readonly key: string;
}

/** Port of every edge: documents name none. */
export const EDGE_PORT = 443;

/** Starts an edge in `host` for a name whose lines listen at `port` of the node, and waits until it listens. */
export const startCdnEdge = async (
  host: TestHost,
  { name, node, port }: { readonly name: string; readonly node: string; readonly port: number },
): Promise<CdnEdge> => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-edge-'));
  const trust = join(folder, 'authority.pem');
  const { certificate, issue } = await authority('Test authority');
  writeFileSync(trust, certificate);
  const orders: EdgeOrders = { name, address: host.ip, node, port, ...(await issue(name)) };
  const script = runInHost(host, import.meta.url);
  script.stdin.write(`${JSON.stringify(orders)}\n`);
  const seen = { forwarded: 0, refused: 0 };
  await new Promise<void>((done, fail) => {
    createInterface({ input: script.stdout }).on('line', (line) => {
      if (line === 'ready') done();
      else if (line === 'forwarded' || line === 'refused') seen[line] += 1;
    });
    script.once('exit', (code) => fail(new Error(`the edge ended with code ${code}`)));
  });
  return {
    ip: host.ip,
    trust,
    counts: () => ({ ...seen }),
    stop: () => {
      rmSync(folder, { recursive: true, force: true });
      return ended(script);
    },
  };
};

const say = (what: 'ready' | 'forwarded' | 'refused'): void => void process.stdout.write(`${what}\n`);

/** The head of a request as it is sent on: as it came, with the client's address as every content network adds it. */
const headOf = (request: IncomingMessage): string => {
  const pairs: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    pairs.push(`${request.rawHeaders[at] ?? ''}: ${request.rawHeaders[at + 1] ?? ''}`);
  }
  pairs.push(`X-Forwarded-For: ${request.socket.remoteAddress ?? ''}`, 'X-Forwarded-Proto: https');
  return `${request.method ?? ''} ${request.url ?? ''} HTTP/1.1\r\n${pairs.join('\r\n')}\r\n\r\n`;
};

const handOn = (request: IncomingMessage, near: Duplex, begun: Buffer, { node, port }: EdgeOrders): void => {
  say('forwarded');
  const far = connect(port, node, () => {
    far.write(headOf(request));
    far.write(begun);
  });
  joinEnds(near, far);
};

const makeEdge = (orders: EdgeOrders): Server => {
  const context = createSecureContext({ cert: orders.cert, key: orders.key });
  const server = createServer({
    // Edges offer both; a client that lets itself be talked into HTTP/2 can open no WebSocket of this kind.
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (asked, answer) =>
      asked === orders.name ? answer(null, context) : answer(new Error(`not the edge of ${asked}`)),
  });
  server.on('request', (_, response) => {
    say('refused');
    response.writeHead(403).end();
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, begun: Buffer) => {
    const alpn = (request.socket as TLSSocket).alpnProtocol;
    if (request.headers.host === orders.name && request.headers.upgrade === 'websocket' && alpn !== 'h2') {
      handOn(request, socket, begun, orders);
    } else {
      say('refused');
      socket.end('HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    }
  });
  server.on('tlsClientError', () => say('refused'));
  return server;
};

if (import.meta.main) {
  createInterface({ input: process.stdin })
    .once('line', (line) => {
      const orders = JSON.parse(line) as EdgeOrders;
      makeEdge(orders).listen(EDGE_PORT, orders.address, () => say('ready'));
    })
    .once('close', () => process.exit(0));
}
