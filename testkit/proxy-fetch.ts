import { createHash } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** What a fetch has brought so far; with `end` nothing more comes. */
export interface FetchNews {
  readonly bytes: number;
  /** Bytes of the body that were given away. */
  readonly given: number;
  /** `broken`: the connection ended before its time; `refused`: there was no answer at all. */
  readonly end?: 'complete' | 'broken' | 'refused';
  readonly reason?: string;
  /** Of everything that came, hex; at the end. */
  readonly sha256?: string;
}

/** A body to be sent: so many bytes, at about so many a second. */
export interface Upload {
  readonly n: number;
  readonly rate: number;
}

const EVERY_MS = 100;

/**
 * Fetches an address through the HTTP proxy at a port of this machine, by one CONNECT tunnel. Tells each 100 ms what
 * has come, and once how it ended. Gives what ends it early. With an `upload` a body is sent first.
 */
export const fetchThrough = (
  { port, url, upload }: { readonly port: number; readonly url: URL; readonly upload?: Upload | undefined },
  tell: (news: FetchNews) => void,
): (() => void) => {
  let bytes = 0;
  let given = 0;
  let over = false;
  let tunnelled: Socket | undefined;
  const hash = createHash('sha256');
  const timer = setInterval(() => tell({ bytes, given }), EVERY_MS);
  const host = `${url.hostname}:${url.port || 80}`;
  const tunnel = request({ host: '127.0.0.1', port, method: 'CONNECT', path: host, agent: false });
  const finish = (end: NonNullable<FetchNews['end']>, reason = ''): void => {
    if (over) return;
    over = true;
    clearInterval(timer);
    tell({ bytes, given, end, reason, sha256: hash.digest('hex') });
    tunnel.destroy();
    tunnelled?.destroy();
  };
  tunnel.on('error', (fault) => finish('refused', fault.message));
  tunnel.on('connect', (answer, socket: Socket) => {
    tunnelled = socket;
    socket.on('error', (fault) => finish(bytes > 0 ? 'broken' : 'refused', fault.message));
    if (over) return void socket.destroy();
    if (answer.statusCode !== 200) return finish('refused', `CONNECT answered ${answer.statusCode}`);
    const fetch = request({
      createConnection: () => socket,
      host: url.hostname,
      path: url.pathname + url.search,
      method: upload ? 'POST' : 'GET',
      headers: { connection: 'close', ...(upload && { 'content-length': upload.n }) },
    });
    fetch.on('error', (fault) => finish(bytes > 0 ? 'broken' : 'refused', fault.message));
    fetch.on('response', (response) => {
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (!over) hash.update(part);
      });
      response.on('error', (fault) => finish('broken', fault.message));
      response.on('end', () => finish(response.complete ? 'complete' : 'broken'));
    });
    if (upload) giveBody(fetch, upload, (more) => (given += more));
    else fetch.end();
  });
  tunnel.end();
  return () => finish('broken', 'cancelled');
};

/** Gives a body away part by part, and tells how much went each time. */
const giveBody = (to: ClientRequest, { n, rate }: Upload, gave: (bytes: number) => void): void => {
  const whole = Buffer.alloc(Math.max(1, Math.round((rate * EVERY_MS) / 1000)), 'u');
  let left = n;
  const timer = setInterval(() => {
    if (to.writableNeedDrain) return;
    const part = left >= whole.length ? whole : whole.subarray(0, left);
    left -= part.length;
    gave(part.length);
    to.write(part);
    if (left > 0) return;
    clearInterval(timer);
    to.end();
  }, EVERY_MS);
  to.on('close', () => clearInterval(timer));
};
