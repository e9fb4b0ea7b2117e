import { createCipheriv, createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import { fromAfar } from '@skyport/agent/testing/distance';
import { killAndWait, firstOutput, runInHost } from './host-script.ts';
import type { TestHost } from './net.ts';
import { selfSigned } from './self-signed.ts';

/** The far end of downloads, in a process of its own inside its own namespace. */
export interface Origin {
  /** `http://…` without a slash at the end. */
  readonly url: string;
  /** Address of a TLS 1.3 server beside it, whose handshake REALITY lines borrow. */
  readonly tlsTarget: string;
  /** `host:port` where every datagram is answered with itself. */
  readonly echo: string;
  /** Bytes of bodies that were handed to the network so far, by the request's `tag`. */
  sent(): Promise<Record<string, number>>;
  /** Bytes of bodies that came in so far, by the request's `tag`. */
  received(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

const HTTP_PORT = 80;
const TLS_PORT = 443;
const ECHO_PORT = 5353;
const CHUNK = Buffer.alloc(64 * 1024, 'skyport ');
const TICKS_A_SECOND = 20;

/** Starts the origin in `host` and waits until it answers. */
export const startOrigin = async (host: TestHost): Promise<Origin> => {
  const script = runInHost(host, import.meta.url, host.ip);
  await firstOutput(script, 'origin');
  const url = `http://${host.ip}`;
  return {
    url,
    tlsTarget: `${host.ip}:${TLS_PORT}`,
    echo: `${host.ip}:${ECHO_PORT}`,
    sent: () => figures(`${url}/sent`),
    received: () => figures(`${url}/received`),
    stop: () => killAndWait(script),
  };
};

const figures = async (url: string): Promise<Record<string, number>> =>
  (await (await fetch(url)).json()) as Record<string, number>;

const sent: Record<string, number> = {};
const received: Record<string, number> = {};

const answer = (request: IncomingMessage, response: ServerResponse): void => {
  const at = new URL(request.url ?? '/', 'http://origin');
  const tag = at.searchParams.get('tag') ?? '';
  if (at.pathname === '/sent') response.end(JSON.stringify(sent));
  else if (at.pathname === '/received') response.end(JSON.stringify(received));
  else if (at.pathname === '/take') takeBytes(request, response, tag);
  else if (at.pathname === '/bytes' || at.pathname === '/stream') give(at, response, tag);
  else response.writeHead(at.pathname === '/generate_204' ? 204 : 404).end();
};

const give = (at: URL, response: ServerResponse, tag: string): void => {
  const [n = Infinity, rate, seed] = [numberIn(at, 'n'), numberIn(at, 'rate'), at.searchParams.get('seed')];
  if (seed !== null) response.end(seeded(seed, n));
  else if (rate !== undefined) sendStream(response, { rate, tag, n });
  else sendBytes(response, n, tag);
};

const numberIn = (at: URL, name: string): number | undefined =>
  at.searchParams.has(name) ? Number(at.searchParams.get(name)) : undefined;

/**
 * Bytes that no other seed gives, the same each time: what was lost, doubled or mixed up on the way
 * shows in their hash.
 */
const seeded = (seed: string, n: number): Buffer => {
  const key = createHash('sha256').update(seed).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(n));
};

/** Hex SHA-256 of what `/bytes?n=…&seed=…` answers. */
export const hashOfSeeded = (seed: string, n: number): string =>
  createHash('sha256').update(seeded(seed, n)).digest('hex');

/** `n` bytes as fast as they are taken. */
const sendBytes = (response: ServerResponse, n: number, tag: string): void => {
  response.writeHead(200, { 'content-length': n });
  let left = n;
  const more = (): void => {
    while (left > 0) {
      const part = left >= CHUNK.length ? CHUNK : CHUNK.subarray(0, left);
      left -= part.length;
      sent[tag] = (sent[tag] ?? 0) + part.length;
      if (!response.write(part)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
};

/** `n` bytes, or without an end, at about `rate` bytes a second. */
const sendStream = (response: ServerResponse, { rate, n, tag }: { rate: number; n: number; tag: string }): void => {
  const length = Number.isFinite(n) ? { 'content-length': n } : {};
  response.writeHead(200, { 'content-type': 'application/octet-stream', ...length });
  const whole = Buffer.alloc(Math.max(1, Math.round(rate / TICKS_A_SECOND)), 's');
  let left = n;
  const timer = setInterval(() => {
    if (response.writableNeedDrain) return;
    const part = left >= whole.length ? whole : whole.subarray(0, left);
    left -= part.length;
    sent[tag] = (sent[tag] ?? 0) + part.length;
    response.write(part);
    if (left === 0) response.end();
  }, 1000 / TICKS_A_SECOND);
  response.on('close', () => clearInterval(timer));
  response.on('finish', () => clearInterval(timer));
};

/** Takes a body and says how much came. */
const takeBytes = (request: IncomingMessage, response: ServerResponse, tag: string): void => {
  let bytes = 0;
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    received[tag] = (received[tag] ?? 0) + part.length;
  });
  request.on('error', () => undefined);
  request.on('end', () => response.end(String(bytes)));
};

const serve = async (address: string): Promise<void> => {
  const tls = createTls({ ...(await selfSigned('origin.test')), minVersion: 'TLSv1.3' }, answer);
  await new Promise<void>((resolve) => tls.listen(TLS_PORT, address, resolve));
  await new Promise<void>((resolve) => createServer(fromAfar(answer)).listen(HTTP_PORT, address, resolve));
  const echo = createSocket('udp4', (message, from) => echo.send(message, from.port, from.address));
  await new Promise<void>((resolve) => echo.bind(ECHO_PORT, address, resolve));
  process.stdin.resume().on('end', () => process.exit(0));
  process.stdout.write('ready\n');
};

if (import.meta.main) await serve(process.argv[2] ?? '');
