import { createHash } from 'node:crypto';
import { request } from 'node:http';

/**
 * Runs inside a client's namespace: fetches an address through the HTTP proxy of that client, by one CONNECT tunnel, and
 * writes one JSON line each 100 ms (`{"bytes":…}`) and one at the end (`{"bytes":…,"end":…,"sha256":…}`). `end` is `complete`,
 * `broken` (the connection ended before its time) or `refused` (there was no answer at all).
 *
 * Arguments: proxy port, address.
 */
export interface FetcherLine {
  readonly bytes: number;
  readonly end?: 'complete' | 'broken' | 'refused';
  readonly reason?: string;
  /** Of everything that came, hex. */
  readonly sha256?: string;
}

const EVERY_MS = 100;

const main = (proxyPort: number, url: URL): void => {
  let bytes = 0;
  const hash = createHash('sha256');
  const say = (line: FetcherLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  const timer = setInterval(() => say({ bytes }), EVERY_MS);
  let over = false;
  const finish = (end: NonNullable<FetcherLine['end']>, reason = ''): void => {
    if (over) return;
    over = true;
    clearInterval(timer);
    say({ bytes, end, reason, sha256: hash.digest('hex') });
    process.stdin.destroy();
    setTimeout(() => process.exit(0), 50);
  };
  process.stdin.resume().on('end', () => process.exit(0));
  const host = `${url.hostname}:${url.port || 80}`;
  const tunnel = request({ host: '127.0.0.1', port: proxyPort, method: 'CONNECT', path: host });
  tunnel.on('error', (fault) => finish('refused', fault.message));
  tunnel.on('connect', (answer, socket) => {
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
        hash.update(part);
      });
      response.on('error', (fault) => finish('broken', fault.message));
      response.on('end', () => finish(response.complete ? 'complete' : 'broken'));
    });
    fetch.end();
  });
  tunnel.end();
};

if (import.meta.main) main(Number(process.argv[2]), new URL(process.argv[3] ?? ''));
