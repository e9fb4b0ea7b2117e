import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { roleOf } from '@skyport/db';
import { copyIn, copyOut, RowDigester } from '@skyport/db/copy';
import { compareTables, dropTables, setPartitions, setSequences, withoutChecks } from '@skyport/db/fresh-tables';
import { grant, migrateInside, readMigrations } from '@skyport/db/migrate';
import { COPY_SETTINGS, copyTarget, listTables, newestJobMigration } from '@skyport/db/table-shapes';
import { Client } from 'pg';
import { diskBlobs } from '../files/index.ts';
import { secretKeyFile, secretKeyOf } from '../platform/data-dir.ts';
import { folderOf, names, rowsOf, type Manifest, type TableEntry } from './manifest.ts';
import { BackupReader, newestMigration, type CheckedBackup } from './read-backup.ts';
import { refuseBackup, refuseDamaged } from './refused.ts';
import {
  analyze,
  BACKUP_SESSION,
  findAuditEnd,
  findContents,
  holdDatabase,
  listLedgerProblems,
  releaseJobs,
  type Contents,
} from './store.ts';

/** Where a backup goes. */
export interface RestoreTarget {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly dataDir: string;
  /** Key of the backup. */
  readonly secretKey: string;
  /** Whether the environment says SECRET_KEY: then the data directory keeps none. */
  readonly isKeyConfigured: boolean;
  /** Whether accounts that are there may be replaced. */
  readonly replace: boolean;
  readonly now: Date;
  /** Makes the tables of the job queue. */
  prepareJobs(ownerUrl: string, appRole: string): Promise<void>;
  /** Tells the operator what happens. */
  say(line: string): void;
}

/** What the ledger's own check found in the restored database, a sentence each. */
export interface Restored {
  readonly ledgerProblems: readonly string[];
}

/** SQLSTATE out_of_memory: here the table of locks is full. */
const OUT_OF_LOCKS = '53200';
const TOO_FEW_LOCKS =
  'The database server has too few locks for a restore in one transaction. Nothing was changed; set ' +
  'max_locks_per_transaction to 256 there and restart it.';

/**
 * Puts a checked backup into the database and the data directory. Everything in the database happens in one
 * transaction: after a refusal or a fault it is as before.
 */
export const restoreBackup = async (backup: CheckedBackup, target: RestoreTarget): Promise<Restored> => {
  const newest = newestMigration(backup.manifest, readMigrations());
  const client = new Client({ connectionString: target.ownerUrl, application_name: BACKUP_SESSION });
  // Each statement on a lost connection reports the loss itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(COPY_SETTINGS);
    if (!(await holdDatabase(client)))
      refuseBackup('A panel or another command works on this database. Stop it first; nothing was changed.');
    const contents = await findContents(client);
    assertReplaceable(contents, backup.manifest, target);
    await target.prepareJobs(target.ownerUrl, roleOf(target.appUrl));
    if (backup.manifest.jobMigration > (await newestJobMigration(client)))
      refuseBackup('The job queue of the backup is newer than this program. Restore it with the release that made it.');
    await client.query('begin');
    await load(client, backup, { ...target, newest });
    const keepKey = target.isKeyConfigured ? undefined : await draftKey(target);
    await client.query('commit');
    await keepKey?.();
    target.say('Loaded and compared. Checking the ledger.');
    await analyze(client);
    return { ledgerProblems: await listLedgerProblems(client) };
  } catch (fault) {
    throw (fault as { code?: unknown }).code === OUT_OF_LOCKS ? new Error(TOO_FEW_LOCKS, { cause: fault }) : fault;
  } finally {
    // Without a commit the server rolls back.
    await client.end();
  }
};

const assertReplaceable = (contents: Contents, manifest: Manifest, { replace, say }: RestoreTarget): void => {
  const { accounts, orders, newest } = contents;
  const coming = `${rowsOf(manifest, 'users')} accounts and ${rowsOf(manifest, 'orders')} orders of ${manifest.createdAt}`;
  if (accounts === 0) return say(`Restoring ${coming}.`);
  const present = `${accounts} accounts and ${orders} orders${newest === null ? '' : `, the newest posting of ${newest}`}`;
  if (replace) return say(`Replacing ${present}, by ${coming}.`);
  return refuseBackup(
    `The database is not empty: it has ${present}. With --replace they are removed, and ${coming} take their place.`,
  );
};

