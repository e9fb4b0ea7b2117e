import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { createStores } from './blobs.ts';
import { reapOrphans } from './jobs.ts';
import { s3LargeFiles } from './s3.ts';
import { formOf, picture } from './testing/pictures.ts';
import { startSignedStore, type SignedStore } from './testing/signed-store.ts';

/*
 * Images in an object store: through the gate, against a server that speaks S3, and against one that checks every
 * signature (the first takes any).
 */

const dataDir = mkdtempSync(join(tmpdir(), 'skyport-s3-'));
const app = await createTestApp({ DATA_DIR: dataDir });
const { deps, clock } = app;
const photo = await picture('png');

/** The server of the package, which comes without types. */
interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
type S3rverClass = new (options: object) => S3rver;
const S3rver = createRequire(import.meta.url)('s3rver') as S3rverClass;

const KEYS = { accessKey: 'S3RVER', secretKey: 'S3RVER' } as const;
let plain: S3rver;
let plainUrl: string;
let signed: SignedStore;
beforeAll(async () => {
  plain = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(dataDir, 's3'),
    configureBuckets: [{ name: 'pictures' }],
  });
  plainUrl = `http://127.0.0.1:${(await plain.run()).port}`;
  signed = await startSignedStore({ accessKey: 'AKID', secretKey: 'the right secret' });
});
afterAll(async () => {
  await plain.close();
  await signed.stop();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => clock.advance(5 * MINUTE_MS));

const change = app.changeSettings;
const useStore = (url: string, { accessKey, secretKey }: { accessKey: string; secretKey: string }) =>
  change({
    s3_on: true,
    s3_endpoint: `${url}/`,
    s3_bucket: 'pictures',
    s3_region: 'eu-test-1',
    s3_access_key: accessKey,
    s3_secret_key: secretKey,
  });

const upload = async (user: TestSession) => {
  const { headers, payload } = formOf('a.png', photo);
  const response = await app.gate.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: { host: 'console.test', ...headers, authorization: `Bearer ${user.token}` },
    payload,
  });
  const body = response.json<{ file?: { filename: string } }>();
  return { status: response.statusCode, name: body.file?.filename ?? '' };
};
const download = (name: string) => app.gate.app.inject({ method: 'GET', url: `/api/file/downloads/${name}` });
const objects = (): string[] =>
  readdirSync(join(dataDir, 's3', 'pictures'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^images\/[0-9a-f]{32}\.\w+\._S3rver_object$/.test(name),
  );
const rows = (user: TestSession) =>
  deps.db
    .selectFrom('files')
    .select(['store', 'stored_at'])
    .where('user_id', '=', user.userId)
    .orderBy('created_at')
    .orderBy('store', 'desc')
    .execute();

describe('a server that speaks S3', () => {
  test('keeps images, serves them through the panel, and loses them when nothing uses them', async () => {
    await useStore(plainUrl, KEYS);
    const user = await app.account();
    const { status, name } = await upload(user);
    expect([status, objects()]).toEqual([200, [`images/${name}._S3rver_object`]]);
    expect(await rows(user)).toMatchObject([{ store: 's3' }]);
    const served = await download(name);
    expect(served.statusCode).toBe(200);
    expect(served.headers['content-type']).toBe('image/png');
    expect(served.rawPayload.length).toBe(Number(served.headers['content-length']));
    clock.advance(DAY_MS);
    expect(await reapOrphans(deps, createStores(deps))).toBe(1);
    expect([objects(), (await download(name)).statusCode]).toEqual([[], 404]);
  });

  test('keeps what it has when new images go to the disk, and the disk what it has when they go here', async () => {
    await useStore(plainUrl, KEYS);
    const user = await app.account();
    const remote = await upload(user);
    await change({ s3_on: false });
    const local = await upload(user);
    expect(await rows(user)).toMatchObject([{ store: 's3' }, { store: 'disk' }]);
    const both = async (): Promise<number[]> =>
      Promise.all([remote, local].map(async ({ name }) => (await download(name)).statusCode));
    expect(await both()).toEqual([200, 200]);
    await change({ s3_on: true });
    expect(await both()).toEqual([200, 200]);
  });

  test('that is not there fails the upload, and what was begun is removed later', async () => {
    await useStore('http://127.0.0.1:1', KEYS);
    const user = await app.account();
    expect((await upload(user)).status).toBe(500);
    expect(await rows(user)).toEqual([{ store: 's3', stored_at: null }]);
    await useStore(plainUrl, KEYS);
    clock.advance(DAY_MS);
    await reapOrphans(deps, createStores(deps));
    expect(await rows(user)).toEqual([]);
  });
});

test('keeps large files in parts, in a folder of their own', async () => {
  await useStore(plainUrl, KEYS);
  const path = join(dataDir, 'large');
  // Three parts of 8 MiB, the last one shorter.
  const bytes = randomBytes(20 * 1024 * 1024);
  writeFileSync(path, bytes);
  const files = s3LargeFiles(deps.settings.current(), 'large');
  await files.put('one.tar', path);
  const stored = join(dataDir, 's3', 'pictures', 'large/one.tar._S3rver_object');
  expect(readFileSync(stored).equals(bytes)).toBe(true);
  await files.remove('one.tar');
  await files.remove('one.tar');
  expect(existsSync(stored)).toBe(false);
});

describe('a server that checks signatures', () => {
  test('takes images with the right secret only', async () => {
    const user = await app.account();
    await useStore(signed.url, { accessKey: 'AKID', secretKey: 'the wrong secret' });
    expect([(await upload(user)).status, signed.keys(), signed.refused()]).toEqual([500, [], 1]);
    await useStore(signed.url, { accessKey: 'AKID', secretKey: 'the right secret' });
    const { status, name } = await upload(user);
    expect([status, signed.keys()]).toEqual([200, [`/pictures/images/${name}`]]);
    expect((await download(name)).rawPayload.subarray(1, 4).toString()).toBe('PNG');
    await useStore(signed.url, { accessKey: 'AKID', secretKey: 'the wrong secret' });
    expect((await download(name)).statusCode).toBe(500);
  });

  test('shows nothing of the secret in answers, faults or settings as they are stored', async () => {
    const rowsOf = async (table: 'settings' | 'error_log'): Promise<string> =>
      JSON.stringify(await deps.db.selectFrom(table).selectAll().execute());
    expect((await rowsOf('settings')) + (await rowsOf('error_log'))).not.toMatch(/the (?:right|wrong) secret/);
  });
});
