import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endEngine, findEngines } from '../engines/process.ts';
import { readIdentity } from '../identity.ts';
import { openStore } from '../store.ts';
import { holdLifeline, lifelineArgs } from './lifeline.ts';

/** A real agent process; it ends with its starter, and then ends its engine. */
export type StartedAgent = {
  pid: number;
  /** Everything it logged so far, one JSON line each. */
  lines: string[];
  /** Ends agent and engine the way an operator would. */
  stop(): Promise<void>;
  /** Kills the agent alone at once; its engine goes on. */
  kill(): Promise<void>;
};

/**
 * Starts the agent from source as a child process and waits until it serves the panel (or waits for it, when it must
 * enrol first: with `enrolCode` and a data directory that belongs to no panel yet). Throws with its output when it ends
 * instead.
 */
export const startAgent = async (options: {
  dataDir: string;
  port: number;
  enginePath: string;
  host?: string;
  enrolCode?: string;
  env?: Record<string, string>;
  /** Files that are other ones for this agent and its engine only, as paths: what is there, by what it hides. */
  mounts?: Readonly<Record<string, string>>;
}): Promise<StartedAgent> => {
  const { dataDir, port, enginePath, enrolCode, host = '127.0.0.1' } = options;
  const enrols = enrolCode !== undefined && readIdentity(dataDir) === undefined;
  const command = enrols ? ['enrol', enrolCode] : ['run'];
  const place = ['--data', dataDir, '--port', String(port), '--host', host, '--engine', enginePath];
  const commandLine = [
    process.execPath,
    ...lifelineArgs,
    join(import.meta.dirname, '..', 'main.ts'),
    ...command,
    ...place,
  ];
  const [program = '', ...args] = options.mounts ? withMounts(options.mounts, commandLine) : commandLine;
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  holdLifeline(child);
  const lines: string[] = [];
  const ready = Promise.withResolvers<void>();
  const awaited = enrols ? '"waiting for the panel"' : '"agent ready"';
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (line.includes(awaited)) ready.resolve();
    });
  }
  const ended = once(child, 'close');
  void ended.then(() => ready.reject(new Error(`The agent ended: ${lines.slice(-5).join('\n')}`)));
  await ready.promise;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return { pid: child.pid ?? 0, lines, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
};

/** The command in a space of its own for mounts; it keeps its process id. */
const withMounts = (mounts: Readonly<Record<string, string>>, commandLine: readonly string[]): string[] => {
  const binds = Object.entries(mounts).map(([hidden, shown]) => `mount --bind '${shown}' '${hidden}'`);
  return ['unshare', '--mount', 'sh', '-ec', `${binds.join('; ')}; exec "$@"`, 'sh', ...commandLine];
};

/** Ends engines that killed agents left behind on a data directory; no agent may be running on it. */
export const endEnginesOf = async (dataDir: string): Promise<void> => {
  const store = openStore(dataDir, () => crypto.randomUUID());
  store.db.close();
  for (const engine of findEngines(store.storeId)) await endEngine(engine);
};
