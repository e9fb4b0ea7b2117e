import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { roleOf } from '@skyport/db';
import { migrate, MIGRATIONS_DIR, readMigrations } from '@skyport/db/migrate';
import { emptyDatabase, type DatabaseAddresses } from '@skyport/db/testing';
import { Client } from 'pg';
import { prepareJobs } from '../../worker.ts';

/** What `make.ts` wrote. */
export interface OldInstallation {
  /** The newest migration that its database has had. */
  readonly migration: string;
  readonly secretKey: string;
  /** When it was left, ISO 8601 UTC. */
  readonly now: string;
  /** Files of its data folder by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Rows by table. */
  readonly tables: Readonly<Record<string, readonly object[]>>;
  readonly known: Known;
}

/** What must still be found in it. */
interface Known {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Hex SHA-256 as the page sends it, of both accounts. */
  readonly password: string;
  readonly customer: {
    readonly userId: string;
    readonly email: string;
    readonly cookie: string;
    readonly userkey: string;
  };
  /** An account with a second step, and a log-in of its that was begun. */
  readonly guarded: { readonly email: string; readonly totp: string; readonly ticket: string };
  readonly node: {
    readonly id: string;
    readonly ssh: string;
    readonly warp: object;
    readonly code: string;
    readonly serverKey: object;
  };
  readonly installKey: string;
  readonly probeKey: string;
  readonly mail: { readonly subject: string; readonly text: string };
  readonly chat: string;
  readonly botId: number;
}

/** The installation beside this file. */
export const readOldInstallation = (): OldInstallation =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, 'installation.json.gz'))).toString('utf8'));

/** The installation's database, not migrated any further, and its data folder. */
export interface Restored extends DatabaseAddresses {
  readonly dataDir: string;
}

/** Puts the installation back for the test file that calls it: its tables as they were, its rows, its files. */
export const restore = async ({ migration, tables, files }: OldInstallation): Promise<Restored> => {
  const addresses = await emptyDatabase();
  await migrate(addresses.ownerUrl, { appUrl: addresses.url, dir: migrationsUpTo(migration) });
  await prepareJobs(addresses.ownerUrl, roleOf(addresses.url));
  await insertRows(addresses.rootUrl, tables);
  const dataDir = mkdtempSync(join(tmpdir(), 'skyport-restored-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dataDir, name), text);
  return { ...addresses, dataDir };
};

const migrationsUpTo = (last: string): string => {
  const dir = mkdtempSync(join(tmpdir(), 'skyport-migrations-'));
  for (const { name } of readMigrations()) {
    if (name <= last) cpSync(join(MIGRATIONS_DIR, name), join(dir, name));
  }
  return dir;
};

/** As a replica would, without triggers: rows of the ledger and the audit come in as they are. */
const insertRows = async (rootUrl: string, tables: OldInstallation['tables']): Promise<void> => {
  const client = new Client({ connectionString: rootUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const names = Object.keys(tables).map((name) => client.escapeIdentifier(name));
    await client.query(`truncate ${names.join(', ')} cascade`);
    for (const [name, rows] of Object.entries(tables)) {
      const table = client.escapeIdentifier(name);
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    // New rows are numbered behind the old ones.
    const { rows: columns } = await client.query<{ table: string; column: string }>(`
      select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and is_identity = 'YES'`);
    for (const { table, column } of columns) {
      const [from, of] = [client.escapeIdentifier(table), client.escapeIdentifier(column)];
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${of}), 1) from ${from}))`,
        [table, column],
      );
    }
  } finally {
    await client.end();
  }
};
