import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createDb } from '@skyport/db';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../../../../testkit/program.ts';
import { solve } from '../accounts/log-in/captcha-testing.ts';
import { appCode } from '../accounts/second-step/testing.ts';
import { verifyChain } from '../audit/index.ts';
import { loadPki } from '../fleet/certificates/pki.ts';
import { loadInstallKey } from '../install/keys.ts';
import { findProbeUser, findSshNode, listFleetNodes } from '../nodes/index.ts';
import { encryptField } from '../payments/instances/secret-fields.ts';
import { notifyPathOf } from '../payments/notify.ts';
import { makeChallenge, takeCaptcha } from '../platform/captcha.ts';
import type { Deps } from '../platform/deps.ts';
import { readEnv } from '../platform/env.ts';
import { systemRandom } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { startTestApp, TEST_SECRET_KEY, type TestApp } from '../testing-app.ts';
import { readOldInstallation, restore, type Restored } from '../testing/old-installation/restore.ts';
import { createTestApp } from '../testing.ts';
import { wire } from '../wiring.ts';
import { webhookSecret } from '../telegram/webhook.ts';
import { beginRotation, countKeyUse, openSecrets, rotationJobs } from './index.ts';
import { macKeys, places } from './places.ts';

/*
 * The installation of testing/old-installation has a value of nearly every kind, all under TEST_SECRET_KEY. Rotation
 * is tested on it: before, during and after.
 */

const NEW_KEY = 'the new key of this installation, long enough';
const STRANGE_KEY = 'a key that this installation never had';
const REFUSED = 'SECRET_KEY does not decrypt what this installation has stored';
const [rotation] = rotationJobs;
const [ROTATED, BOTH] = [{ SECRET_KEY: NEW_KEY }, { SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: TEST_SECRET_KEY }];
const old = readOldInstallation();
const { known } = old;

const restored = async (): Promise<Restored> => {
  const database = await restore(old);
  onTestFinished(() => rmSync(database.dataDir, { recursive: true, force: true }));
  return database;
};

const start = async ({ url, dataDir }: Restored, environment: Record<string, string>): Promise<TestApp> => {
  const app = await startTestApp(url, { DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: '1', ...environment });
  onTestFinished(() => app.close());
  app.clock.set(new Date(old.now));
  return app;
};

/** Every value under the old key, as the first start of this version finds it. */
const migratedOld = async (): Promise<Restored> => {
  const database = await restored();
  await prepareDatabase(database, { secretKey: TEST_SECRET_KEY, oldKeys: [] });
  return database;
};

const addPayInstance = async ({ db, ids, clock, secrets }: Deps): Promise<void> => {
  const key = encryptField(secrets, { name: 'main', field: 'key', value: 'merchant key' });
  await db
    .insertInto('pay_instances')
    .values({
      id: ids.next(),
      name: 'main',
      kind: 'epay_v1',
      label: 'main',
      config: JSON.stringify({ gateway: 'https://pay.example.com', pid: '1001', signKeyMode: 'plain' }),
      secrets: JSON.stringify({ key }),
      window_minutes: 60,
      is_on: true,
      created_at: clock.now(),
    })
    .execute();
};

/** A notification of a payment, signed as the first version of EPay does. */
const signedNotice = (): string => {
  const fields = {
    money: '9.90',
    name: 'x',
    out_trade_no: '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f',
    pid: '1001',
    trade_no: '20261121',
    trade_status: 'TRADE_SUCCESS',
    type: 'alipay',
  };
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const sign = createHash('md5')
    .update(`${text.join('&')}merchant key`)
    .digest('hex');
  return new URLSearchParams({ ...fields, sign, sign_type: 'MD5' }).toString();
};

