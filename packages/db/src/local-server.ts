import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { Client } from 'pg';
import { clearRecycledPid, identity, readPidFile, ROOT_ROLE, SAFE_SETTINGS, serverEnv } from './local-cluster.ts';
import type { Cluster } from './local-cluster.ts';
import { isAlive, pause } from './local-process.ts';

const START_LIMIT_MS = 60_000;
/** Starts that end at once before we give up, at least 200 ms apart. */
const MOST_TRIES = 50;
const STOP_LIMIT_MS = 20_000;
/** How long connections to a server that nobody holds may last before a start gives up. */
const UNUSED_LIMIT_MS = 10_000;
const LONGEST_LOG = 5 * 1024 * 1024;

/** A PostgreSQL that this process started. */
export interface Server {
  /** Process number of the postmaster; undefined until its supervisor has said it. */
  readonly pid: number | undefined;
  readonly ended: boolean;
  /** Fast stop: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

/** The host part is there for URL parsers only; `host` of the query names the socket's folder and wins. */
export const urlOf = (role: string, database: string, socketDir: string): string =>
  `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

/**
 * Starts PostgreSQL under a shell and reads its process number from it. The shell lives as long as the server; a
 * subshell waits for the other end of descriptor 3, which the kernel closes when this process ends, and then ends the
 * server: so it never outlives its starter. The signal is repeated, because a server that is only just starting ignores
 * it. The shells ignore what a terminal or a service manager sends to all processes at once.
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

const spawnServer = (cluster: Cluster, settings: Readonly<Record<string, string>>): Server => {
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
  const over = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
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
 * Starts a server and waits until it serves the data. One that an earlier start left behind is ended first, unless
 * somebody is using it. Throws in the end, with the end of the server's log.
 */
export const startServer = async (
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  cancelled: () => boolean,
): Promise<Server> => {
  const deadline = performance.now() + START_LIMIT_MS;
  let server: Server | undefined;
  try {
    for (let tries = 0; !cancelled(); await pause(10)) {
      if (server?.pid !== undefined && (await isServedBy(server.pid, cluster))) return server;
      if (tries > MOST_TRIES || performance.now() > deadline)
        throw new Error(`PostgreSQL does not start. ${logTail(cluster)}`);
      if (server && !server.ended) continue;
      // A postmaster that was killed leaves processes that end within moments; until then a start fails and is repeated.
      if (server) await pause(200);
      await endLeftOver(cluster);
      server = spawnServer(cluster, settings);
      tries += 1;
    }
    throw new Error('stopped while starting PostgreSQL');
  } catch (fault) {
    await server?.stop();
    throw fault;
  }
};

/** True when this very process serves the data and accepts work. */
const isServedBy = async (pid: number, { data, socketDir }: Cluster): Promise<boolean> => {
  if (readPidFile(data)?.pid !== pid || !isAlive(pid)) return false;
  return (await countOthers(socketDir)) !== undefined;
};

/** Folder of the socket of a server that serves these data and accepts work; undefined when there is none. */
export const findServing = async (data: string): Promise<string | undefined> => {
  const written = readPidFile(data);
  if (!written || !isAlive(written.pid) || !written.socketDir) return undefined;
  return (await countOthers(written.socketDir)) === undefined ? undefined : written.socketDir;
};

/** How many connections a server has beside the one that asks; undefined when it does not answer. */
const countOthers = async (socketDir: string): Promise<number | undefined> => {
  const connectionString = urlOf(ROOT_ROLE, 'postgres', socketDir);
  const client = new Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.others;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Ends a server that nobody holds: its starter was killed. Who starts holds the folder, so that it is nobody's; but a
 * release that took no lock, or a dump by hand, may still be connected, and is not cut off.
 */
const endLeftOver = async ({ data }: Cluster): Promise<void> => {
  const left = readPidFile(data);
  if (!left || !isAlive(left.pid) || !isPostmasterOf(left.pid, data)) return;
  for (let waited = 0; isAlive(left.pid); waited += 200) {
    const others = (await countOthers(left.socketDir)) ?? 0;
    if (others === 0) break;
    if (waited >= UNUSED_LIMIT_MS)
      throw new Error(
        `The PostgreSQL of ${data} (process ${left.pid}) is in use by ${others} connections; end them first.`,
      );
    await pause(200);
  }
  await stopPostmaster(left.pid);
};

const isPostmasterOf = (pid: number, data: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data);
  } catch {
    // Without /proc the number is believed, as PostgreSQL itself does.
    return true;
  }
};

/** Asks again and again: a server that is only just starting does not hear the first signals. */
const stopPostmaster = async (pid: number): Promise<void> => {
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

const logTail = ({ log }: Cluster): string => {
  try {
    return `The end of ${log}:\n${readFileSync(log, 'utf8').split('\n').slice(-12).join('\n')}`;
  } catch {
    return `There is no ${log}.`;
  }
};
