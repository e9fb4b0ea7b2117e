import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { clearRecycledPid, identity, SAFE_SETTINGS, serverEnv, type Cluster } from './local-cluster.ts';
import { isAlive, pause } from './local-process.ts';

const STOP_LIMIT_MS = 20_000;
const LONGEST_LOG = 5 * 1024 * 1024;

/** A PostgreSQL that this process started. */
export interface Server {
  /** Process number of the postmaster; undefined until its supervisor has said it. */
  readonly pid: number | undefined;
  readonly ended: boolean;
  /** Fast stop: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

/**
 * A shell that starts PostgreSQL, writes its process number, and stops it when this process ends. It lives as long as
 * the server; a subshell waits for the other end of descriptor 3, which the kernel closes when this process ends. The
 * signal is repeated, because a server that is only just starting ignores it. The shells ignore what a terminal or a
 * service manager sends to all processes at once.
 */
const SUPERVISOR = `trap '' HUP INT TERM
"$@" 3<&- &
server=$!
echo "$server" >&3
(read -r line <&3; while kill -INT "$server" 2>/dev/null; do sleep 1; done) &
watch=$!
exec 3<&-
wait "$server"
kill -KILL "$watch"`;

/** Starts a server of the data as a child that never outlives this process. It may not serve yet. */
export const spawnServer = (cluster: Cluster, settings: Readonly<Record<string, string>>): Server => {
  const { account, binaries, data, socketDir, log } = cluster;
  clearRecycledPid(cluster);
  if (existsSync(log) && statSync(log).size > LONGEST_LOG) renameSync(log, `${log}.1`);
  const output = openSync(log, 'a', 0o600);
  const all = { ...SAFE_SETTINGS, ...settings, unix_socket_directories: socketDir };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'skyport-database', binaries.postgres, '-D', data, ...args], {
    ...identity(account),
    cwd: data,
    env: serverEnv(),
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  closeSync(output);
  let pid: number | undefined;
  let ended = false;
  const over = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(() => {
    ended = true;
  });
  const lifeline = child.stdio[3] as Socket;
  lifeline.on('error', () => undefined);
  lifeline.on('data', (said: Buffer) => (pid ??= Number(said.toString())));
  lifeline.unref();
  child.unref();
  return {
    get pid() {
      return pid;
    },
    get ended() {
      return ended && !(pid !== undefined && isAlive(pid));
    },
    stop: async () => {
      child.ref();
      lifeline.destroy();
      if (pid !== undefined) await stopPostmaster(pid);
      await over;
    },
  };
};

/**
 * Stops a server by the number of its postmaster and waits until it has ended. The signal is repeated: a server that is
 * only just starting ignores the first ones. Throws when it does not stop.
 */
export const stopPostmaster = async (pid: number): Promise<void> => {
  for (let waited = 0; isAlive(pid); waited += 10) {
    if (waited > STOP_LIMIT_MS) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
    if (waited % 1000 === 0) signal(pid);
    await pause(10);
  }
};

const signal = (pid: number): void => {
  try {
    process.kill(pid, 'SIGINT');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault;
  }
};
