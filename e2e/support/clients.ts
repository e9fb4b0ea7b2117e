import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineBinary } from '../../tools/engines.ts';
import { adapt, CONTROL_PORT, CONTROL_SECRET, PROXY_PORT } from './adapt.ts';
import type { FetcherLine } from './fetcher.ts';
import type { TestHost } from './net.ts';

/** The real client programs that tests run. */
export type ClientProgram = 'sing-box' | 'mihomo';

/** A running client in its own host. */
export interface Client {
  /** Sends everything through this line from now on. Throws when the client's document has no line of that name. */
  choose(line: string): Promise<void>;
  /** Names of all lines in the client's main group. */
  choices(): Promise<string[]>;
  /** Fetches through the client; gives what came and how it ended. */
  download(url: string): Promise<Fetched>;
  /** Begins a fetch that can be watched while it runs. */
  begin(url: string): Fetching;
  stop(): Promise<void>;
}

export interface Fetched {
  readonly bytes: number;
  readonly end: 'complete' | 'broken' | 'refused';
  readonly reason: string;
  readonly ms: number;
}

/** A fetch under way. */
export interface Fetching {
  /** Bytes until now. */
  bytes(): number;
  /** When the newest byte came, ms since 1970. */
  lastByteAt(): number;
  readonly done: Promise<Fetched>;
  cancel(): void;
}

export interface ClientOptions {
  readonly program: ClientProgram;
  readonly host: TestHost;
  /** The subscription exactly as downloaded. */
  readonly document: string;
  /** Title of the group that decides for traffic that no rule knows. */
  readonly group: string;
  /** Address that the document's automatic groups may measure against. */
  readonly probeUrl: string;
}

const PATIENCE_MS = 15_000;

/** Starts a client with a document and waits until it listens. Throws with the client's own words when it does not. */
export const startClient = async (options: ClientOptions): Promise<Client> => {
  const { program, host } = options;
  const binary = await engineBinary(program);
  const folder = mkdtempSync(join(tmpdir(), `skyport-${program}-`));
  const file = join(folder, program === 'sing-box' ? 'config.json' : 'config.yaml');
  writeFileSync(file, adapt(options));
  const [ip = '', ...words] = host.exec;
  const args = program === 'sing-box' ? ['run', '-D', folder, '-c', file] : ['-d', folder, '-f', file];
  const output = openSync(join(folder, 'log'), 'w');
  const child = spawn(ip, [...words, binary, ...args], { stdio: ['ignore', output, output] });
  const remote = controller(host.ip, options.group);
  const fetches = new Set<ChildProcess>();
  const begin = (url: string): Fetching => beginFetch(host, url, fetches);
  const stop = async (): Promise<void> => {
    for (const one of fetches) one.kill('SIGKILL');
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(child, remote);
  } catch (cause) {
    const words = readFileSync(join(folder, 'log'), 'utf8').slice(-2000);
    await stop();
    throw new Error(`${program} did not take the document: ${words}`, { cause });
  }
  return { ...remote, begin, download: (url) => begin(url).done, stop };
};

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });

const untilReady = async (child: ChildProcess, remote: Pick<Client, 'choices'>): Promise<void> => {
  for (const begun = Date.now(); ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    try {
      await remote.choices();
      return;
    } catch (cause) {
      if (Date.now() - begun > PATIENCE_MS) throw cause;
    }
  }
};

/** The controller that `adapt` switched on; both clients speak the same API. */
const controller = (address: string, group: string): Pick<Client, 'choose' | 'choices'> => {
  const at = `http://${address}:${CONTROL_PORT}/proxies/${encodeURIComponent(group)}`;
  const headers = { authorization: `Bearer ${CONTROL_SECRET}` };
  return {
    choices: async () => {
      const answer = await fetch(at, { headers, signal: AbortSignal.timeout(2000) });
      if (!answer.ok) throw new Error(`the client's controller answered ${answer.status} for ${group}`);
      return ((await answer.json()) as { all: string[] }).all;
    },
    choose: async (line) => {
      const answer = await fetch(at, { method: 'PUT', headers, body: JSON.stringify({ name: line }) });
      if (!answer.ok) throw new Error(`the client has no line ${line}: ${answer.status} ${await answer.text()}`);
    },
  };
};

const beginFetch = (host: TestHost, url: string, all: Set<ChildProcess>): Fetching => {
  const [ip = '', ...words] = host.exec;
  const script = join(import.meta.dirname, 'fetcher.ts');
  const child = spawn(ip, [...words, process.execPath, script, String(PROXY_PORT), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  all.add(child);
  const begun = Date.now();
  let bytes = 0;
  let lastByteAt = begun;
  let last: FetcherLine | undefined;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (text) => {
    last = JSON.parse(text) as FetcherLine;
    if (last.bytes > bytes) lastByteAt = Date.now();
    bytes = last.bytes;
  });
  const done = new Promise<Fetched>((resolve) => {
    lines.once('close', () => {
      all.delete(child);
      resolve({ bytes, end: last?.end ?? 'broken', reason: last?.reason ?? 'cancelled', ms: Date.now() - begun });
    });
  });
  return { bytes: () => bytes, lastByteAt: () => lastByteAt, done, cancel: () => void child.kill('SIGKILL') };
};
