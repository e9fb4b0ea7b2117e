import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

/** What a fetch has brought so far; with `end` nothing more comes. */
export interface FetchNews {
  readonly bytes: number;
  /** `broken`: the connection ended before its time; `refused`: there was no answer at all. */
  readonly end?: 'complete' | 'broken' | 'refused';
  readonly reason?: string;
  /** Of everything that came, hex; at the end. */
  readonly sha256?: string;
}

const EVERY_MS = 100;

/**
 * Fetches an address through the HTTP proxy at a port of this machine, by one CONNECT tunnel. Tells each 100 ms what has
 * come, and once how it ended. Gives what ends it early.
 */
export const fetchThrough = (port: number, url: URL, tell: (news: FetchNews) => void): (() => void) => {
  let bytes = 0;
  let over = false;
  let tunnelled: Socket | undefined;
  const hash = createHash('sha256');
  const timer = setInterval(() => tell({ bytes }), EVERY_MS);
  const host = `${url.hostname}:${url.port || 80}`;
  const tunnel = request({ host: '127.0.0.1', port, method: 'CONNECT', path: host, agent: false });
  const finish = (end: NonNullable<FetchNews['end']>, reason = ''): void => {
    if (over) return;
    over = true;
    clearInterval(timer);
    tell({ bytes, end, reason, sha256: hash.digest('hex') });
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
      headers: { connection: 'close' },
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
    fetch.end();
  });
  tunnel.end();
  return () => finish('broken', 'cancelled');
};