const load = async (
  client: Client,
  { path, manifest }: CheckedBackup,
  target: RestoreTarget & { readonly newest: string },
): Promise<void> => {
  await dropTables(client);
  await migrateInside(client, { upTo: target.newest, now: target.now });
  await setPartitions(client, manifest.partitions);
  const foreign = await findForeignTables(client, manifest);
  if (foreign.length > 0) target.say(`Left out, because they are no tables of Skyport: ${foreign.join(', ')}.`);
  const isOurs = ({ schema, name }: TableEntry): boolean => !foreign.includes(`${schema}.${name}`);
  const reader = new BackupReader(path);
  try {
    await reader.file(names.start);
    await withoutChecks(client, await listTables(client), async () => {
      for (const table of manifest.tables) {
        const rows = reader.table(folderOf(table));
        if (isOurs(table)) await copyIn(client, `copy ${copyTarget(client, table)} from stdin`, rows);
        else await finished(rows.resume());
      }
    });
    for (const table of manifest.tables.filter(isOurs)) await compareRows(client, table);
    await setSequences(client, manifest.sequences);
    await compareAuditEnd(client, manifest);
    await releaseJobs(client);
    await migrateInside(client, { now: target.now });
    await grant(client, roleOf(target.appUrl));
    await loadImages(reader, manifest, target.dataDir);
  } finally {
    await reader.close();
  }
};

/**
 * Names of tables in the backup that no migration makes: the operator's own. The queue's tables may be more than those
 * of the backup, because a newer library made them.
 */
const findForeignTables = async (client: Client, manifest: Manifest): Promise<readonly string[]> => {
  const { onlyHere, onlyListed, otherColumns } = await compareTables(client, manifest.tables);
  const lacking = onlyHere.filter((name) => name.startsWith('public.'));
  if (lacking.length > 0) refuseDamaged(`the tables ${lacking.join(', ')} are missing`);
  if (otherColumns.length > 0) refuseDamaged(`this program does not know all columns of ${otherColumns.join(', ')}`);
  return onlyListed;
};

const compareRows = async (client: Client, table: TableEntry): Promise<void> => {
  const digester = new RowDigester();
  const stored = digester.through(copyOut(client, `copy ${copyTarget(client, table)} to stdout`));
  for await (const chunk of stored) void chunk;
  const { rows, sum } = digester.result();
  if (rows !== table.rows || sum !== table.rowSum)
    throw new Error(`The table ${table.name} holds other rows than the backup after loading. Nothing was changed.`);
};

const compareAuditEnd = async (client: Client, { auditEnd }: Manifest): Promise<void> => {
  const end = await findAuditEnd(client);
  if (end?.seq !== auditEnd?.seq || end?.chain !== auditEnd?.chain)
    refuseDamaged('the end of its audit is not the one that its manifest names');
};

/** Images that are there with the same bytes stay; others in the folder stay too, because no row names them. */
const loadImages = async (reader: BackupReader, { files }: Manifest, dataDir: string): Promise<void> => {
  const blobs = diskBlobs(join(dataDir, 'files'));
  for (const { name, sha256 } of files) {
    const bytes = await reader.file(`files/${name}`);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      refuseDamaged(`the checksum of files/${name} is wrong`);
    const present = await blobs.open(name);
    if (present && bytes.equals(await buffer(present))) continue;
    await blobs.remove(name);
    await blobs.put(name, bytes, '');
  }
};

/**
 * Writes the backup's key next to the one of the data directory; the function puts it in its place. A replaced key
 * stays under a name of its own.
 */
const draftKey = async ({ dataDir, secretKey, now }: RestoreTarget): Promise<() => Promise<void>> => {
  const file = secretKeyFile(dataDir);
  const draft = `${file}.new`;
  const made = await open(draft, 'w', 0o600);
  try {
    await made.writeFile(`${secretKey}\n`);
    await made.sync();
  } finally {
    await made.close();
  }
  return async () => {
    const isOther = existsSync(file) && secretKeyOf('', dataDir) !== secretKey;
    if (isOther) await rename(file, `${file}.before-${now.toISOString().replaceAll(':', '')}`);
    await rename(draft, file);
  };
};
