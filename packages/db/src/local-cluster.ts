import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { findBinaries, giveTo, mayEnter, type Binaries, type ServerAccount } from './local-binaries.ts';
import { exists } from './local-process.ts';

/** A data folder, the programs that serve it, and the folder of its socket. */
export interface Cluster {
  readonly account: ServerAccount;
  readonly binaries: Binaries;
  /** Folder of everything: data, socket, log. */
  readonly home: string;
  readonly data: string;
  readonly socketDir: string;
  readonly log: string;
}

/** Role that owns the server itself; used by the launcher only. */
export const ROOT_ROLE = 'skyport_root';
/** Longest path of a socket that every system takes (sun_path holds 104 to 108 bytes). */
const LONGEST_SOCKET = 100;
const SOCKET_NAME = '.s.PGSQL.5432';
/** Above every possible process number (Linux: 2^22), so that no process ever has it. */
const NO_PROCESS = 4_194_305;

/** Bytes of memory that this process may use. `constrainedMemory` is 0 when Node knows no limit. */
const memoryHere = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

/**
 * Megabytes of `shared_buffers` for so many bytes of memory: a quarter, as PostgreSQL advises, but 128 to 1024. 1 GB
 * holds what jobs read of a million accounts.
 */
export const bufferMegabytes = (memory = memoryHere()): number =>
  Math.min(Math.max(Math.floor(memory / 4 / 1024 ** 2), 128), 1024);

/**
 * Settings of every server of ours. The first three make a commit durable; on the command line they override
 * postgresql.conf.
 */
export const SAFE_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: `${bufferMegabytes()}MB`,
  max_connections: '100',
  // A restore makes all tables in one transaction, which holds thousands of locks.
  max_locks_per_transaction: '256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  log_checkpoints: 'off',
  // Faults of statements reach the product's own error log; here they would only grow a file.
  log_min_messages: 'log',
};

/** Makes `<dataDir>/pg`, where everything of the server lies. Throws a sentence when its account cannot reach it. */
export const makeHome = (dataDir: string, account: ServerAccount): string => {
  const home = join(dataDir, 'pg');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (!mayEnter(dataDir, account)) {
    throw new Error(
      `The database runs as ${account.name}, which may not enter ${dataDir}. Set DATA_DIR to a folder it may enter, ` +
        'for example /var/lib/skyport, or set DATABASE_URL.',
    );
  }
  return home;
};

/**
 * Prepares a home that this process holds: makes the data when there is none, finds the programs that fit the data
 * there is. Throws a sentence for a person when its data needs another version.
 */
export const openCluster = (home: string, account: ServerAccount, log: (line: string) => void): Cluster => {
  chmodSync(home, 0o700);
  if (account.uid !== undefined && statSync(home).uid !== account.uid) giveTo(home, account);
  const data = join(home, 'data');
  const binaries = binariesFor(data, account, home);
  const cluster = {
    account,
    binaries,
    home,
    data,
    socketDir: socketFolder(home, account),
    log: join(home, 'server.log'),
  };
  if (!existsSync(data)) {
    log(`making a PostgreSQL ${binaries.major} database in ${data}`);
    initialise(cluster);
  }
  return cluster;
};

const binariesFor = (data: string, account: ServerAccount, home: string): Binaries => {
  const versionFile = join(data, 'PG_VERSION');
  const major = existsSync(versionFile) ? Number.parseInt(readFileSync(versionFile, 'utf8'), 10) : undefined;
  const fitting = findBinaries(account, home, major);
  if (fitting) return fitting;
  const ours = findBinaries(account, home);
  if (!ours) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform}-${process.arch}: the bundled one is not installed (npm was told to ` +
        'leave out optional packages?), and the system has none of version 15 or newer. Install one or set DATABASE_URL.',
    );
  }
  throw new Error(
    `The data in ${data} was made by PostgreSQL ${major}, but this installation brings ${ours.major}, which cannot read it. ` +
      `To upgrade: start the release of Skyport that made the data, save it with "pg_dump --format=custom", stop it, move ` +
      `${home} away, start this release once and bring the data back with "pg_restore". Nothing was changed.`,
  );
};

/** `<home>/run`, or a private folder below /tmp (remembered in `<home>/socket-dir`) when that path is too long. */
const socketFolder = (home: string, account: ServerAccount): string => {
  const own = join(home, 'run');
  if (Buffer.byteLength(join(own, SOCKET_NAME)) < LONGEST_SOCKET) return privateFolder(own, account);
  const note = join(home, 'socket-dir');
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  if (noted && isOurs(noted, account)) return noted;
  const made = privateFolder(mkdtempSync('/tmp/skyport-'), account);
  writeFileSync(note, `${made}\n`);
  return made;
};

const privateFolder = (dir: string, account: ServerAccount): string => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  giveTo(dir, account);
  return dir;
};

const isOurs = (dir: string, account: ServerAccount): boolean => {
  if (!existsSync(dir)) return false;
  const info = lstatSync(dir);
  return info.isDirectory() && info.uid === (account.uid ?? process.getuid?.()) && (info.mode & 0o777) === 0o700;
};

/** Makes the data aside and moves it into place at the end, so that an interrupted start leaves nothing half made. */
const initialise = (cluster: Cluster): void => {
  const { account, binaries, home, data } = cluster;
  for (const name of readdirSync(home)) {
    // Of a start that was killed; its initdb may still be writing for a moment.
    if (name.startsWith('data.new-')) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 20 });
  }
  const unfinished = `${data}.new-${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(unfinished, account);
  // Version 17 brings its own C.UTF-8: sorting then never depends on the system's C library.
  const locale =
    binaries.major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8'];
  const made = spawnSync(
    binaries.initdb,
    [
      '-D',
      unfinished,
      '-U',
      ROOT_ROLE,
      '-E',
      'UTF8',
      ...locale,
      '--data-checksums',
      '--auth=reject',
      '--auth-local=trust',
    ],
    { ...identity(account), cwd: unfinished, env: serverEnv(), encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.error?.message ?? ''}${made.stderr ?? ''}`.trim());
  }
  try {
    renameSync(unfinished, data);
  } catch (fault) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(join(data, 'PG_VERSION'))) throw fault;
  }
};

/** Options of a child process that runs as the account. */
export const identity = ({ uid, gid }: ServerAccount): { uid?: number; gid?: number } =>
  uid === undefined || gid === undefined ? {} : { uid, gid };

/** Environment of the server: nothing of ours. */
export const serverEnv = (): NodeJS.ProcessEnv => ({ PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' });

/** What a running (or dead) postmaster wrote down: its process and the folder of its socket. */
export const readPidFile = (data: string): { pid: number; socketDir: string } | undefined => {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketDir: lines[4] ?? '' } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * After a crash of the machine another program (or a dead process that nobody collects) may have the number of the old
 * postmaster, and PostgreSQL would refuse to start. Only the number is struck out: the line about shared memory still
 * protects data that is in use.
 */
export const clearRecycledPid = ({ data }: Cluster): void => {
  const written = readPidFile(data);
  if (!written || !exists(written.pid) || !existsSync('/proc/self/cmdline')) return;
  const command = readCommand(written.pid);
  if (command === undefined || command.includes(data)) return;
  const file = join(data, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(NO_PROCESS)));
};

const readCommand = (pid: number): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return undefined;
  }
};
