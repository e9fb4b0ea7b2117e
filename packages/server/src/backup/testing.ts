import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOut, RowDigester, type RowDigest } from '@skyport/db/copy';
import { COPY_SETTINGS, copyTarget, listTables } from '@skyport/db/table-shapes';
import type { DatabaseAddresses } from '@skyport/db/testing';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { prepareJobs } from '../worker.ts';
import { manifestMac } from './backup-key.ts';
import { names, Manifest } from './manifest.ts';
import type { CheckedBackup } from './read-backup.ts';
import { restoreBackup, type RestoreTarget, type Restored } from './restore-backup.ts';
import { createTar, readTar, type TarEntry } from './tar.ts';
import { createHash } from 'node:crypto';

/** A folder of the test file that calls it. */
export const testFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-backup-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Does work as a role of a database. */
export const asRole = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Digest of each table's rows, by name. */
export const digestsOf = (ownerUrl: string): Promise<Record<string, RowDigest>> =>
  asRole(ownerUrl, async (client) => {
    await client.query(COPY_SETTINGS);
    const digests: Record<string, RowDigest> = {};
    for (const table of await listTables(client)) {
      const digester = new RowDigester();
      const rows = digester.through(copyOut(client, `copy ${copyTarget(client, table)} to stdout`));
      for await (const chunk of rows) void chunk;
      digests[`${table.schema}.${table.name}`] = digester.result();
    }
    return digests;
  });

/** Restores into a database of a test, by default into one that must be empty. */
export const restoreInto = (
  backup: CheckedBackup,
  { url, ownerUrl }: DatabaseAddresses,
  target: Partial<RestoreTarget> & Pick<RestoreTarget, 'dataDir' | 'secretKey'>,
): Promise<Restored> =>
  restoreBackup(backup, {
    ownerUrl,
    appUrl: url,
    isKeyConfigured: false,
    replace: false,
    now: new Date('2026-11-22T00:00:00Z'),
    prepareJobs,
    say: () => undefined,
    ...target,
  });

/** Entries of an archive. */
export const entriesOf = async (path: string): Promise<TarEntry[]> => {
  const entries: TarEntry[] = [];
  for await (const { name, bytes } of readTar(path)) entries.push({ name, bytes: Buffer.from(bytes) });
  return entries;
};

/** Writes an archive of other entries under a new name. */
export const writeEntries = async (path: string, entries: readonly TarEntry[]): Promise<string> => {
  const tar = await createTar(path, new Date(0));
  for (const { name, bytes } of entries) await tar.add(name, bytes);
  await tar.finish();
  await tar.close();
  return path;
};

/** Entries with a changed manifest, sealed by a key as the program itself would. */
export const resealed = (
  entries: readonly TarEntry[],
  change: (manifest: Manifest) => void,
  secretKey: string,
): TarEntry[] => {
  const manifest = Manifest.parse(JSON.parse(entries.find(({ name }) => name === names.manifest)!.bytes.toString()));
  change(manifest);
  const text = JSON.stringify(manifest);
  const seal = { sha256: createHash('sha256').update(text).digest('hex'), mac: manifestMac(secretKey, text) };
  return entries.map(({ name, bytes }) => {
    if (name === names.manifest) return { name, bytes: Buffer.from(text) };
    return name === names.seal ? { name, bytes: Buffer.from(JSON.stringify(seal)) } : { name, bytes };
  });
};

/** Copies a file with one byte changed. */
export const flipped = async (from: string, to: string, at: (bytes: Buffer) => number): Promise<string> => {
  const bytes = await readFile(from);
  const place = at(bytes);
  bytes[place]! ^= 1;
  await writeFile(to, bytes);
  return to;
};
