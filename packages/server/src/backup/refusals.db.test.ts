import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '@skyport/db/migrate';
import { emptyDatabase, testDatabase } from '@skyport/db/testing';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { TEST_SECRET_KEY } from '../testing-app.ts';
import { folderOf, FORMAT, names } from './manifest.ts';
import { keyOf } from './read-backup.ts';
import { makeBackup, readBackup } from './index.ts';
import { asRole, digestsOf, entriesOf, flipped, resealed, restoreInto, testFolder, writeEntries } from './testing.ts';

const passphrase = 'a passphrase of some length';
const folder = testFolder();
const dataDir = testFolder();
const source = await testDatabase();
const path = join(folder, 'good.tar');
const sourceOf = {
  ownerUrl: source.ownerUrl,
  dataDir: folder,
  secretKey: TEST_SECRET_KEY,
  passphrase,
  version: '0.1.0',
};
await asRole(source.rootUrl, (client) =>
  client.query(`insert into error_log (id, at, name, message, stack)
    select gen_random_uuid(), now(), 'Error', md5(n::text), '' from generate_series(1, 200) n`),
);
const manifest = await makeBackup({ ...sourceOf, path, now: new Date('2026-11-21T04:00:00Z') });
const entries = await entriesOf(path);
const filled = manifest.tables.find(({ name }) => name === 'error_log')!;
const partOf = `${folderOf(filled)}/000000.gz`;

/** A migrated database without accounts: it must hold the same rows after each refusal. */
const target = await emptyDatabase();
await migrate(target.ownerUrl, { appUrl: target.url });
const before = await digestsOf(target.ownerUrl);

const restoreFrom = async (file: string, key: Partial<Parameters<typeof keyOf>[1]> = {}): Promise<void> => {
  const backup = await readBackup(file);
  const secretKey = await keyOf(backup, { own: TEST_SECRET_KEY, apart: undefined, passphrase: '', ...key });
  await restoreInto(backup, target, { dataDir, secretKey });
};
let copies = 0;
const copyName = (): string => join(folder, `copy-${(copies += 1)}.tar`);
const without = (name: string) => entries.filter((entry) => entry.name !== name);
const withEntry = (name: string, text: string) =>
  entries.map((entry) => (entry.name === name ? { name, bytes: Buffer.from(text) } : entry));

const NEWER = { name: '9999_later.sql', sha256: 'a'.repeat(64) };

/** Damages: name, how to make it, and the sentence of the refusal. */
const damages: readonly (readonly [string, (to: string) => Promise<string>, RegExp])[] = [
  [
    'a truncated archive',
    async (to) => {
      await copyFile(path, to);
      truncateSync(to, Math.floor((await stat(path)).size / 2));
      return to;
    },
    /^The backup is cut off/,
  ],
  [
    'an archive without its last bytes',
    async (to) => {
      await copyFile(path, to);
      truncateSync(to, (await stat(path)).size - 512);
      return to;
    },
    /^The backup is cut off/,
  ],
  [
    'a flipped byte in a table',
    (to) => flipped(path, to, (bytes) => bytes.indexOf(partOf) + 512 + 20),
    /^The backup is damaged: the checksum of tables\/public\.error_log is wrong/,
  ],
  [
    'a flipped byte in the manifest',
    (to) => flipped(path, to, (bytes) => bytes.indexOf('"createdAt"') + 20),
    /^The backup is damaged: the checksum of its manifest is wrong/,
  ],
  [
    'a flipped byte in a header',
    (to) => flipped(path, to, (bytes) => bytes.indexOf(partOf) + 130),
    /^The backup is damaged: a header is broken/,
  ],
  [
    'a missing table',
    (to) => writeEntries(to, without(partOf)),
    /^The backup is damaged: tables\/public\.error_log is missing/,
  ],
  [
    'a table that the manifest leaves out too',
    (to) =>
      writeEntries(
        to,
        resealed(
          without(partOf),
          (m) =>
            m.tables.splice(
              m.tables.findIndex(({ name }) => name === 'error_log'),
              1,
            ),
          TEST_SECRET_KEY,
        ),
      ),
    /^The backup is damaged: the tables public\.error_log are missing/,
  ],
  [
    'an extra table',
    (to) => {
      const extra = { name: 'tables/public.strange/000000.gz', bytes: Buffer.alloc(10) };
      return writeEntries(to, [...entries.slice(0, -2), extra, ...entries.slice(-2)]);
    },
    /^The backup is damaged: it holds tables\/public\.strange, which its manifest does not name/,
  ],
  [
    'a missing manifest',
    (to) => writeEntries(to, without(names.manifest)),
    /^The backup is damaged: it has no manifest/,
  ],
  [
    'a newer migration',
    (to) =>
      writeEntries(
        to,
        resealed(entries, (m) => void m.migrations.push(NEWER), TEST_SECRET_KEY),
      ),
    /^The backup is newer than this program, which does not know 9999_later\.sql/,
  ],
  [
    'a newer job queue',
    (to) =>
      writeEntries(
        to,
        resealed(entries, (m) => void (m.jobMigration = 9999), TEST_SECRET_KEY),
      ),
    /^The job queue of the backup is newer/,
  ],
  [
    'an edited migration',
    (to) =>
      writeEntries(
        to,
        resealed(entries, (m) => void (m.migrations[0]!.sha256 = 'a'.repeat(64)), TEST_SECRET_KEY),
      ),
    /^The migration 0001_accounts\.sql of the backup is not the one of this program/,
  ],
  [
    'a manifest that another key sealed',
    (to) =>
      writeEntries(
        to,
        resealed(entries, (m) => void (m.version = '9'), 'another key that is long enough to be taken'),
      ),
    /^The backup is damaged: its manifest was changed without its SECRET_KEY/,
  ],
  [
    'another format',
    (to) => writeEntries(to, withEntry(names.start, JSON.stringify({ product: 'skyport', format: FORMAT + 1 }))),
    /^The backup has format 2, and this program reads format 1/,
  ],
  [
    'a file that is no archive',
    async (to) => {
      writeFileSync(to, 'a text\n'.repeat(1000));
      return to;
    },
    /is not a backup of Skyport/,
  ],
  ['another archive', (to) => writeEntries(to, entries.slice(1)), /is not a backup of Skyport/],
  ['a file that is not there', async (to) => to, /cannot be read/],
  [
    'rows that differ from the manifest’s digest',
    (to) =>
      writeEntries(
        to,
        resealed(
          entries,
          (m) => void (m.tables.find(({ name }) => name === 'error_log')!.rowSum = 'a'.repeat(64)),
          TEST_SECRET_KEY,
        ),
      ),
    /^The table error_log holds other rows than the backup after loading/,
  ],
];

