import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate, readMigrations } from '@skyport/db/migrate';
import { listMigrations } from '@skyport/db/table-shapes';
import { emptyDatabase } from '@skyport/db/testing';
import { expect, test } from 'vitest';
import { verifyChain } from '../audit/index.ts';
import { startTestApp, TEST_SECRET_KEY } from '../testing-app.ts';
import { readOldInstallation, restore } from '../testing/old-installation/restore.ts';
import { keyOf } from './read-backup.ts';
import { makeBackup, readBackup } from './index.ts';
import { asRole, digestsOf, restoreInto, testFolder } from './testing.ts';

/*
 * The old installation has rows of accounts, nodes, the ledger, the audit and the mail, and older migrations than the
 * program.
 */

const old = readOldInstallation();
const source = await restore(old);
const folder = testFolder();
const IMAGE = '01a1fc43000070008000000000000001';
const passphrase = 'a passphrase of some length';

await asRole(source.rootUrl, async (client) => {
  await client.query(
    `insert into files (id, ext, store, bytes, created_at, unused_since, stored_at)
     values ($1, 'png', 'disk', 5, now(), now(), now()), ($2, 'png', 'disk', 5, now(), now(), now())`,
    [IMAGE, IMAGE.replace(/1$/, '2')],
  );
  await client.query(
    `insert into traffic_records (day, user_num, type, granted, spent, updated_at, description)
     values ('2031-05-01', 1, 'buy', 1, 0, now(), E'tab\\t, newline\\n and backslash \\\\'),
            ('2026-11-21', 1, 'buy', 1, 0, now(), '')`,
  );
  await client.query(`select keep_partitions('traffic_records', '2024-02-01', 1)`);
  await client.query(`select graphile_worker.add_job('mail.deliver', '{}')`);
  await client.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker that is gone'`);
});
mkdirSync(join(source.dataDir, 'files/01'), { recursive: true });
writeFileSync(join(source.dataDir, `files/01/${IMAGE}.png`), 'image');

const backupOf = (path: string, addresses: { ownerUrl: string; dataDir: string }) =>
  makeBackup({ ...addresses, secretKey: TEST_SECRET_KEY, passphrase, path, version: '0.1.0', now: new Date(old.now) });
const path = join(folder, 'old.tar');
const manifest = await backupOf(path, source);

test('a backup says what it holds, and never the key', async () => {
  expect(manifest).toMatchObject({
    createdAt: old.now,
    version: '0.1.0',
    files: [{ name: `${IMAGE}.png`, bytes: 5 }],
    missingFiles: [`${IMAGE.replace(/1$/, '2')}.png`],
    auditEnd: { seq: 4 },
  });
  expect(manifest.migrations.at(-1)!.name).toBe(old.migration);
  expect(manifest.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(20);
  expect(readFileSync(path).includes(TEST_SECRET_KEY)).toBe(false);
  expect(await readdir(folder)).toEqual(['old.tar']);
});

const target = await emptyDatabase();
const dataDir = testFolder();
const said: string[] = [];
const backup = await readBackup(path);
const secretKey = await keyOf(backup, { own: undefined, apart: undefined, passphrase });
const restored = await restoreInto(backup, target, { dataDir, secretKey, say: (line) => void said.push(line) });

test('restores into an empty database and migrates on to the newest migration', async () => {
  expect(restored.ledgerProblems).toEqual([]);
  expect(said[0]).toMatch(/^Restoring \d+ accounts and 0 orders of 2026-11-21/);
  const migrations = await asRole(target.ownerUrl, listMigrations);
  expect(migrations).toEqual(readMigrations().map(({ name, sha256 }) => ({ name, sha256 })));
  await migrate(source.ownerUrl, { appUrl: source.url });
  const [here, there] = [await digestsOf(target.ownerUrl), await digestsOf(source.ownerUrl)];
  expect(Object.keys(here)).toEqual(Object.keys(there));
});

test('keeps images, and the key under the mode of a secret', () => {
  expect(readFileSync(join(dataDir, `files/01/${IMAGE}.png`), 'utf8')).toBe('image');
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()).toBe(TEST_SECRET_KEY);
});

test('gives back jobs that ran during the backup', async () => {
  const rows = await asRole(target.ownerUrl, async (client) => {
    const found = await client.query('select locked_by from graphile_worker._private_jobs');
    return found.rows as unknown[];
  });
  expect(rows).toEqual([{ locked_by: null }]);
});

test('a restored panel logs an account in, keeps sessions and verifies its audit', async () => {
  const app = await startTestApp(target.url, { DATA_DIR: dataDir });
  try {
    app.clock.set(new Date(old.now));
    const { customer, password } = old.known;
    expect(await app.call('/api/user/userinfo', {}, customer.cookie)).toMatchObject({ code: 0 });
    expect(await app.call('/api/user/login', { email: customer.email, password })).toMatchObject({ code: 0 });
    expect(await verifyChain(app.deps)).toMatchObject({ problems: [], to: 4 });
    // Sequences go on behind the restored numbers.
    await app.account({ email: 'new@example.com' });
  } finally {
    await app.close();
  }
});

test('a backup of today’s migrations comes back with equal digests of every table but foreign ones', async () => {
  await asRole(target.ownerUrl, (client) =>
    client.query(`create table audit_notes (n bigint generated always as identity, text text);
      insert into audit_notes (text) values ('of the operator')`),
  );
  const again = join(folder, 'again.tar');
  await backupOf(again, { ownerUrl: target.ownerUrl, dataDir });
  const second = await emptyDatabase();
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  await restoreInto(await readBackup(again), second, { dataDir: testFolder(), secretKey, say });
  expect(lines).toContain('Left out, because they are no tables of Skyport: public.audit_notes.');
  const { 'public.audit_notes': foreign, ...expected } = await digestsOf(target.ownerUrl);
  expect(foreign).toMatchObject({ rows: 1 });
  expect(await digestsOf(second.ownerUrl)).toEqual(expected);
});

test('replaces accounts only when told to, and says what it removes', async () => {
  const lines: string[] = [];
  const other = testFolder();
  writeFileSync(join(other, 'secret.key'), 'the key of the replaced installation\n');
  const into = { dataDir: other, secretKey, say: (line: string) => void lines.push(line) };
  const before = await digestsOf(target.ownerUrl);
  await expect(restoreInto(backup, target, into)).rejects.toThrow(
    /^The database is not empty: it has \d+ accounts and 0 orders.*With --replace/,
  );
  expect(await digestsOf(target.ownerUrl)).toEqual(before);
  await restoreInto(backup, target, { ...into, replace: true });
  expect(lines[0]).toMatch(/^Replacing \d+ accounts/);
  // The key of the replaced data stays.
  expect(readFileSync(join(other, 'secret.key'), 'utf8').trim()).toBe(TEST_SECRET_KEY);
  const kept = (await readdir(other)).find((name) => name.startsWith('secret.key.before-'))!;
  expect(readFileSync(join(other, kept), 'utf8')).toBe('the key of the replaced installation\n');
});
