import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineBinary } from '../tools/engines.ts';
import { adapt, CONTROL_PORT, CONTROL_SECRET, PROXY_PORT } from './adapt.ts';
import { startProxyUser, type Fetched, type Fetching } from './proxy-user.ts';
import { killAndWait } from './host-script.ts';
import type { Upload } from './proxy-fetch.ts';
import type { TestHost } from './net.ts';
import { xrayFrom } from './xray-client.ts';
import { ATTEMPT_MS } from './patience.ts';
import { until } from './until.ts';

/** The real client programs that tests run. */
export type ClientProgram = 'sing-box' | 'mihomo' | 'xray' | OldSingBox;

/** Earlier cores of sing-box: the oldest and the newest of each generation of its configuration. */
export const oldSingBoxes = ['sing-box-1.8', 'sing-box-1.11', 'sing-box-1.13'] as const;
export type OldSingBox = (typeof oldSingBoxes)[number];

/** A running client in its own host. */
export interface Client {
  /** Sends everything through this line from now on. Throws when the client's document has no line of that name. */
  choose(line: string): Promise<void>;
  /** Names of all lines in the client's main group. */
  choices(): Promise<string[]>;
  /** Fetches through the client; gives what came and how it ended. */
  download(url: string): Promise<Fetched>;
  /** Begins a fetch that can be watched while it runs; with an `upload` a body is sent first. */
  begin(url: string, upload?: Upload): Fetching;
  /** Sends a datagram to `ip:port` through the client; gives the answer, or null when none comes within `withinMs`. */
  ask(target: string, text: string, withinMs?: number): Promise<string | null>;
  /** End of the client's log: for whoever looks into a failure. */
  logTail(): string;
  stop(): Promise<void>;
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
  /** Variables beside those that the test has itself. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Characters of a client's log that tell what it met last, and leave room for what the test says of it. */
const LOG_TAIL_CHARS = 600;

/** How a running client's lines are chosen, and the port that leads to the chosen one. */
type Remote = Pick<Client, 'choose' | 'choices'> & { port(): number };

/** Arguments with which a program reads a file and keeps what it writes in a folder. */
const argumentsOf = (program: ClientProgram, folder: string, file: string): string[] => {
  if (program === 'mihomo') return ['-d', folder, '-f', file];
  return ['run', ...(program === 'xray' ? [] : ['-D', folder]), '-c', file];
};

/** What the program reads, and how its lines are chosen then. */
const prepare = (options: ClientOptions): { text: string; remote: Remote } => {
  const { program, host, group, document } = options;
  if (program !== 'xray') return { text: adapt(options), remote: controller(host.ip, group) };
  const { config, ports } = xrayFrom(document);
  return { text: config, remote: portPicker(host.ip, ports) };
};

/** Starts a client with a document and waits until it listens. Throws with the end of its log when it does not. */
export const startClient = async (options: ClientOptions): Promise<Client> => {
  const { program, host, env } = options;
  const binary = await engineBinary(program);
  const { text, remote } = prepare(options);
  const folder = mkdtempSync(join(tmpdir(), `skyport-${program}-`));
  const file = join(folder, program === 'mihomo' ? 'config.yaml' : 'config.json');
  writeFileSync(file, text);
  const [ip = '', ...rest] = host.exec;
  const output = openSync(join(folder, 'log'), 'w');
  const child = spawn(ip, [...rest, binary, ...argumentsOf(program, folder, file)], {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  closeSync(output);
  const proxyUser = startProxyUser(host);
  const begin = (url: string, upload?: Upload): Fetching => proxyUser.begin(remote.port(), url, upload);
  const stop = async (): Promise<void> => {
    proxyUser.stop();
    await killAndWait(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const logTail = (): string => readFileSync(join(folder, 'log'), 'utf8').slice(-LOG_TAIL_CHARS);
  try {
    await untilReady(child, remote);
  } catch (cause) {
    const tail = logTail();
    await stop();
    throw new Error(`${program} did not take the document: ${tail}`, { cause });
  }
  const { choose, choices } = remote;
  const ask: Client['ask'] = (target, text, withinMs = ATTEMPT_MS) =>
    proxyUser.ask({ port: remote.port(), target, text, withinMs });
  return { choose, choices, begin, download: (url) => begin(url).done, ask, logTail, stop };
};

const untilReady = async (child: ChildProcess, remote: Pick<Client, 'choices'>): Promise<void> => {
  const isOver = (): boolean => child.exitCode !== null;
  await until('the client to listen', async () => isOver() || (await remote.choices()) !== undefined, { everyMs: 50 });
  if (isOver()) throw new Error(`it ended with code ${child.exitCode}`);
};

/** The controller that `adapt` switched on; both clients speak the same API. */
const controller = (address: string, group: string): Remote => {
  const at = `http://${address}:${CONTROL_PORT}/proxies/${encodeURIComponent(group)}`;
  const headers = { authorization: `Bearer ${CONTROL_SECRET}` };
  return {
    port: () => PROXY_PORT,
    choices: async () => {
      const answer = await fetch(at, { headers, signal: AbortSignal.timeout(ATTEMPT_MS) });
      if (!answer.ok) throw new Error(`the client's controller answered ${answer.status} for ${group}`);
      return ((await answer.json()) as { all: string[] }).all;
    },
    choose: async (line) => {
      const answer = await fetch(at, { method: 'PUT', headers, body: JSON.stringify({ name: line }) });
      if (!answer.ok) throw new Error(`the client has no line ${line}: ${answer.status} ${await answer.text()}`);
    },
  };
};

/** For a client without a controller: a port of its own for each line. */
const portPicker = (address: string, ports: ReadonlyMap<string, number>): Remote => {
  let [chosen = 0] = ports.values();
  return {
    port: () => chosen,
    choices: async () => {
      const socket = connect({ port: chosen, host: address, timeout: ATTEMPT_MS });
      await once(socket, 'connect').finally(() => socket.destroy());
      return [...ports.keys()];
    },
    choose: async (line) => {
      const port = ports.get(line);
      if (port === undefined) throw new Error(`the client has no line ${line}`);
      chosen = port;
    },
  };
};
