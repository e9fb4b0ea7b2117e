import { quietPort } from '@skyport/agent/testing/quiet-port';
import type { SettingName } from '@skyport/contract/settings-table';
import { migrate, startLocalPostgres } from '@skyport/db';
import { Pool, type QueryResultRow } from 'pg';
import { anonymous, type Actor } from './actor.ts';
import { crashDatabase } from './crash-database.ts';
import { makeFolder, removeFolder } from './folder.ts';
import { startPanelProgram, type Program } from './program.ts';
import { columnTypes } from '@skyport/db/pool';

/** A whole panel on a database of its own. */
export interface Panel {
  readonly url: string;
  readonly databaseUrl: string;
  /** Superuser of the database, for provers that break what nobody else can. */
  readonly rootUrl: string;
  /** Variables that its processes were started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly processes: ReadonlyMap<Role, Program>;
  /** Ends one process at once and starts it again; gives it once it serves. */
  crash(role: Role): Promise<void>;
  /** Ends the database at once and waits until it serves again. */
  crashDatabase(): Promise<void>;
  /** The one-time link for the first admin. Throws when none is printed, because there is an admin. */
  setupLink(): Promise<string>;
  /** An API client that is not logged in. */
  visitor(): Actor;
  /** Asks the database itself. */
  query<T extends QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  stop(): Promise<void>;
}

/** The panel's processes: everything in one, or its halves apart. */
export type Role = 'panel' | 'api' | 'worker';

export interface PanelOptions {
  /** Runs calls and background work in two processes. */
  readonly apart?: boolean;
  readonly settings?: Partial<Record<SettingName, unknown>>;
  readonly env?: Record<string, string>;
}

/** Starts database and panel and waits until it serves. Nothing is left behind when that fails. */
export const startPanel = async ({ apart = false, settings = {}, env = {} }: PanelOptions = {}): Promise<Panel> => {
  const dataDir = makeFolder('panel');
  const closers: (() => Promise<unknown>)[] = [async () => removeFolder(dataDir)];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const { pool, ...database } = await openDatabase(dataDir, settings, closers);
    const port = await quietPort();
    const environment = {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      ALLOW_PRIVATE_NETWORKS: '1',
      LOG_LEVEL: 'info',
      ...env,
    };
    const processes = new Map<Role, Program>();
    closers.push(() => Promise.all([...processes.values()].map((program) => program.stop())));
    for (const role of apart ? (['api', 'worker'] as const) : (['panel'] as const)) {
      await startRole(role, processes, environment);
    }
    const url = `http://127.0.0.1:${port}`;
    return {
      url,
      databaseUrl: database.appUrl,
      rootUrl: database.rootUrl,
      environment,
      processes,
      setupLink: async () => {
        const program = processes.get(apart ? 'api' : 'panel');
        const [link] = (await program?.says(/http\S+\/#\/setup\?code=\S+/)) ?? [];
        return link ?? '';
      },
      visitor: () => anonymous(url),
      query: async <T extends QueryResultRow>(sql: string, values: unknown[] = []) =>
        (await pool.query<T>(sql, values)).rows,
      crash: async (role) => {
        await processes.get(role)?.kill();
        await startRole(role, processes, environment);
      },
      crashDatabase: database.crash,
      stop,
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};

const startRole = async (role: Role, processes: Map<Role, Program>, env: Record<string, string>): Promise<void> => {
  const program = startPanelProgram({ ...env, ROLES: role === 'panel' ? 'api,worker' : role });
  processes.set(role, program);
  if (role !== 'worker') await program.says(/Skyport is ready/);
};

const openDatabase = async (
  dataDir: string,
  settings: Partial<Record<SettingName, unknown>>,
  closers: (() => Promise<unknown>)[],
): Promise<{ pool: Pool; appUrl: string; ownerUrl: string; rootUrl: string; crash(): Promise<void> }> => {
  const database = await startLocalPostgres({ dataDir, log: () => undefined });
  closers.push(() => database.stop());
  await migrate(database.ownerUrl, { appUrl: database.appUrl });
  const { appUrl, ownerUrl } = database;
  const rootUrl = database.rootUrl.replace('/postgres?', '/skyport?');
  const pool = new Pool({ connectionString: rootUrl, types: columnTypes, max: 2 });
  pool.on('error', () => undefined);
  closers.push(() => pool.end());
  await storeSettings(pool, settings);
  const crash = (): Promise<void> => crashDatabase(database, () => pool.query('select 1'));
  return { pool, appUrl, ownerUrl, rootUrl, crash };
};

/** Settings that the first start already finds; the product's own page for them needs an admin. */
const storeSettings = async (pool: Pool, settings: PanelOptions['settings'] = {}): Promise<void> => {
  for (const [key, value] of Object.entries(settings)) {
    await pool.query(`insert into settings (key, value, updated_at) values ($1, $2, '2026-01-01Z')`, [
      key,
      JSON.stringify(value),
    ]);
  }
};