/** What works with an installation, with the values that it had before. */
const expectAllWorks = async (app: TestApp): Promise<void> => {
  const { deps } = app;
  expect(deps.settings.current()).toMatchObject(known.settings);
  const { customer } = known;
  const info = await app.call('/api/user/userinfo', {}, customer.cookie);
  expect(info).toMatchObject({ code: 0, data: { userkey: customer.userkey } });
  const payload = { email: customer.email, password: known.password };
  expect(await app.call('/api/user/login', payload)).toMatchObject({ code: 0 });
  const link = await app.gate.app.inject({ url: `/api/subscript/singbox/${customer.userId}/${customer.userkey}` });
  expect(link.statusCode).toBe(200);
  const node = await findSshNode(deps.db, known.node.id, deps);
  expect(node?.secret?.plain).toBe(known.node.ssh);
  expect(JSON.parse(node?.warpFile ?? '')).toMatchObject(known.node.warp);
  const fleet = (await listFleetNodes(deps.db, deps)).find(({ id }) => id === known.node.id);
  expect(fleet?.lines.map(({ spec }) => spec)).toContainEqual(known.node.serverKey);
  await loadPki(deps);
  expect((await loadInstallKey(deps)).publicLine).toBe(known.installKey);
  expect((await findProbeUser(deps.db, deps))?.userkey).toBe(known.probeKey);
  expect(await verifyChain(deps)).toMatchObject({ problems: [] });
  const mails = await deps.db
    .selectFrom('mail_outbox')
    .select(['id', 'sealed'])
    .where('sealed', 'is not', null)
    .execute();
  const texts = mails.map(({ id, sealed }) => deps.secrets.decrypt(sealed!, `mail_outbox.sealed:${id}`));
  expect(texts.join('\n')).toContain(known.mail.subject);
};

