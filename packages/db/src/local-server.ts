import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { readPidFile, ROOT_ROLE, type Cluster } from './local-cluster.ts';
import { isAlive, pause } from './local-process.ts';
import { spawnServer, stopPostmaster, type Server } from './postmaster.ts';

const START_LIMIT_MS = 60_000;
/** Starts that end at once before we give up, at least 200 ms apart. */
const MAX_STARTS = 50;
/** How long connections to a server that nobody holds may last before a start gives up. */
const UNUSED_LIMIT_MS = 10_000;

/** `localhost` only satisfies URL parsers; the query's `host` (the socket's folder) is used. */
export const urlOf = (role: string, database: string, socketDir: string): string =>
  `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

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
    for (let starts = 0; !cancelled(); await pause(10)) {
      if (server?.pid !== undefined && (await isServedBy(server.pid, cluster))) return server;
      if (starts > MAX_STARTS || performance.now() > deadline)
        throw new Error(`PostgreSQL does not start. ${logTail(cluster)}`);
      if (server && !server.ended) continue;
      // A postmaster that was killed leaves processes that end within moments; until then a start fails
      // and is repeated.
      if (server) await pause(200);
      await endLeftOver(cluster);
      server = spawnServer(cluster, settings);
      starts += 1;
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
 * Ends a server whose starter died, unless something is still connected (a release that took no lock, `pg_dump`).
 * Called with the folder's lock.
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

const logTail = ({ log }: Cluster): string => {
  try {
    return `The end of ${log}:\n${readFileSync(log, 'utf8').split('\n').slice(-12).join('\n')}`;
  } catch {
    return `There is no ${log}.`;
  }
};
