import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { decryptFile, isEncrypted } from './encrypted-file.ts';
import { testFolder } from './testing.ts';
import { startBackups } from './testing-list.ts';

/** The server of the package, which comes without types. */
interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;

const PASSPHRASE = 'a passphrase of some length';
const storeDir = testFolder();
const scene = await startBackups();
const { app, backups, backUp, work, alarms } = scene;
const { clock } = app;
const store = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: storeDir,
  configureBuckets: [{ name: 'safe' }],
});
beforeAll(async () => {
  const { port } = await store.run();
  await app.changeSettings({
    backup_s3: true,
    s3_endpoint: `http://127.0.0.1:${port}`,
    s3_bucket: 'safe',
    s3_region: 'eu-test-1',
    s3_access_key: 'S3RVER',
    s3_secret_key: 'S3RVER',
  });
});
afterAll(() => store.close());

const stored = (): string[] =>
  readdirSync(join(storeDir, 'safe'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('._S3rver_object'),
  );
const objectOf = (file: string): string => `backups/${file}._S3rver_object`;

test('copies the newest good backup to the object store, and removes it with the file', async () => {
  await app.changeSettings({ backup_keep: 1 });
  const first = await backUp();
  expect(first).toMatchObject({ state: 'good', copiedAt: clock.now().toISOString(), copyProblem: '' });
  expect(stored()).toEqual([objectOf(first.file)]);
  expect(statSync(join(storeDir, 'safe', objectOf(first.file))).size).toBe(first.bytes);
  const second = await backUp();
  expect(stored()).toEqual([objectOf(second.file)]);
});

test('removes the copy of a backup that staff delete', async () => {
  await app.changeSettings({ backup_keep: 7 });
  const [old, newest] = [await backUp(), await backUp()];
  expect(stored()).toContain(objectOf(old.file));
  await scene.deleteBackup(old._id);
  await work();
  expect(stored()).not.toContain(objectOf(old.file));
  expect(stored()).toContain(objectOf(newest.file));
  await app.changeSettings({ backup_keep: 1 });
});

test('a copy that the store does not take is an alarm once, and is tried again after an hour', async () => {
  await app.changeSettings({ s3_bucket: 'missing' });
  const { _id, file } = await backUp();
  const row = async () => (await backups()).find((each) => each._id === _id);
  expect(await row()).toMatchObject({ state: 'good', copiedAt: null });
  expect((await row()).copyProblem).toMatch(/^对象存储没有接受副本/);
  expect(await alarms()).toEqual([expect.stringContaining(file)]);
  clock.advance(HOUR_MS + MINUTE_MS);
  await work();
  expect(await alarms()).toHaveLength(1);
  await app.changeSettings({ s3_bucket: 'safe' });
  await work();
  expect(await row()).toMatchObject({ copiedAt: null });
  clock.advance(HOUR_MS + MINUTE_MS);
  await work();
  expect(await row()).toMatchObject({ copiedAt: clock.now().toISOString(), copyProblem: '' });
  expect(stored()).toContain(objectOf(file));
});

test('makes no copies without the setting', async () => {
  await app.changeSettings({ backup_s3: false });
  expect(await backUp()).toMatchObject({ state: 'good', copiedAt: null, copyProblem: '' });
});

test('a copy under a passphrase is encrypted, and no other opens it', async () => {
  await app.changeSettings({ backup_s3: true, backup_keep: 7 });
  Object.assign(app.deps.env, { BACKUP_PASSPHRASE: PASSPHRASE });
  onTestFinished(() => void Object.assign(app.deps.env, { BACKUP_PASSPHRASE: '' }));
  const { file } = await backUp();
  const [original, copy] = [join(scene.folder, file), join(storeDir, 'safe', objectOf(`${file}.age`))];
  expect(stored()).not.toContain(objectOf(file));
  expect([await isEncrypted(copy), await isEncrypted(original)]).toEqual([true, false]);
  const opened = join(storeDir, 'opened');
  await decryptFile(copy, opened, PASSPHRASE);
  expect(readFileSync(opened).equals(readFileSync(original))).toBe(true);
  const open = (path: string, passphrase: string) => decryptFile(path, join(storeDir, 'refused'), passphrase);
  await expect(open(copy, '')).rejects.toThrow('Set BACKUP_PASSPHRASE');
  await expect(open(copy, 'another passphrase')).rejects.toThrow('is not the passphrase of this backup');
  const bytes = readFileSync(copy);
  writeFileSync(join(storeDir, 'cut'), bytes.subarray(0, -1));
  await expect(open(join(storeDir, 'cut'), PASSPHRASE)).rejects.toThrow('The backup is damaged');
  writeFileSync(join(storeDir, 'changed'), bytes.with(bytes.length - 100, bytes.at(-100)! ^ 1));
  await expect(open(join(storeDir, 'changed'), PASSPHRASE)).rejects.toThrow('The backup is damaged');
  expect(existsSync(join(storeDir, 'refused'))).toBe(false);
  expect(readdirSync(scene.folder).filter((name) => !/^skyport-.*\.tar$/.test(name))).toEqual([]);
  // What a killed worker left goes with the next work.
  writeFileSync(join(scene.folder, `.copy-${file}`), '');
  await work();
  expect(readdirSync(scene.folder).filter((name) => name.startsWith('.copy-'))).toEqual([]);
  await app.changeSettings({ backup_keep: 1 });
  await backUp();
  expect(stored()).not.toContain(objectOf(`${file}.age`));
});
