import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { killAndWait, pipeBothWays, runInHost } from './host-script.ts';
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
interface EdgeConfig {
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
  const config: EdgeConfig = { name, address: host.ip, node, port, ...(await issue(name)) };
  const script = runInHost(host, import.meta.url);
  script.stdin.write(`${JSON.stringify(config)}\n`);
  const seen = { forwarded: 0, refused: 0 };
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: script.stdout }).on('line', (line) => {
      if (line === 'ready') resolve();
      else if (line === 'forwarded' || line === 'refused') seen[line] += 1;
    });
    script.once('exit', (code) => reject(new Error(`the edge ended with code ${code}`)));
  });
  return {
    ip: host.ip,
    trust,
    counts: () => ({ ...seen }),
    stop: () => {
      rmSync(folder, { recursive: true, force: true });
      return killAndWait(script);
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

const forward = (request: IncomingMessage, near: Duplex, begun: Buffer, { node, port }: EdgeConfig): void => {
  say('forwarded');
  const far = connect(port, node, () => {
    far.write(headOf(request));
    far.write(begun);
  });
  pipeBothWays(near, far);
};

const makeEdge = (config: EdgeConfig): Server => {
  const context = createSecureContext({ cert: config.cert, key: config.key });
  const server = createServer({
    // Edges offer both; a client that lets itself be talked into HTTP/2 can open no WebSocket of this kind.
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (asked, answer) =>
      asked === config.name ? answer(null, context) : answer(new Error(`not the edge of ${asked}`)),
  });
  server.on('request', (_, response) => {
    say('refused');
    response.writeHead(403).end();
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, begun: Buffer) => {
    const alpn = (request.socket as TLSSocket).alpnProtocol;
    if (request.headers.host === config.name && request.headers.upgrade === 'websocket' && alpn !== 'h2') {
      forward(request, socket, begun, config);
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
      const config = JSON.parse(line) as EdgeConfig;
      makeEdge(config).listen(EDGE_PORT, config.address, () => say('ready'));
    })
    .once('close', () => process.exit(0));
}
