import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@skyport/contract/codes';
import { imageTexts } from '@skyport/contract/profile-texts';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { createStores } from './blobs.ts';
import { reapOrphans } from './jobs.ts';
import { corpus } from './testing/corpus.ts';
import { film, formOf, photograph, picture } from './testing/pictures.ts';
import { uploadImage } from './upload.ts';

/*
 * Upload and download through the gate, with the real decoder in its own process and a real folder.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'skyport-files-'));
const app = await createTestApp({ DATA_DIR: dataDir, DOMAINS: 'two.test' });
const { deps, clock } = app;
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  // The limiter's bucket of uploads fills again.
  clock.advance(5 * MINUTE_MS);
});

interface Sent {
  readonly status: number;
  readonly body: { file?: { filename: string }; code?: number; msg?: string };
}

/** Uploads a file the way the page does. */
const upload = async (
  user: Pick<TestSession, 'token'> | undefined,
  filename: string,
  bytes: Buffer,
  { headers = {}, field = 'file' }: { headers?: Record<string, string>; field?: string } = {},
): Promise<Sent> => {
  const form = formOf(filename, bytes, field);
  const response = await app.gate.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: {
      host: 'console.test',
      ...form.headers,
      ...(user && { authorization: `Bearer ${user.token}` }),
      ...headers,
    },
    payload: form.payload,
  });
  return { status: response.statusCode, body: response.json<Sent['body']>() };
};

const download = (filename: string) =>
  app.gate.app.inject({ method: 'GET', url: `/api/file/downloads/${filename}`, headers: { host: 'console.test' } });

/** The name of a stored image. Throws when the upload was refused. */
const stored = async (user: TestSession, filename: string, bytes: Buffer): Promise<string> => {
  const { body } = await upload(user, filename, bytes);
  if (!body.file) throw new Error(`refused: ${body.msg}`);
  return body.file.filename;
};

const rows = async (user: TestSession) =>
  deps.db.selectFrom('files').selectAll().where('user_id', '=', user.userId).execute();

describe('what is taken', () => {
  test.each(['jpg', 'png', 'webp'] as const)('a %s picture is stored and served as what it is', async (kind) => {
    const user = await app.account();
    const { status, body } = await upload(user, `me.${kind}`, await picture(kind));
    expect({ status, keys: Object.keys(body) }).toEqual({ status: 200, keys: ['file'] });
    const name = body.file!.filename;
    expect(name).toMatch(new RegExp(`^[0-9a-f]{32}\\.${kind}$`));
    const served = await download(name);
    expect(served.statusCode).toBe(200);
    const { format, width, height } = await sharp(served.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: kind === 'jpg' ? 'jpeg' : kind, width: 64, height: 48 });
    expect(served.headers).toMatchObject({
      'content-type': kind === 'jpg' ? 'image/jpeg' : `image/${kind}`,
      'content-length': String(served.rawPayload.length),
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
    });
  });

  test('names in capitals and .jpeg are the same kinds', async () => {
    const user = await app.account();
    expect(await stored(user, 'IMG_1.JPEG', await picture('jpg'))).toMatch(/\.jpg$/);
    expect(await stored(user, '头像.PNG', await picture('png'))).toMatch(/\.png$/);
  });

  test('an agency customer has an avatar too', async () => {
    const user = await app.account({ isAgencyUser: true });
    expect((await upload(user, 'me.png', await picture('png'))).body.file).toBeDefined();
  });

  test('a picture is never wider or higher than 2048 pixels', async () => {
    const user = await app.account();
    const name = await stored(user, 'wide.jpg', await picture('jpg', [3000, 1000]));
    const { width, height } = await sharp((await download(name)).rawPayload).metadata();
    expect([width, height]).toEqual([2048, 683]);
  });

  test('what a camera writes into a photograph is gone, and the picture stands upright', async () => {
    const user = await app.account();
    const photo = await photograph();
    expect(photo.toString('latin1')).toMatch(/a secret name[^]*a secret place/);
    const { rawPayload } = await download(await stored(user, 'photo.jpg', photo));
    expect(rawPayload.toString('latin1')).not.toMatch(/secret|Exif|xmpmeta/);
    const { width, height, exif, icc, xmp, orientation } = await sharp(rawPayload).metadata();
    expect({ width, height, exif, icc, xmp, orientation }).toEqual({ width: 40, height: 80 });
  });

  test('the bytes that were sent are not the bytes that are stored', async () => {
    const user = await app.account();
    const sent = Buffer.concat([await picture('jpg'), Buffer.from('a film behind the picture')]);
    const { rawPayload } = await download(await stored(user, 'live.jpg', sent));
    expect(rawPayload.toString('latin1')).not.toContain('a film');
  });

  test('of a film only its first picture is kept', async () => {
    const user = await app.account();
    const moving = await film();
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(3);
    const { rawPayload } = await download(await stored(user, 'film.webp', moving));
    const { pages, height } = await sharp(rawPayload).metadata();
    expect([pages ?? 1, height]).toEqual([1, 24]);
  });

  test('a PNG picture that would be stored larger than it may be sent is stored as WebP', async () => {
    const user = await app.account();
    const [width, height] = [2040, 2040];
    const noise = await sharp(deps.random.bytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png({ palette: true, colours: 32, dither: 0, effort: 1 })
      .toBuffer();
    expect(noise.length).toBeLessThan(4 * 1024 * 1024);
    const name = await stored(user, 'noise.png', noise);
    expect(name).toMatch(/\.webp$/);
    expect((await sharp((await download(name)).rawPayload).metadata()).format).toBe('webp');
  });
});

