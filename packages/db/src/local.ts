import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { isAlive, openCluster, readPidFile, ROOT_ROLE, spawnPostmaster, type Cluster } from './local-cluster.ts';
import { locks } from './locks.ts';

/** Role that owns the tables; migrations run as it. */
export const OWNER_ROLE = 'skyport_owner';
/** Role the product works as: it cannot change tables, nor what is append-only. */
export const APP_ROLE = 'skyport_app';
const DATABASE = 'skyport';

const START_LIMIT_MS = 60_000;
/** Starts that end at once before we give up, at least 200 ms apart. */
const MOST_TRIES = 50;
const STOP_LIMIT_MS = 20_000;
const WATCH_MS = 250;

/** A running PostgreSQL of ours. */
export interface LocalPostgres {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Superuser, for tests and tools that make databases. */
  readonly rootUrl: string;
  /** Process number of the postmaster; changes when it had to be started again. */
  readonly pid: number;
  /** True when a server that an earlier process of ours had left running was taken over. */
  readonly adopted: boolean;
  /** Fast stop: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

/**
 * Serves `<dataDir>/pg` on a Unix socket only: makes the data on the first start, takes over a server that outlived its
 * starter, and starts the server again whenever it dies, until `stop`. Throws a sentence for a person when it cannot.
 * `settings` are for tests (fsync off); the defaults are crash-safe.
 */
export const startLocalPostgres = async (options: {
  dataDir: string;
  log: (line: string) => void;
  settings?: Readonly<Record<string, string>>;
}): Promise<LocalPostgres> => {
  const { log, settings = {} } = options;
  const cluster = openCluster(options.dataDir, log);
  const first = await ensureRunning(cluster, settings, () => false);
  if (first.adopted) log(`taking over the PostgreSQL that is running already (process ${first.pid})`);
  const url = (role: string, database: string): string => urlOf(role, database, first.socketDir);
  await prepareRoles(url);
  const watch = keepRunning({ ...cluster, socketDir: first.socketDir }, settings, first.pid, log);
  return {
    ownerUrl: url(OWNER_ROLE, DATABASE),
    appUrl: url(APP_ROLE, DATABASE),
    rootUrl: url(ROOT_ROLE, 'postgres'),
    adopted: first.adopted,
    get pid() {
      return watch.pid();
    },
    stop: async () => {
      await watch.stop();
      await stopPostmaster(watch.pid());
    },
  };
};

/** The host part is there for URL parsers only; `host` of the query names the socket's folder and wins. */
const urlOf = (role: string, database: string, socketDir: string): string =>
  `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

interface Running {
  readonly pid: number;
  readonly socketDir: string;
  readonly adopted: boolean;
}

/** Waits until a postmaster serves the data, starting one when none lives. Throws in the end, with the end of its log. */
const ensureRunning = async (
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  cancelled: () => boolean,
): Promise<Running> => {
  const deadline = performance.now() + START_LIMIT_MS;
  let started: number | undefined;
  let tries = 0;
  while (!cancelled()) {
    const written = readPidFile(cluster.data);
    if (written && isAlive(written.pid) && (await serves(written.socketDir, cluster.data))) {
      return { ...written, adopted: written.pid !== started };
    }
    if (tries > MOST_TRIES || performance.now() > deadline)
      throw new Error(`PostgreSQL does not start. ${logTail(cluster)}`);
    if (mayStart(written, started, cluster)) {
      // A postmaster that was killed leaves processes that end within moments; until then a start fails and is repeated.
      if (started !== undefined) await pause(200);
      started = spawnPostmaster(cluster, settings);
      tries += 1;
    }
    await pause(10);
  }
  throw new Error('stopped while starting PostgreSQL');
};

/** Nothing of ours is starting, and no postmaster of this data lives. */
const mayStart = (written: { pid: number } | undefined, started: number | undefined, cluster: Cluster): boolean => {
  if (started !== undefined && isAlive(started)) return false;
  if (!written || !isAlive(written.pid)) return true;
  return !isPostmasterOf(written.pid, cluster.data);
};

const isPostmasterOf = (pid: number, data: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data);
  } catch {
    // Without /proc the number is believed, as PostgreSQL itself does.
    return true;
  }
};

/** True when a server that accepts work listens there and serves this very data. */
const serves = async (socketDir: string, data: string): Promise<boolean> => {
  if (!socketDir) return false;
  const client = new Client({
    connectionString: urlOf(ROOT_ROLE, 'postgres', socketDir),
    connectionTimeoutMillis: 2000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === data;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const logTail = ({ log }: Cluster): string => {
  try {
    return `The end of ${log}:\n${readFileSync(log, 'utf8').split('\n').slice(-12).join('\n')}`;
  } catch {
    return `There is no ${log}.`;
  }
};

/** Starts the server again when it dies. */
const keepRunning = (
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  firstPid: number,
  log: (line: string) => void,
): { pid(): number; stop(): Promise<void> } => {
  let pid = firstPid;
  let stopped = false;
  let wake = (): void => undefined;
  const stopping = new Promise<void>((done) => (wake = done));
  const loop = (async () => {
    while (!stopped) {
      await Promise.race([pause(WATCH_MS), stopping]);
      if (stopped || isAlive(pid)) continue;
      log('PostgreSQL has ended unexpectedly; starting it again');
      try {
        pid = (await ensureRunning(cluster, settings, () => stopped)).pid;
      } catch (fault) {
        log(fault instanceof Error ? fault.message : String(fault));
      }
    }
  })();
  return {
    pid: () => pid,
    stop: async () => {
      stopped = true;
      wake();
      await loop;
    },
  };
};

const stopPostmaster = async (pid: number): Promise<void> => {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += 10) {
    if (waited > STOP_LIMIT_MS) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
    await pause(10);
  }
};

/** Roles and the database, made where missing, so that an interrupted first start is completed by the next. */
const prepareRoles = async (url: (role: string, database: string) => string): Promise<void> => {
  const client = new Client({ connectionString: url(ROOT_ROLE, 'postgres') });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${locks.localRoles})`);
    const has = async (table: string, column: string, name: string): Promise<boolean> =>
      (await client.query(`select 1 from ${table} where ${column} = $1`, [name])).rowCount !== 0;
    if (!(await has('pg_roles', 'rolname', OWNER_ROLE))) await client.query(`create role ${OWNER_ROLE} login`);
    if (!(await has('pg_roles', 'rolname', APP_ROLE))) await client.query(`create role ${APP_ROLE} login`);
    if (!(await has('pg_database', 'datname', DATABASE))) {
      await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`);
      await client.query(`revoke all on database ${DATABASE} from public`);
      await client.query(`grant connect, temporary on database ${DATABASE} to ${APP_ROLE}`);
    }
  } finally {
    await client.end();
  }
};

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
