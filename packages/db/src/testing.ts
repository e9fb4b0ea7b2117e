import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { APP_ROLE, OWNER_ROLE } from './local.ts';
import { locks } from './locks.ts';
import { digestOf, migrate, readMigrations } from './migrate.ts';
import { createDb, type Database } from './pool.ts';

/** Where a test's database is reached. */
export interface DatabaseAddresses {
  /** Address for the product's own role. */
  readonly url: string;
  /** Address for the owner of the tables. */
  readonly ownerUrl: string;
  /** Address for the superuser, for tests that break what nobody else can. */
  readonly rootUrl: string;
}

/** A database of one test file; `db` works as the product's own role. */
export interface TestDatabase extends Database, DatabaseAddresses {
  /** Empties every table down to the rows that the migrations themselves made. */
  reset(): Promise<void>;
}

/** Something that stands in the template besides the migrations, for example job tables. */
export interface TemplatePart {
  /** Names the part; parts of one name are taken to be the same. */
  readonly name: string;
  prepare(ownerUrl: string, appUrl: string): Promise<void>;
}

/**
 * Makes an empty, migrated database for the test file that calls it, and drops it after the file's tests. Copied from a
 * template that is migrated once a run.
 */
export const testDatabase = async (part?: TemplatePart): Promise<TestDatabase> => {
  const server = inject('testServer');
  const template = await onceFor(templates, part?.name ?? '', () => ensureTemplate(server, part));
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Template and copies are named by us: nothing to quote. Copied files take half the time of copied WAL.
  const copy = `create database ${name} template ${template} strategy file_copy owner ${OWNER_ROLE}`;
  await asRoot(server, (client) => client.query(copy));
  const addresses = addressesOf(server, name);
  const database = createDb(addresses.url);
  const seeds = await onceFor(seedsOf, template, () => asRoot(addresses.rootUrl, readSeeds));
  afterAll(async () => {
    await database.close();
    await asRoot(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  });
  return { ...database, ...addresses, reset: () => asRoot(addresses.rootUrl, (client) => empty(client, seeds)) };
};

/** Makes a database without a single table for the test file that calls it, and drops it after the file's tests. */
export const emptyDatabase = async (): Promise<DatabaseAddresses> => {
  const server = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asRoot(server, (client) => client.query(`create database ${name} owner ${OWNER_ROLE}`));
  afterAll(() => asRoot(server, (client) => client.query(`drop database if exists ${name} with (force)`)));
  return addressesOf(server, name);
};

const addressesOf = (server: string, name: string): DatabaseAddresses => {
  const address = (role: string): string => {
    const url = new URL(server);
    if (role) url.username = role;
    url.pathname = `/${name}`;
    return url.href;
  };
  return { url: address(APP_ROLE), ownerUrl: address(OWNER_ROLE), rootUrl: address('') };
};

const asRoot = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Names of migrated templates, by the name of their part; read once per worker. */
const templates = new Map<string, Promise<string>>();
/** Rows of a fresh database, by the name of its template. */
const seedsOf = new Map<string, Promise<readonly Seed[]>>();

/** Calls `make` once per key; later calls get the same promise. */
const onceFor = <T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
};

/** The name of a migrated template, made under a lock when it is the first time. A half-made one is thrown away. */
const ensureTemplate = async (server: string, part?: TemplatePart): Promise<string> => {
  const name = `tpl_${digestOf(readMigrations()).slice(0, 12)}${part ? `_${part.name}` : ''}`;
  await asRoot(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [locks.testTemplate]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} owner ${OWNER_ROLE}`);
    const { ownerUrl, url } = addressesOf(server, name);
    await migrate(ownerUrl, { appUrl: url });
    await part?.prepare(ownerUrl, url);
    await client.query(`alter database ${name} is_template true`);
  });
  return name;
};

interface Seed {
  readonly table: string;
  readonly rows: string | null;
}

/** The product's tables, each with the rows it has now as JSON text. */
const readSeeds = async (client: Client): Promise<Seed[]> => {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'public' and c.relname <> 'schema_migrations'
        or n.nspname = 'graphile_worker' and c.relname in ('_private_jobs', '_private_job_queues'))`);
  const seeds: Seed[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${name} t`);
    seeds.push({ table: name, rows: found.rows[0]?.rows ?? null });
  }
  return seeds;
};

/**
 * Empties only tables that have rows: deleting some is much cheaper than truncating all. With
 * `session_replication_role = replica` the triggers that keep the ledger append-only do not fire.
 */
const empty = async (client: Client, seeds: readonly Seed[]): Promise<void> => {
  const probes = seeds.map(({ table }) => `select '${table}' as name where exists (select from ${table})`);
  const filled = await client.query<{ name: string }>(probes.join(' union all '));
  const moved = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences where last_value is not null`);
  const statements = [
    'begin',
    'set local session_replication_role = replica',
    ...filled.rows.map(({ name }) => `delete from ${name}`),
    ...moved.rows.map(({ name }) => `alter sequence ${name} restart`),
  ];
  await client.query(statements.join(';'));
  for (const { table, rows } of seeds) {
    if (rows === null) continue;
    await client.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [rows],
    );
  }
  await client.query('commit');
};
