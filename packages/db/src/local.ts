import { join } from 'node:path';
import { Client } from 'pg';
import { readLockHolder, acquireFileLock, type LockHolder } from './file-lock.ts';
import { serverAccount } from './local-binaries.ts';
import { makeHome, openCluster, ROOT_ROLE, type Cluster } from './local-cluster.ts';
import { isAlive, pause } from './local-process.ts';
import { findServing, startServer, urlOf } from './local-server.ts';
import type { Server } from './postmaster.ts';
import { locks } from './locks.ts';

/** Role that owns the tables; migrations run as it. */
export const OWNER_ROLE = 'skyport_owner';
/** Role the product works as: it cannot change tables, nor what is append-only. */
export const APP_ROLE = 'skyport_app';
const DATABASE = 'skyport';

const WATCH_MS = 250;
const JOIN_LIMIT_MS = 60_000;

/** Where a PostgreSQL of ours is reached. */
export interface LocalAddress {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Superuser, for tests and tools that make databases. */
  readonly rootUrl: string;
  /** Ends the server when it was started here; nothing when another start's was joined. */
  stop(): Promise<void>;
}

/** A running PostgreSQL that this start owns. */
export interface LocalPostgres extends LocalAddress {
  /** Process number of the postmaster; changes when it had to be started again. */
  readonly pid: number;
}

/** Another start holds the data folder. */
export class FolderHeld extends Error {
  constructor(dataDir: string, holder: LockHolder | undefined) {
    const who = holder ? `process ${holder.pid}, since ${holder.since}` : 'another start';
    super(`The data folder ${dataDir} is in use by ${who}`);
  }
}

interface LocalOptions {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** For tests (fsync off); the defaults are crash-safe. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Runs when the folder is held and nothing is started yet; what it throws ends the start. */
  readonly assertReady?: () => Promise<void>;
}

/**
 * Serves `<dataDir>/pg` on a Unix socket only: makes the data on the first start, and starts the server again whenever
 * it dies, until `stop`. The folder is this start's own until then: throws `FolderHeld` when another one has it. The
 * server ends with this process, however that ends. Throws a sentence for a person when it cannot be started.
 */
export const startLocalPostgres = async (options: LocalOptions): Promise<LocalPostgres> => {
  const { dataDir, log, settings = {} } = options;
  const account = serverAccount();
  const home = makeHome(dataDir, account);
  const hold = acquireFileLock(lockOf(home));
  if (!hold) throw new FolderHeld(dataDir, readLockHolder(lockOf(home)));
  try {
    await options.assertReady?.();
    const cluster = openCluster(home, account, log);
    const first = await startServer(cluster, settings, () => false);
    await prepareRoles(cluster.socketDir).catch(async (fault: unknown) => {
      await first.stop();
      throw fault;
    });
    const watch = keepRunning(cluster, first, { settings, log });
    return {
      ...urlsOf(cluster.socketDir),
      get pid() {
        return watch.pid();
      },
      stop: () => watch.stop().finally(hold.release),
    };
  } catch (fault) {
    hold.release();
    throw fault;
  }
};

/**
 * The database of a folder for a short command: that of the start which holds the folder, else one of its own, ended by
 * `stop`. Waits while the holder is still starting or about to end.
 */
export const joinLocalPostgres = async (options: LocalOptions): Promise<LocalAddress> => {
  for (const deadline = performance.now() + JOIN_LIMIT_MS; ; await pause(200)) {
    try {
      return await startLocalPostgres(options);
    } catch (fault) {
      if (!(fault instanceof FolderHeld) || performance.now() > deadline) throw fault;
    }
    const socketDir = await findServing(join(options.dataDir, 'pg/data'));
    if (socketDir === undefined) continue;
    await prepareRoles(socketDir);
    return { ...urlsOf(socketDir), stop: async () => undefined };
  }
};

const lockOf = (home: string): string => join(home, 'lock');

const urlsOf = (socketDir: string): Omit<LocalAddress, 'stop'> => ({
  ownerUrl: urlOf(OWNER_ROLE, DATABASE, socketDir),
  appUrl: urlOf(APP_ROLE, DATABASE, socketDir),
  rootUrl: urlOf(ROOT_ROLE, 'postgres', socketDir),
});

/** Starts the server again when it dies. */
const keepRunning = (
  cluster: Cluster,
  first: Server,
  { settings, log }: { settings: Readonly<Record<string, string>>; log: (line: string) => void },
): { pid(): number; stop(): Promise<void> } => {
  let server = first;
  let stopped = false;
  let wake = (): void => undefined;
  const stopping = new Promise<void>((resolve) => (wake = resolve));
  const pid = (): number => server.pid ?? 0;
  const loop = (async () => {
    while (!stopped) {
      await Promise.race([pause(WATCH_MS), stopping]);
      if (stopped || isAlive(pid())) continue;
      log('PostgreSQL has ended unexpectedly; starting it again');
      try {
        server = await startServer(cluster, settings, () => stopped);
      } catch (fault) {
        log(fault instanceof Error ? fault.message : String(fault));
      }
    }
  })();
  return {
    pid,
    stop: async () => {
      stopped = true;
      wake();
      await loop;
      await server.stop();
    },
  };
};

/** Roles and the database, made where missing, so that an interrupted first start is completed by the next. */
const prepareRoles = async (socketDir: string): Promise<void> => {
  const client = new Client({ connectionString: urlOf(ROOT_ROLE, 'postgres', socketDir) });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${locks.localRoles})`);
    const has = async (table: string, column: string, name: string): Promise<boolean> =>
      (await client.query(`select 1 from ${table} where ${column} = $1`, [name])).rowCount !== 0;
    if (!(await has('pg_roles', 'rolname', OWNER_ROLE))) await client.query(`create role ${OWNER_ROLE} login`);
    // A backup is restored into a database of its own to test it.
    await client.query(`alter role ${OWNER_ROLE} createdb`);
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
