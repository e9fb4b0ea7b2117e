import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { insideTransaction, isConcurrent, runConcurrently } from './concurrent-indexes.ts';
import { isLockTimeout, LOCK_PATIENCE, takeMigrateLock, withLockTimeout, type LockPatience } from './migrate-locks.ts';

/** Folder of the product's migrations. */
export const MIGRATIONS_DIR = join(dirname(fileURLToPath(import.meta.url)), '../migrations');

/** One file of SQL and its SHA-256. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** The migrations of a folder in their order. Throws when a file has no four-digit number or two have the same. */
export const readMigrations = (dir: string = MIGRATIONS_DIR): Migration[] => {
  const names = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`The migration ${name} is not named like 0001_words.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
    const text = readFileSync(join(dir, name), 'utf8');
    return { name, sql: text, sha256: createHash('sha256').update(text).digest('hex') };
  });
};

/** One digest of all migrations, in order. */
export const digestOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(''))
    .digest('hex');

const MADE_TABLE = `create table if not exists schema_migrations (
  name text primary key, sha256 text not null, applied_at timestamptz not null)`;

const withOwner = async <T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: ownerUrl, application_name: 'skyport-migrate' });
  // A query on a lost connection fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Throws a sentence, and changes nothing, when the database does not fit the migrations of this program. */
export const checkMigrations = (ownerUrl: string, dir?: string): Promise<void> =>
  withOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('public.schema_migrations') is not null as made`,
    );
    if (rows[0]?.made) await pendingOf(client, readMigrations(dir));
  });

/** How the migrator runs. */
export interface MigrateOptions extends Partial<LockPatience> {
  readonly appUrl: string;
  readonly dir?: string;
  readonly now?: Date;
}

/**
 * Brings the database to the newest migration: each file in a transaction of its own, under a lock, as the owner. Then
 * gives the role of `appUrl` what it may do (see `grant`). Gives the names of the files it ran. Throws a sentence, and
 * changes nothing, when an applied file was edited, when the database is newer than the program, or when a new file
 * would run before one that was applied already.
 */
export const migrate = (ownerUrl: string, options: MigrateOptions): Promise<string[]> =>
  withOwner(ownerUrl, async (client) => {
    const migrations = readMigrations(options.dir);
    await client.query(`set statement_timeout = 0`);
    await takeMigrateLock(client);
    await client.query(MADE_TABLE);
    const pending = await pendingOf(client, migrations);
    const patience = { ...LOCK_PATIENCE, ...options };
    for (const migration of pending)
      await withLockTimeout(client, { name: migration.name, ...patience }, () =>
        apply(client, migration, options.now ?? new Date()),
      );
    await withLockTimeout(client, { name: 'grants', ...patience }, async () => {
      await client.query('begin');
      await grant(client, roleOf(options.appUrl));
      await client.query('commit');
    });
    return pending.map(({ name }) => name);
  });

/**
 * Migrates in the caller's transaction, up to and including `upTo`, else to the newest migration. Deferred checks of
 * each file run before the next one, as they would at its commit. Rights are left to `grant`.
 */
export const migrateInside = async (
  client: Client,
  { upTo, dir, now = new Date() }: { upTo?: string; dir?: string; now?: Date } = {},
): Promise<void> => {
  const migrations = readMigrations(dir).filter(({ name }) => upTo === undefined || name <= upTo);
  await client.query(MADE_TABLE);
  for (const { name, sql, sha256 } of await pendingOf(client, migrations)) {
    await client.query(insideTransaction(sql));
    await client.query('set constraints all immediate; set constraints all deferred');
    await client.query('insert into schema_migrations values ($1, $2, $3)', [name, sha256, now]);
  }
};

const pendingOf = async (client: Client, migrations: readonly Migration[]): Promise<Migration[]> => {
  const { rows: applied } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const file = known.get(name);
    if (!file) {
      throw new Error(
        `The database is newer than this program: it has had ${name}, which this program does not know. Start the newer ` +
          'program, or restore a backup that is as old as this one.',
      );
    }
    if (file.sha256 !== sha256) {
      throw new Error(`The migration ${name} was changed after the database had had it. Put the file back as it was.`);
    }
  }
  const newest = applied.at(-1)?.name ?? '';
  const had = new Set(applied.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !had.has(name));
  const late = pending.find(({ name }) => name < newest);
  if (late) {
    throw new Error(
      `The migration ${late.name} comes before ${newest}, which the database has had. Give it a new number.`,
    );
  }
  return pending;
};

const apply = async (client: Client, { name, sql, sha256 }: Migration, now: Date): Promise<void> => {
  const note = (): Promise<unknown> =>
    client.query('insert into schema_migrations values ($1, $2, $3)', [name, sha256, now]);
  try {
    if (isConcurrent(sql)) {
      await runConcurrently(client, sql);
      await note();
      return;
    }
    await client.query('begin');
    await client.query(sql);
    await note();
    await client.query('commit');
  } catch (fault) {
    await client.query('rollback').catch(() => undefined);
    if (isLockTimeout(fault)) throw fault;
    throw new Error(`The migration ${name} failed: ${fault instanceof Error ? fault.message : String(fault)}`, {
      cause: fault,
    });
  }
};

/** The role of a connection address, which may be a URL of a socket. */
export const roleOf = (url: string): string => new Client({ connectionString: url }).user ?? '';

/**
 * Grants the product's role its privileges, in the caller's transaction: all row operations on ordinary tables, no
 * DDL. A table comment like `app: select, insert` limits the role to that list. Does nothing when the product works as
 * the owner itself.
 */
export const grant = async (client: Client, role: string): Promise<void> => {
  if (role === client.user) return;
  const app = client.escapeIdentifier(role);
  const { rows } = await client.query<{ name: string; allowed: string | null }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           substring(obj_description(c.oid, 'pg_class') from '^app: *([^\n]*)') as allowed
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') order by 1`);
  const statements = rows.flatMap(({ name, allowed }) => [
    `revoke all on ${name} from ${app}`,
    ...(allowed === '' ? [] : [`grant ${allowed ?? 'select, insert, update, delete'} on ${name} to ${app}`]),
  ]);
  const all = [
    `grant usage on schema public to ${app}`,
    ...statements,
    `revoke all on schema_migrations from ${app}`,
    `grant select on schema_migrations to ${app}`,
    `grant usage, select on all sequences in schema public to ${app}`,
  ];
  await client.query(all.join(';\n'));
};
