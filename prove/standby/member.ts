import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { serverAccount } from '@skyport/db/local-binaries';
import { identity, serverEnv } from '@skyport/db/local-cluster';
import { Client, type QueryResultRow } from 'pg';
import { until } from '../../testkit/until.ts';

const run = promisify(execFile);
/** Where Debian keeps the versions of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql';
export const ROOT = 'skyport_root';

/** Path of a program of the newest PostgreSQL that Debian has here. */
const programOf = (name: string): string => {
  const newest = readdirSync(VERSIONS)
    .filter((version) => existsSync(join(VERSIONS, version, 'bin', name)))
    .toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error(`There is no ${name} in ${VERSIONS}.`);
  return join(VERSIONS, newest, 'bin', name);
};

/** One PostgreSQL server of Debian with a folder and a port of its own. */
export interface Member {
  readonly port: number;
  readonly data: string;
  /** Runs initdb on an empty data folder. */
  initialise(): Promise<void>;
  /** Replaces its data by a base backup of the server at `port`, as its standby. */
  copyFrom(port: number): Promise<void>;
  /** Starts it and waits until it answers. */
  serve(settings: Readonly<Record<string, string>>): Promise<void>;
  ask<T extends QueryResultRow>(sql: string): Promise<T[]>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

/** Settings of every member. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  max_locks_per_transaction: '256',
  timezone: 'UTC',
  // A new standby needs the WAL that was written during its base backup.
  wal_keep_size: '512MB',
};

/** Creates a member in `folder` without starting it. */
export const makeMember = async (folder: string): Promise<Member> => {
  const account = serverAccount();
  const port = await quietPort();
  const data = join(folder, `data-${port}`);
  const options = { ...identity(account), cwd: '/', env: serverEnv() };
  let server: ChildProcess | undefined;
  const makeFolder = (): void => {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { mode: 0o700 });
    if (account.uid !== undefined && account.gid !== undefined) chownSync(data, account.uid, account.gid);
  };
  const ask = async <T extends QueryResultRow>(sql: string): Promise<T[]> => {
    const client = new Client({ connectionString: `postgresql://${ROOT}@127.0.0.1:${port}/postgres` });
    client.on('error', () => undefined);
    await client.connect();
    return (await client.query<T>(sql).finally(() => client.end())).rows;
  };
  const kill = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const over = once(server, 'close');
    server.kill('SIGKILL');
    await over;
  };
  process.once('exit', () => server?.kill('SIGKILL'));
  return {
    port,
    data,
    initialise: async () => {
      makeFolder();
      const own = ['-D', data, '-U', ROOT, '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'];
      await run(programOf('initdb'), own, options);
    },
    copyFrom: async (from) => {
      makeFolder();
      const where = ['-h', '127.0.0.1', '-p', String(from), '-U', ROOT];
      const how = ['-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
      await run(programOf('pg_basebackup'), ['-D', data, ...where, ...how], options);
    },
    serve: async (settings) => {
      const all = Object.entries({ ...SETTINGS, port: String(port), ...settings });
      const flags = all.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      server = spawn(programOf('postgres'), ['-D', data, ...flags], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const log = join(folder, `${port}.log`);
      server.stderr?.on('data', (text: Buffer) => appendFileSync(log, text));
      await until('PostgreSQL to answer', () =>
        ask('select 1').then(
          () => true,
          () => false,
        ),
      );
    },
    ask,
    kill,
  };
};
