import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { copyOut, RowDigester } from '@skyport/db/copy';
import {
  COPY_SETTINGS,
  copyTarget,
  listMigrations,
  listPartitions,
  listSequences,
  listTables,
  newestJobMigration,
  quoted,
  type TableShape,
} from '@skyport/db/table-shapes';
import { Client } from 'pg';
import { diskBlobs } from '../files/index.ts';
import { fingerprintOf, manifestMac, sealKey } from './backup-key.ts';
import { folderOf, FORMAT, names, type Manifest, type TableEntry } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { BACKUP_SESSION, findAuditEnd, listDiskImages } from './store.ts';
import { createTar, type TarWriter } from './tar.ts';

/** Bytes of one entry of a table. */
const PART_BYTES = 4 * 1024 * 1024;
/** Most of the gain for a fraction of the time. */
const GZIP_LEVEL = 3;

/** What a backup is made of, and where it goes. */
export interface BackupSource {
  /** Address of the database for the owner of its tables. */
  readonly ownerUrl: string;
  readonly dataDir: string;
  readonly secretKey: string;
  /** Seals SECRET_KEY into the backup; empty: the key is kept apart. */
  readonly passphrase: string;
  /** New file of the backup. */
  readonly path: string;
  readonly version: string;
  readonly now: Date;
  /** Hears of the progress, 0 to 100. */
  onPercent?(percent: number): void;
}

/** Share of the work until everything was written; the rest reads it again. */
const WRITTEN_PERCENT = 80;

/**
 * Writes a backup: all tables in one snapshot, the images of the data directory, and a manifest. The panel may go on
 * working. The file gets its name when it is complete and was read again without a fault.
 */
export const makeBackup = async (source: BackupSource): Promise<Manifest> => {
  const { path, ownerUrl, passphrase, secretKey, now } = source;
  const partial = `${path}.partial`;
  for (const taken of [path, partial])
    if (existsSync(taken)) throw new Error(`${taken} exists already; remove it or name another file.`);
  const sealed = passphrase ? await sealKey(secretKey, passphrase) : undefined;
  const client = new Client({ connectionString: ownerUrl, application_name: BACKUP_SESSION });
  // Each statement on a lost connection reports the loss itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const tar = await createTar(partial, now);
    try {
      const manifest = {
        ...(await writeContents(client, tar, source)),
        key: { fingerprint: fingerprintOf(secretKey), ...(sealed && { sealed }) },
      };
      await writeEnd(tar, manifest, secretKey);
      await tar.close();
      await readBackup(partial);
      await giveName(partial, path);
      return manifest;
    } catch (fault) {
      await tar.close();
      await rm(partial, { force: true });
      throw fault;
    }
  } finally {
    await client.end();
  }
};

const writeContents = async (
  client: Client,
  tar: TarWriter,
  { dataDir, now, version, onPercent }: BackupSource,
): Promise<Omit<Manifest, 'key'>> => {
  await client.query(COPY_SETTINGS);
  const shapes = await beginSnapshot(client);
  await tar.add(names.start, Buffer.from(`${JSON.stringify({ product: 'skyport', format: FORMAT })}\n`));
  const tables: TableEntry[] = [];
  for (const shape of shapes) {
    tables.push(await writeTable(client, tar, shape));
    onPercent?.(Math.floor((WRITTEN_PERCENT * tables.length) / shapes.length));
  }
  const images = await writeImages(client, tar, dataDir);
  const contents = {
    createdAt: now.toISOString(),
    version,
    migrations: await listMigrations(client),
    jobMigration: await newestJobMigration(client),
    tables,
    partitions: await listPartitions(client),
    // Sequences know no snapshot: read last, they are not behind the rows.
    sequences: await listSequences(client),
    ...images,
    auditEnd: await findAuditEnd(client),
  };
  await client.query('rollback');
  return contents;
};

/** Begins a snapshot of all tables. Their shapes are locked until its end. */
const beginSnapshot = async (client: Client): Promise<TableShape[]> => {
  const before = await listTables(client);
  if (!before.some(({ name }) => name === 'users'))
    throw new Error('There is nothing to back up: the database has no tables of Skyport.');
  await client.query('begin transaction isolation level repeatable read, read only');
  // Locks come first: a table that is rewritten between snapshot and lock would look empty.
  await client.query(`lock table ${before.map((table) => quoted(client, table)).join(', ')} in access share mode`);
  const shapes = await listTables(client);
  if (JSON.stringify(shapes) !== JSON.stringify(before))
    throw new Error('Tables changed while the backup began; run it again.');
  return shapes;
};

const writeTable = async (client: Client, tar: TarWriter, shape: TableShape): Promise<TableEntry> => {
  const digester = new RowDigester();
  const hash = createHash('sha256');
  const folder = folderOf(shape);
  let parts = 0;
  let bytes = 0;
  const writePart = async (part: Buffer): Promise<void> => {
    hash.update(part);
    bytes += part.length;
    await tar.add(`${folder}/${String(parts).padStart(6, '0')}.gz`, part);
    parts += 1;
  };
  await pipeline(
    copyOut(client, `copy ${copyTarget(client, shape)} to stdout`),
    (source: AsyncIterable<Buffer>) => digester.through(source),
    createGzip({ level: GZIP_LEVEL }),
    async (compressed: AsyncIterable<Buffer>) => {
      let gathered: Buffer[] = [];
      let size = 0;
      for await (const chunk of compressed) {
        gathered.push(chunk);
        size += chunk.length;
        if (size < PART_BYTES) continue;
        await writePart(Buffer.concat(gathered));
        [gathered, size] = [[], 0];
      }
      await writePart(Buffer.concat(gathered));
    },
  );
  const { rows, sum } = digester.result();
  return {
    ...shape,
    rows,
    rowSum: sum,
    bytes,
    sha256: hash.digest('hex'),
  };
};

const writeImages = async (
  client: Client,
  tar: TarWriter,
  dataDir: string,
): Promise<Pick<Manifest, 'files' | 'missingFiles'>> => {
  const blobs = diskBlobs(join(dataDir, 'files'));
  const files: Manifest['files'] = [];
  const missingFiles: string[] = [];
  for (const { name } of await listDiskImages(client)) {
    const found = await blobs.open(name);
    if (!found) {
      missingFiles.push(name);
      continue;
    }
    const bytes = await buffer(found);
    await tar.add(`files/${name}`, bytes);
    files.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return { files, missingFiles };
};

const writeEnd = async (tar: TarWriter, manifest: Manifest, secretKey: string): Promise<void> => {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await tar.add(names.manifest, Buffer.from(text));
  const seal = { sha256: createHash('sha256').update(text).digest('hex'), mac: manifestMac(secretKey, text) };
  await tar.add(names.seal, Buffer.from(`${JSON.stringify(seal)}\n`));
  await tar.finish();
};

const giveName = async (partial: string, path: string): Promise<void> => {
  await rename(partial, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
