import { createInterface } from 'node:readline';
import { fetchThrough, type FetchNews, type Upload } from './proxy-fetch.ts';
import { runInHost } from './host-script.ts';
import type { TestHost } from './net.ts';
import { askThrough, type Question } from './udp-client.ts';

/** A process in a client's host that uses the client's proxies as apps do: the proxies listen on loopback there. */
export interface ProxyUser {
  /** Begins to fetch an address through the proxy at a port; with an `upload` a body is sent to it. */
  begin(port: number, url: string, upload?: Upload): Fetching;
  /** Sends a datagram through a proxy; gives the answer, or null. Throws when the proxy refuses UDP. */
  ask(question: Question): Promise<string | null>;
  /** Ends the process; what is under way counts as cancelled. */
  stop(): void;
}

/** How a fetch ended. */
export interface Fetched {
  readonly bytes: number;
  /** Bytes of the body that were given to the proxy. */
  readonly given: number;
  readonly end: 'complete' | 'broken' | 'refused';
  readonly reason: string;
  /** Hex SHA-256 of what came; empty for a fetch whose client was stopped. */
  readonly sha256: string;
}

/** A fetch under way. */
export interface Fetching {
  /** Bytes until now. */
  bytes(): number;
  /** When the newest byte came or went, ms since 1970. */
  lastByteAt(): number;
  /** Milliseconds since then. */
  silentMs(): number;
  readonly done: Promise<Fetched>;
  cancel(): void;
}

type Command = { readonly id: number } & (
  | { readonly fetch: { readonly port: number; readonly url: string; readonly upload?: Upload | undefined } }
  | { readonly ask: Question }
  | { readonly cancel: true }
);

type Report = { readonly id: number } & (
  | { readonly news: FetchNews }
  | { readonly answer: string | null }
  | { readonly fault: string }
);

/** Starts the process in `host`. */
export const startProxyUser = (host: TestHost): ProxyUser => {
  const script = runInHost(host, import.meta.url);
  script.stdin.on('error', () => undefined);
  /** Who waits for reports, by the command's id; undefined means that there will be no more. */
  const waiting = new Map<number, (report: Report | undefined) => void>();
  let newest = 0;
  const reports = createInterface({ input: script.stdout });
  reports.on('line', (text) => {
    const report = JSON.parse(text) as Report;
    waiting.get(report.id)?.(report);
  });
  reports.once('close', () => {
    for (const tell of waiting.values()) tell(undefined);
  });
  const send = (command: Command): void => void script.stdin.write(`${JSON.stringify(command)}\n`);
  const begin = (port: number, url: string, upload?: Upload): Fetching => {
    const id = (newest += 1);
    let [bytes, given, lastByteAt] = [0, 0, Date.now()];
    const { promise: done, resolve } = Promise.withResolvers<Fetched>();
    waiting.set(id, (report) => {
      const stopped: FetchNews = { bytes, given, end: 'broken', reason: 'cancelled' };
      const news = report && 'news' in report ? report.news : stopped;
      if (news.bytes > bytes || news.given > given) lastByteAt = Date.now();
      [bytes, given] = [news.bytes, news.given];
      if (!news.end) return;
      waiting.delete(id);
      const { end, reason = '', sha256 = '' } = news;
      resolve({ bytes, given, end, reason, sha256 });
    });
    send({ id, fetch: { port, url, upload } });
    return {
      bytes: () => bytes,
      lastByteAt: () => lastByteAt,
      silentMs: () => Date.now() - lastByteAt,
      done,
      cancel: () => send({ id, cancel: true }),
    };
  };
  const ask = (question: Question): Promise<string | null> => {
    const id = (newest += 1);
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    waiting.set(id, (report) => {
      waiting.delete(id);
      if (report && 'answer' in report) resolve(report.answer);
      else reject(new Error(report && 'fault' in report ? report.fault : 'the client was stopped'));
    });
    send({ id, ask: question });
    return promise;
  };
  return { begin, ask, stop: () => void script.kill('SIGKILL') };
};

const work = (): void => {
  const cancels = new Map<number, () => void>();
  const say = (report: Report): void => void process.stdout.write(`${JSON.stringify(report)}\n`);
  const execute = (command: Command): void => {
    const { id } = command;
    if ('cancel' in command) cancels.get(id)?.();
    else if ('fetch' in command) {
      const { port, url, upload } = command.fetch;
      cancels.set(
        id,
        fetchThrough({ port, url: new URL(url), upload }, (news) => say({ id, news })),
      );
    } else {
      askThrough(command.ask).then(
        (answer) => say({ id, answer }),
        (fault: unknown) => say({ id, fault: String(fault) }),
      );
    }
  };
  createInterface({ input: process.stdin })
    .on('line', (text) => execute(JSON.parse(text) as Command))
    .once('close', () => process.exit(0));
};

if (import.meta.main) work();
