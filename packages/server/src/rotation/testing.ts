import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { verifyChain } from '../audit/index.ts';
import { loadPki } from '../fleet/certificates/pki.ts';
import { loadInstallKey } from '../install/keys.ts';
import { findProbeUser, findSshNode, listFleetNodes } from '../nodes/index.ts';
import { encryptField } from '../payments/instances/secret-fields.ts';
import type { Deps } from '../platform/deps.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { startTestApp, TEST_SECRET_KEY, type TestApp } from '../testing-app.ts';
import { readOldInstallation, restore, type Restored } from '../testing/old-installation/restore.ts';
import { rotationJobs } from './index.ts';

/*
 * The installation of testing/old-installation has a value of nearly every kind, all under TEST_SECRET_KEY. Rotation
 * is tested on it: before, during and after.
 */

export const NEW_KEY = 'the new key of this installation, long enough';
export const STRANGE_KEY = 'a key that this installation never had';
export const REFUSED = 'SECRET_KEY does not decrypt what this installation has stored';
const [rotation] = rotationJobs;
export const [ROTATED, BOTH] = [{ SECRET_KEY: NEW_KEY }, { SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: TEST_SECRET_KEY }];
const old = readOldInstallation();
export const { known } = old;

export const restored = async (): Promise<Restored> => {
  const database = await restore(old);
  onTestFinished(() => rmSync(database.dataDir, { recursive: true, force: true }));
  return database;
};

export const start = async ({ url, dataDir }: Restored, environment: Record<string, string>): Promise<TestApp> => {
  const app = await startTestApp(url, { DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: '1', ...environment });
  onTestFinished(() => app.close());
  app.clock.set(new Date(old.now));
  return app;
};

/** Every value under the old key, as the first start of this version finds it. */
export const migratedOld = async (): Promise<Restored> => {
  const database = await restored();
  await prepareDatabase(database, { secretKey: TEST_SECRET_KEY, oldKeys: [] });
  return database;
};

export const addPayInstance = async ({ db, ids, clock, secrets }: Deps): Promise<void> => {
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

/** What works with an installation, with the values that it had before. */
export const expectAllWorks = async (app: TestApp): Promise<void> => {
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
export const queued = async (app: TestApp): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from graphile_worker.jobs where task_identifier = 'rotation.rotate'`.execute(app.deps.db);
  return rows[0]!.n;
};

export const run = (deps: Deps, stop?: AbortSignal): Promise<void> => rotation!.run(deps, {}, stop);
