import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../../../../testkit/program.ts';
import { solve } from '../accounts/log-in/captcha-testing.ts';
import { appCode } from '../accounts/second-step/testing.ts';
import { notifyPathOf } from '../payments/notify.ts';
import { makeChallenge, takeCaptcha } from '../platform/captcha.ts';
import { readEnv } from '../platform/env.ts';
import { systemRandom } from '../platform/ids.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { TEST_SECRET_KEY } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { wire } from '../wiring.ts';
import { webhookSecret } from '../telegram/webhook.ts';
import { beginRotation, countKeyUse, openSecrets } from './index.ts';
import {
  BOTH,
  NEW_KEY,
  REFUSED,
  ROTATED,
  STRANGE_KEY,
  addPayInstance,
  expectAllWorks,
  known,
  migratedOld,
  queued,
  restored,
  run,
  start,
} from './testing.ts';

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