describe('what is refused', () => {
  test.each(corpus)('%s', async (_what, name, make, msg) => {
    const user = await app.account();
    expect(await upload(user, name, await make())).toEqual({
      status: 200,
      body: { code: codes.invalidPayload.code, msg },
    });
    expect(await rows(user)).toEqual([]);
  });

  test('one byte more than 4 MB, and 4 MB are taken', async () => {
    const user = await app.account();
    const photo = await picture('jpg');
    const filled = (size: number): Buffer => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);
    expect(await upload(user, 'a.jpg', filled(4 * 1024 * 1024 + 1))).toEqual({
      status: 413,
      body: { code: codes.invalidPayload.code, msg: '图片限制在4M内' },
    });
    expect(await upload(user, 'a.jpg', Buffer.alloc(6 * 1024 * 1024))).toMatchObject({ status: 413 });
    expect((await upload(user, 'a.jpg', filled(4 * 1024 * 1024))).body.file).toBeDefined();
  });

  test('a form without the field, with two files, or none at all', async () => {
    const user = await app.account();
    const photo = await picture('png');
    expect((await upload(user, 'a.png', photo, { field: 'icon' })).body.code).toBe(codes.invalidPayload.code);
    const one = formOf('a.png', photo).payload;
    const close = Buffer.from('--skyport-form-boundary--\r\n');
    const two = Buffer.concat([one.subarray(0, one.length - close.length), one]);
    const send = (payload: Buffer | string, type: string) =>
      app.gate.app.inject({
        method: 'POST',
        url: '/api/file/upload',
        headers: { host: 'console.test', 'content-type': type, authorization: `Bearer ${user.token}` },
        payload,
      });
    const both = await send(two, 'multipart/form-data; boundary=skyport-form-boundary');
    expect(both.json()).toMatchObject({ code: codes.invalidPayload.code });
    const json = await send(JSON.stringify({ file: 'a' }), 'application/json');
    expect(json.json()).toMatchObject({ code: codes.invalidPayload.code });
    const cut = await send(one.subarray(0, one.length - 20), 'multipart/form-data; boundary=skyport-form-boundary');
    expect(cut.json()).toMatchObject({ code: codes.invalidPayload.code });
    expect(await rows(user)).toEqual([]);
  });
});

