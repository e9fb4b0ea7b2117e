import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@skyport/contract/codes';
import { migrate, roleOf, startLocalPostgres } from '@skyport/db';
import { expect, test } from 'vitest';
import { readEnv } from '../platform/env.ts';
import { postCall } from '../testing-app.ts';
import { wire } from '../wiring.ts';
import { prepareJobs } from '../worker.ts';
import { createApp } from './app.ts';

test('without its database the panel answers 503, and works again by itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skyport-away-'));
  chmodSync(dataDir, 0o755);
  const start = () => startLocalPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
  let database = await start();
  await migrate(database.ownerUrl, { appUrl: database.appUrl });
  await prepareJobs(database.ownerUrl, roleOf(database.appUrl));
  const wired = await wire({
    env: readEnv({ LOG_LEVEL: 'silent' }),
    databaseUrl: database.appUrl,
    secretKey: 'a key for tests that is long enough to be taken',
    consoleDir: undefined,
    checkAnswers: true,
  });
  const gate = await createApp(wired.gateParts);
  const { app } = gate;
  const call = async (path: string, cookie = '') => {
    const payload = { email: 'a@b.co', password: 'c'.repeat(64) };
    const { status, answer } = await postCall(gate, path, { payload, headers: { cookie } });
    return { status, code: answer.code };
  };
  const session = `token=${'A'.repeat(43)}`;
  expect(await call('/api/user/login')).toEqual({ status: 200, code: codes.loginFailed.code });

  await database.stop();
  for (const attempt of [() => call('/api/user/login'), () => call('/api/user/userinfo', session)]) {
    expect(await attempt()).toEqual({ status: 503, code: codes.starting.code });
  }
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  expect((await app.inject('/healthz')).statusCode).toBe(200);

  database = await start();
  expect(await call('/api/user/login')).toEqual({ status: 200, code: codes.loginFailed.code });
  expect(await call('/api/user/userinfo', session)).toEqual({ status: 200, code: codes.sessionExpired.code });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  await app.close();
  await wired.close();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