/** Jobs of a rotation that wait. */
const queued = async (app: TestApp): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from graphile_worker.jobs where task_identifier = 'rotation.rotate'`.execute(app.deps.db);
  return rows[0]!.n;
};

const run = (deps: Deps, stop?: AbortSignal): Promise<void> => rotation!.run(deps, {}, stop);

/** The job's dependencies, with a look at each value that is read. */
const watching = (deps: Deps, onValue: (count: number) => void): Deps => {
  let count = 0;
  const reencrypt: Secrets['reencrypt'] = (...value) => {
    onValue((count += 1));
    return deps.secrets.reencrypt(...value);
  };
  return { ...deps, secrets: { ...deps.secrets, reencrypt } };
};

test('an installation goes on in every part after a rotation, and then without the old key', async () => {
  const database = await migratedOld();
  const before = await start(database, {});
  await addPayInstance(before.deps);
  const notify = notifyPathOf(before.deps.secrets, 'main');
  const webhook = webhookSecret(before.deps.secrets, { token: '1:a' });
  const purpose = { call: '/api/user/login', address: '198.51.100.7' } as const;
  const challenges = [await makeChallenge(purpose, before.deps), await makeChallenge(purpose, before.deps)];
  const [solved, late] = challenges.map(solve);

  const during = await start(database, BOTH);
  await expectAllWorks(during);
  const { guarded } = known;
  const code = appCode(guarded.totp, during.clock.now());
  expect(await during.call('/api/user/login_second_step', { ticket: guarded.ticket, code })).toMatchObject({ code: 0 });
  const { old: needed, unreadable } = await countKeyUse(during.deps);
  expect(unreadable).toBe(0);
  expect(needed).toBeGreaterThan(20);
  // The HMAC keys guard the old key until the last value has been rewritten.
  await expect(prepareDatabase(database, { secretKey: NEW_KEY, oldKeys: [] })).rejects.toThrow(REFUSED);
  await run(during.deps);
  expect(await countKeyUse(during.deps)).toEqual({ old: 0, unreadable: 0 });
  expect(await takeCaptcha(solved, purpose, during.deps)).toBe(true);

  await prepareDatabase(database, { secretKey: NEW_KEY, oldKeys: [] });
  const after = await start(database, ROTATED);
  await expectAllWorks(after);
  after.clock.advance(60_000);
  const login = { email: guarded.email, password: known.password };
  const { data } = await after.call('/api/user/login', login);
  const later = appCode(guarded.totp, after.clock.now());
  expect(await after.call('/api/user/login_second_step', { ticket: data.ticket, code: later })).toMatchObject({
    code: 0,
  });
  expect(notifyPathOf(after.deps.secrets, 'main')).toBe(notify);
  const notified = await after.gate.app.inject({ url: `${notify}?${signedNotice()}` });
  expect({ status: notified.statusCode, body: notified.body }).toEqual({ status: 200, body: 'success' });
  expect(await takeCaptcha(late, purpose, after.deps)).toBe(false);
  expect(webhookSecret(after.deps.secrets, { token: '1:a' })).toBe(webhook);
  expect(await countKeyUse(after.deps)).toEqual({ old: 0, unreadable: 0 });
});

describe('a start', () => {
  test('is refused before the migrations when no key decrypts the stored values', async () => {
    const database = await restored();
    const migrations = async (): Promise<unknown> => {
      const client = new Client({ connectionString: database.ownerUrl });
      await client.connect();
      return client
        .query('select count(*)::int as n from schema_migrations')
        .then(({ rows }) => client.end().then(() => rows));
    };
    const applied = await migrations();
    for (const oldKeys of [[], [STRANGE_KEY]])
      await expect(prepareDatabase(database, { secretKey: NEW_KEY, oldKeys })).rejects.toThrow(REFUSED);
    expect(await migrations()).toEqual(applied);

    // The first start of a version that stores HMAC keys may be that of a rotation.
    const keys = { secretKey: NEW_KEY, oldKeys: [STRANGE_KEY, TEST_SECRET_KEY] };
    await prepareDatabase(database, keys);
    const app = await start(database, { ...BOTH, SECRET_KEY_OLD: keys.oldKeys.join(',') });
    await run(app.deps);
    await prepareDatabase(database, { secretKey: NEW_KEY, oldKeys: [] });
    await expectAllWorks(await start(database, ROTATED));
    await expect(prepareDatabase(database, { secretKey: TEST_SECRET_KEY, oldKeys: [] })).rejects.toThrow(REFUSED);
    await expect(
      openSecrets({ ...app.deps, random: systemRandom }, { secretKey: STRANGE_KEY, oldKeys: [] }),
    ).rejects.toThrow(REFUSED);
  });

  test('adds one job when there are old keys', async () => {
    const app = await start(await migratedOld(), {});
    await beginRotation(app.deps);
    expect(await queued(app)).toBe(0);
    const env = { ...app.deps.env, SECRET_KEY_OLD: [STRANGE_KEY] };
    for (const deps of [app.deps, app.deps]) await beginRotation({ ...deps, env });
    expect(await queued(app)).toBe(1);
  });

  test('of a worker rewrites what is stored', async () => {
    const app = await createTestApp();
    onTestFinished(() => app.close());
    await app.account();
    await app.changeSettings({ smtp_password: 'stored before' });
    const worker = await wire({
      env: readEnv({ LOG_LEVEL: 'silent', SECRET_KEY_OLD: TEST_SECRET_KEY }),
      databaseUrl: app.databaseUrl,
      secretKey: NEW_KEY,
      consoleDir: undefined,
      checkAnswers: true,
    });
    onTestFinished(() => worker.close());
    expect((await countKeyUse(worker.deps)).old).toBeGreaterThan(2);
    const working = await worker.startWorker();
    onTestFinished(() => working.stop());
    await expect.poll(() => countKeyUse(worker.deps)).toEqual({ old: 0, unreadable: 0 });
    expect(worker.deps.settings.current().smtp_password).toBe('stored before');
  });

  test('is not needed to hear how many values need an old key', async () => {
    const database = await migratedOld();
    const app = await start(database, BOTH);
    const says = async (keys: Record<string, string>): Promise<{ code: number | string; text: string }> => {
      const env = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: database.dataDir };
      const program = startProgram('packages/server/src/secret-key-command.ts', [], { ...env, ...keys });
      return { code: await program.over, text: program.lines.join('\n') };
    };
    const { old: needed } = await countKeyUse(app.deps);
    const waits = `${needed} stored values need a key of SECRET_KEY_OLD. Keep it until the panel has rewritten them.`;
    expect(await says(BOTH)).toEqual({ code: 1, text: waits });
    expect(await says(ROTATED)).toEqual({ code: 1, text: expect.stringContaining(REFUSED) });
    await run(app.deps);
    const free = { code: 0, text: 'No stored value needs SECRET_KEY_OLD. It may go.' };
    expect(await says(BOTH)).toEqual(free);
    expect(await says(ROTATED)).toEqual(free);
  });
});

describe('the job', () => {
  test('goes on after a stop and after a crash, and two at once do no harm', async () => {
    const database = await migratedOld();
    await start(database, {});
    const app = await start(database, BOTH);
    const all = (await countKeyUse(app.deps)).old;

    // The first pass only counts.
    const stopping = new AbortController();
    await run(
      watching(app.deps, (count) => count === all + 3 && stopping.abort()),
      stopping.signal,
    );
    const stopped = (await countKeyUse(app.deps)).old;
    expect(stopped).toBeLessThan(all);
    expect(stopped).toBeGreaterThan(1);
    expect(await queued(app)).toBe(1);

    const dying = createDb(database.url);
    const crash = watching({ ...app.deps, db: dying.db }, (count) => count === all + 5 && void dying.close());
    await expect(run(crash)).rejects.toThrow();
    const crashed = (await countKeyUse(app.deps)).old;
    expect(crashed).toBeGreaterThan(1);
    await expect(prepareDatabase(database, { secretKey: NEW_KEY, oldKeys: [] })).rejects.toThrow(REFUSED);

    const other = await start(database, BOTH);
    await Promise.all([run(app.deps), run(other.deps)]);
    expect(await countKeyUse(app.deps)).toEqual({ old: 0, unreadable: 0 });
    await expectAllWorks(await start(database, ROTATED));
  });

  test('keeps what was stored since it read a value', async () => {
    const app = await start(await migratedOld(), {});
    const { db } = app.deps;
    await addPayInstance(app.deps);
    await app.changeSettings({ smtp_password: 'first' });
    for (const place of [...places, macKeys]) {
      const [value] = await place.list(db, { after: undefined, limit: 1 });
      expect(value, place.name).toBeDefined();
      const written = Buffer.from('written meanwhile');
      await place.replace(db, value!, written);
      await place.replace(db, value!, Buffer.from('late'));
      const [now] = (await place.list(db, { after: undefined, limit: 100 })).filter(
        ({ key }) => key.join() === value!.key.join(),
      );
      expect(now!.encrypted.toString(), place.name).toBe('written meanwhile');
    }
  });

  test('counts values that no key decrypts, and ends', async () => {
    const app = await start(await migratedOld(), BOTH);
    await app.deps.db
      .updateTable('install_keys')
      .set({ private_enc: Buffer.from('broken') })
      .execute();
    await run(app.deps);
    expect(await countKeyUse(app.deps)).toEqual({ old: 0, unreadable: 1 });
  });

  test('knows every column of encrypted values', async () => {
    const app = await start(await migratedOld(), {});
    const columns = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name ~ '(_enc|^sealed)$'`.execute(app.deps.db);
    const inJson = ['settings.value', 'pay_instances.secrets'];
    expect([...columns.rows.map(({ name }) => name), ...inJson].toSorted()).toEqual(
      [...places, macKeys].map(({ name }) => name).toSorted(),
    );
  });
});