describe('who may upload', () => {
  test('nobody without a bearer token, with a dead one, or with the cookie alone', async () => {
    const user = await app.account();
    const photo = await picture('png');
    const expired = { status: 200, body: { code: codes.sessionExpired.code, msg: codes.sessionExpired.msg } };
    expect(await upload(undefined, 'a.png', photo)).toEqual(expired);
    expect(await upload({ token: 'x'.repeat(43) }, 'a.png', photo)).toEqual(expired);
    expect(await upload(undefined, 'a.png', photo, { headers: { cookie: user.cookie } })).toEqual(expired);
    clock.advance(31 * DAY_MS);
    expect(await upload(user, 'a.png', photo)).toEqual(expired);
    const disabled = await app.account({ disabled: true });
    expect(await upload(disabled, 'a.png', photo)).toEqual(expired);
  });

  test('no page of another site, but those of our own domains', async () => {
    const user = await app.account();
    const photo = await picture('png');
    const from = (origin: string) => upload(user, 'a.png', photo, { headers: { origin } });
    expect((await from('https://evil.test')).body).toMatchObject({ code: codes.foreignSite.code });
    expect((await from('null')).body).toMatchObject({ code: codes.foreignSite.code });
    expect((await from('https://two.test')).body.file).toBeDefined();
    const frame = await upload(user, 'a.png', photo, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(frame.body).toMatchObject({ code: codes.foreignSite.code });
  });

  test('pages of other sites use up nothing of what their visitors may upload', async () => {
    const user = await app.account();
    const photo = await picture('png');
    const evil = { headers: { origin: 'https://evil.test' } };
    for (let n = 0; n < 30; n += 1) expect((await upload(user, 'a.png', photo, evil)).status).toBe(200);
    expect((await upload(user, 'a.png', photo)).body.file).toBeDefined();
  });

  test('thirty images in 24 hours, counted together however many come at once', async () => {
    const user = await app.account();
    const at = clock.now();
    await deps.db
      .insertInto('files')
      .values(
        Array.from({ length: 28 }, (_, n) => ({
          id: n.toString(16).padStart(32, '0'),
          user_id: user.userId,
          ext: 'png',
          bytes: 100,
          store: 'disk',
          created_at: at,
          stored_at: at,
          unused_since: at,
        })),
      )
      .execute();
    const photo = await picture('png');
    // Decoded at once, so that all of them come to be counted together.
    const parts = { deps, stores: createStores(deps), decode: async () => ({ ext: 'png' as const, bytes: photo }) };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => uploadImage(parts, { userId: user.userId, filename: 'a.png', bytes: photo })),
    );
    expect(answers.filter((answer) => 'filename' in answer)).toHaveLength(2);
    const { status, body } = await upload(user, 'a.png', photo);
    expect([status, body.msg]).toEqual([429, imageTexts.tooManyToday]);
    clock.advance(DAY_MS);
    expect((await upload(user, 'a.png', photo)).body.file).toBeDefined();
  });

  test('ten broken pictures an hour, whatever is wrong with them; good ones count for nothing', async () => {
    const [user, other] = [await app.account(), await app.account()];
    const photo = await picture('jpg');
    const send = (decoded: 'broken' | 'tooManyPixels' | 'busy' | Buffer, bytes = photo) => {
      const decode = async () => (Buffer.isBuffer(decoded) ? { ext: 'jpg' as const, bytes: decoded } : decoded);
      const parts = { deps, stores: createStores(deps), decode };
      return uploadImage(parts, { userId: user.userId, filename: 'a.jpg', bytes });
    };
    for (const decoded of ['tooManyPixels', 'busy', photo] as const) await send(decoded);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) => send('broken', n % 2 ? photo : Buffer.from('x'))),
    );
    expect(answers.filter((answer) => 'refused' in answer && answer.msg === imageTexts.broken)).toHaveLength(10);
    const { status, body } = await upload(user, 'a.jpg', photo);
    expect([status, body.code, body.msg]).toEqual([429, codes.throttled.code, imageTexts.tooManyBroken]);
    expect((await upload(other, 'a.jpg', photo)).body.file).toBeDefined();
    clock.advance(HOUR_MS);
    expect((await upload(user, 'a.jpg', photo)).body.file).toBeDefined();
  });

  test('a hundred MiB', async () => {
    const user = await app.account();
    await stored(user, 'a.png', await picture('png'));
    const [first] = await rows(user);
    await deps.db
      .updateTable('files')
      .set({ bytes: 100 * 1024 * 1024 - 200, created_at: new Date(0) })
      .where('id', '=', first!.id)
      .execute();
    expect((await upload(user, 'a.png', await picture('png'))).body).toEqual({
      code: codes.invalidPayload.code,
      msg: imageTexts.full,
    });
  });
});

