import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A running engine process. `instance` is boot, process id and start time in kernel ticks: no other process, not even a
 * later one with the same id, ever has the same, so counters of two processes can never be mixed up.
 */
export type EngineProcess = { pid: number; apiPort: number; instance: string; startDigest: string };

/** Variables by which an agent finds its engine again: they are in the process from its first moment on. */
const STORE_ID = 'SKYPORT_ENGINE_OWNER';
const API_PORT = 'SKYPORT_ENGINE_API_PORT';
const START_DIGEST = 'SKYPORT_ENGINE_SETUP';

/**
 * Living engines that were started for the agent whose store has the id `storeId`. Found by an environment variable of
 * the process rather than in a file, so that one started just before a crash of the agent is found too.
 */
export const findEngines = (storeId: string): EngineProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const env = environmentOf(Number(name));
      const instance = env.get(STORE_ID) === storeId ? instanceOf(Number(name)) : undefined;
      if (instance === undefined) return [];
      return [
        { pid: Number(name), apiPort: Number(env.get(API_PORT)), instance, startDigest: env.get(START_DIGEST) ?? '' },
      ];
    });

/** Environment of a process, empty when it is gone or not ours to read. */
const environmentOf = (pid: number): Map<string, string> => {
  const pairs = readOrEmpty(`/proc/${pid}/environ`).split('\0');
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
};

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Fields of /proc/PID/stat after the command name, which may itself hold spaces and brackets (proc(5)). */
const statOf = (pid: number): string[] => {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};
const STATE_FIELD = 0;
const START_FIELD = 19;
const TICKS_A_SECOND = 100;

/** Identity of the living process with this id; undefined when it is dead or only waits to be reaped. */
export const instanceOf = (pid: number): string | undefined => {
  const stat = statOf(pid);
  const state = stat[STATE_FIELD];
  const start = stat[START_FIELD];
  if (start === undefined || state === 'Z' || state === 'X') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${pid}:${start}`;
};

/** True while exactly this process lives. */
export const isRunning = (process: EngineProcess): boolean => instanceOf(process.pid) === process.instance;

/** Seconds since the process began. */
export const uptimeOf = (process: EngineProcess): number => {
  const machine = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  return Math.max(0, Math.floor(machine - Number(statOf(process.pid)[START_FIELD]) / TICKS_A_SECOND));
};

/**
 * Starts an engine in a session of its own, so that neither the agent's death nor a signal to its terminal reaches it.
 * The configuration goes in by standard input: it holds every customer's credential and is never written to disk.
 * Standard output and error go to `logFile`, begun anew. Throws when the program cannot be started.
 */
export const startEngine = async (input: {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  config: string;
  logFile: string;
  storeId: string;
  apiPort: number;
  startDigest: string;
}): Promise<EngineProcess> => {
  const log = openSync(input.logFile, 'w', 0o600);
  const marks = { [STORE_ID]: input.storeId, [API_PORT]: String(input.apiPort), [START_DIGEST]: input.startDigest };
  const child = spawn(input.command, input.args, {
    detached: true,
    stdio: ['pipe', log, log],
    env: { PATH: process.env['PATH'] ?? '', ...input.env, ...marks },
  });
  closeSync(log);
  await once(child, 'spawn');
  // An engine that dies while it reads is seen by its absence; a broken pipe says nothing more.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input.config);
  child.unref();
  const pid = child.pid ?? 0;
  const instance = instanceOf(pid);
  if (instance === undefined) throw new Error(`The engine ended at once: ${logTail(input.logFile)}`);
  return { pid, apiPort: input.apiPort, instance, startDigest: input.startDigest };
};

/** The end of an engine's own output. */
export const logTail = (logFile: string): string => readOrEmpty(logFile).trim().slice(-400);

/** Ends exactly this process: asked first, forced after three seconds. */
export const endEngine = async (engine: EngineProcess): Promise<void> => {
  for (const [signal, patienceMs] of [
    ['SIGTERM', 3000],
    ['SIGKILL', 3000],
  ] as const) {
    if (!isRunning(engine)) return;
    process.kill(engine.pid, signal);
    for (let waited = 0; waited < patienceMs && isRunning(engine); waited += 20) await sleep(20);
  }
};

/** A loopback port that nobody listens on at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};
