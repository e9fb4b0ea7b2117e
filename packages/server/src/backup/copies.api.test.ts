import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { testFolder } from './testing.ts';
import { startBackups } from './testing-list.ts';

/** The server of the package, which comes without types. */
interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;

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