describe('download', () => {
  test('every name that is none of ours is the same to a stranger, whatever it tries', async () => {
    const user = await app.account();
    const name = await stored(user, 'a.png', await picture('png'));
    const id = name.slice(0, 32);
    const names = [
      `${id}.jpg`,
      `${id.toUpperCase()}.png`,
      `${id}.png%00.jpg`,
      `${id}.png/`,
      `${'0'.repeat(32)}.png`,
      `..%2f..%2fsecret.key`,
      `..%252f..%252fsecret.key`,
      `%2e%2e%2f${name}`,
      `..%5c..%5csecret.key`,
      'CON',
      'con.png',
      id,
      `${id}.svg`,
      `${id.slice(0, 2)}%2f${name}`,
    ];
    const answers = await Promise.all(names.map((tried) => download(tried)));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toBe(answers[0]!.body);
    }
    expect((await download(name)).statusCode).toBe(200);
  });

  test('a link in the folder is not followed', async () => {
    const user = await app.account();
    const name = await stored(user, 'a.png', await picture('png'));
    const path = join(dataDir, 'files', name.slice(0, 2), name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    rmSync(path);
    symlinkSync('/etc/passwd', path);
    expect((await download(name)).statusCode).toBe(500);
  });

  test('an image whose bytes are gone is not there', async () => {
    const user = await app.account();
    const name = await stored(user, 'a.png', await picture('png'));
    rmSync(join(dataDir, 'files', name.slice(0, 2), name));
    expect((await download(name)).statusCode).toBe(404);
  });
});

describe('the reaper', () => {
  const onDisk = (): string[] =>
    readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));

  test('an image that nothing used for a day is removed, row and bytes; one in use stays', async () => {
    const user = await app.account();
    const [lost, kept] = [
      await stored(user, 'a.png', await picture('png')),
      await stored(user, 'b.png', await picture('png')),
    ];
    expect((await app.call('/api/user/change_use_info', { icon: kept }, user)).code).toBe(0);
    clock.advance(DAY_MS - HOUR_MS);
    await reapOrphans(deps, createStores(deps));
    expect((await download(lost)).statusCode).toBe(200);
    clock.advance(HOUR_MS);
    await reapOrphans(deps, createStores(deps));
    expect([(await download(lost)).statusCode, (await download(kept)).statusCode]).toEqual([404, 200]);
    expect(onDisk().some((path) => path.endsWith(lost))).toBe(false);
    expect(await rows(user)).toHaveLength(1);
  });

  test('what a crash left between row and bytes is removed too, and the images of a removed account', async () => {
    const user = await app.account();
    const half = { id: 'ab'.repeat(16), ext: 'png', store: 'disk', bytes: 5, user_id: user.userId };
    const at = clock.now();
    await deps.db
      .insertInto('files')
      .values({ ...half, created_at: at, unused_since: at })
      .execute();
    expect((await download(`${half.id}.png`)).statusCode).toBe(404);
    const name = await stored(user, 'a.png', await picture('png'));
    await deps.db.updateTable('files').set({ user_id: null }).where('id', '=', name.slice(0, 32)).execute();
    clock.advance(DAY_MS);
    await reapOrphans(deps, createStores(deps));
    expect(
      await deps.db
        .selectFrom('files')
        .select('id')
        .where('id', 'in', [half.id, name.slice(0, 32)])
        .execute(),
    ).toEqual([]);
    expect((await download(name)).statusCode).toBe(404);
  });
});
