import { X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { inTransaction } from '@skyport/db';
import { migrate, readMigrations } from '@skyport/db/migrate';
import { afterAll, expect, test } from 'vitest';
import { appCode } from '../../accounts/second-step/testing.ts';
import { verifyChain } from '../../audit/index.ts';
import { startBotApi } from '../../chat/testing.ts';
import { keyDigest } from '../../fleet/certificates/key-digest.ts';
import { loadPki } from '../../fleet/certificates/pki.ts';
import { loadInstallKey } from '../../install/keys.ts';
import { startMailServer } from '../../mail/testing.ts';
import { findProbeUser, findSshNode, listFleetNodes } from '../../nodes/index.ts';
import { changeSettings } from '../../settings/index.ts';
import { startTestApp, TEST_SECRET_KEY } from '../../testing-app.ts';
import { allJobs } from '../../wiring.ts';
import { readOldInstallation, restore } from './restore.ts';

/*
 * Data that a program of before left behind must open for ever: names in the code change, names in stored data
 * (contexts of encryption, settings, tables, purposes of keys) must not. The installation was made before issue
 * 13 renamed things.
 */

const old = readOldInstallation();
const { known } = old;
const database = await restore(old);
const migrated = await migrate(database.ownerUrl, { appUrl: database.url });
const app = await startTestApp(database.url, { DATA_DIR: database.dataDir, ALLOW_PRIVATE_NETWORKS: '1' });
const { deps } = app;
app.clock.set(new Date(old.now));
afterAll(async () => {
  await app.close();
  rmSync(database.dataDir, { recursive: true, force: true });
});

const runJob = async (name: string): Promise<void> => {
  const found = allJobs.find((job) => job.name === name);
  if (!found) throw new Error(`no job ${name}`);
  await found.run(deps, {});
};
const changed = (settings: object): Promise<void> =>
  inTransaction(deps.db, (trx) => changeSettings(trx, settings, { at: app.clock.now(), secrets: deps.secrets }));

test('its database is migrated by the files that came afterwards, and by no others', () => {
  expect(old.secretKey).toBe(TEST_SECRET_KEY);
  expect(migrated).toEqual(readMigrations().flatMap(({ name }) => (name > old.migration ? [name] : [])));
});

test('its settings are read, the encrypted ones too', () => {
  expect(deps.settings.current()).toMatchObject(known.settings);
});

test('a session goes on, and an account logs in', async () => {
  const { customer } = known;
  const info = await app.call('/api/user/userinfo', {}, customer.cookie);
  expect(info).toMatchObject({ code: 0, data: { userkey: customer.userkey } });
  const payload = { email: customer.email, password: known.password };
  expect(await app.call('/api/user/login', payload)).toMatchObject({ code: 0 });
});

test('a log-in that was begun is finished by a code of the authenticator app', async () => {
  const { ticket, totp } = known.guarded;
  const code = appCode(totp, app.clock.now());
  expect(await app.call('/api/user/login_second_step', { ticket, code })).toMatchObject({ code: 0 });
});

test('a subscription link is answered with the lines of the node', async () => {
  const { userId, userkey } = known.customer;
  const answer = await app.gate.app.inject({ url: `/api/subscript/singbox/${userId}/${userkey}` });
  expect(answer.statusCode).toBe(200);
  const { outbounds } = answer.json<{ outbounds: { type: string; server?: string }[] }>();
  expect(outbounds.filter(({ type }) => type === 'shadowsocks')).not.toEqual([]);
  const wrong = `${userkey.slice(0, -1)}${userkey.endsWith('a') ? 'b' : 'a'}`;
  expect((await app.gate.app.inject({ url: `/api/subscript/singbox/${userId}/${wrong}` })).statusCode).toBe(404);
});

test('the secrets of a node and its lines are readable', async () => {
  const node = await findSshNode(deps.db, known.node.id, deps);
  expect(node?.secret?.plain).toBe(known.node.ssh);
  expect(JSON.parse(node?.warpFile ?? '')).toMatchObject(known.node.warp);
  const fleet = (await listFleetNodes(deps.db, deps)).find(({ id }) => id === known.node.id);
  expect(fleet?.lines.map(({ spec }) => spec)).toContainEqual(known.node.serverKey);
  const { code_enc } = await deps.db.selectFrom('node_enrolments').select('code_enc').executeTakeFirstOrThrow();
  expect(deps.secrets.decrypt(code_enc, `node_enrolments.code:${known.node.id}`)).toBe(known.node.code);
});

test('the certificate of an enrolled agent is still one of this panel', async () => {
  const pki = await loadPki(deps);
  const { certificate } = await deps.db.selectFrom('node_agents').select('certificate').executeTakeFirstOrThrow();
  const shown = new X509Certificate(certificate);
  expect(pki.verify(shown, keyDigest(shown))).toBe('valid');
});

test('the key for installations and the one for tests of lines are what they were', async () => {
  expect((await loadInstallKey(deps)).publicLine).toBe(known.installKey);
  expect((await findProbeUser(deps.db, deps))?.userkey).toBe(known.probeKey);
});

test('messages that waited are sent, and one to the bot is answered', async () => {
  const [mailServer, bot] = [await startMailServer(), await startBotApi()];
  try {
    await changed({ ...mailServer.settings, ...bot.settings });
    await expect.poll(() => deps.settings.current().telegram_api_root).toBe(bot.url);
    await runJob('mail.deliver');
    expect(mailServer.mailTo('wang@example.com').parsed).toMatchObject({ subject: known.mail.subject });
    await runJob('chat.deliver');
    expect(bot.shownTo(42)).toContain(known.chat);
    await runJob('telegram.answer');
    const { done_at } = await deps.db.selectFrom('tg_update').select('done_at').executeTakeFirstOrThrow();
    expect(done_at).toBeInstanceOf(Date);
    await runJob('chat.deliver');
    expect(bot.shownTo(42).length).toBeGreaterThan(1);
  } finally {
    await Promise.all([mailServer.stop(), bot.stop()]);
  }
});

test('the chain of the audit verifies, and what happens now is added to it', async () => {
  const before = await verifyChain(deps);
  expect(before).toMatchObject({ problems: [] });
  expect(before.to).toBeGreaterThan(2);
  await runJob('audit.chain');
  expect(await verifyChain(deps)).toMatchObject({ problems: [] });
});