test.each(damages)('refuses %s, and changes nothing', async (_, make, sentence) => {
  await expect(restoreFrom(await make(copyName()))).rejects.toThrow(sentence);
  const after = await digestsOf(target.ownerUrl);
  expect(Object.fromEntries(Object.keys(before).map((name) => [name, after[name]]))).toEqual(before);
});

test('refuses another key, a wrong passphrase and no key at all', async () => {
  const other = 'another key that is long enough to be taken';
  await expect(restoreFrom(path, { own: other })).rejects.toThrow(/^The backup belongs to another SECRET_KEY/);
  await expect(restoreFrom(path, { own: undefined })).rejects.toThrow(/^The backup belongs to another SECRET_KEY/);
  await expect(restoreFrom(path, { apart: other })).rejects.toThrow(/^The backup belongs to another SECRET_KEY/);
  await expect(restoreFrom(path, { passphrase: `${passphrase}!` })).rejects.toThrow(
    /^BACKUP_PASSPHRASE is not the passphrase of this backup/,
  );
});

test('refuses a database that a panel works on', async () => {
  const panel = new Client({ connectionString: target.url, application_name: 'skyport' });
  await panel.connect();
  try {
    await expect(restoreFrom(path)).rejects.toThrow(/^A panel or another command works on this database/);
  } finally {
    await panel.end();
  }
});

test('an interrupted backup leaves no file under its name', async () => {
  const cut = join(folder, 'cut.tar');
  const broken = { ...sourceOf, path: cut, now: new Date(0) };
  // The folder of images cannot be read as one.
  writeFileSync(join(folder, 'files'), '');
  await asRole(source.rootUrl, (client) =>
    client.query(`insert into files (id, ext, store, bytes, created_at, unused_since, stored_at)
      values ('01a1fc43000070008000000000000001', 'png', 'disk', 5, now(), now(), now())`),
  );
  await expect(makeBackup(broken)).rejects.toThrow(/ENOTDIR/);
  expect([existsSync(cut), existsSync(`${cut}.partial`)]).toEqual([false, false]);
});

test('never writes over a backup, and refuses a short passphrase', async () => {
  const again = { ...sourceOf, now: new Date(0) };
  await expect(makeBackup({ ...again, path })).rejects.toThrow(/exists already/);
  await expect(makeBackup({ ...again, path: copyName(), passphrase: 'short' })).rejects.toThrow(
    'BACKUP_PASSPHRASE must be at least 12 characters long.',
  );
});

test('the backup itself is restored', async () => {
  await restoreFrom(path);
  expect((await digestsOf(target.ownerUrl))['public.error_log']).toMatchObject({ rows: 200 });
});
