import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inTransaction, roleOf } from '@skyport/db';
import { startLocalPostgres } from '@skyport/db/local';
import { migrate, readMigrations } from '@skyport/db/migrate';
import { Client } from 'pg';
import { appCode } from '../../accounts/second-step/testing.ts';
import { queueChat } from '../../chat/index.ts';
import { TEST_BOT } from '../../chat/testing.ts';
import { sceneOf } from '../../fleet/testing/scene-of.ts';
import { loadInstallKey } from '../../install/keys.ts';
import { queueMail } from '../../mail/index.ts';
import { openProbeUser } from '../../nodes/line-test/probe-user-store.ts';
import { changeSettings } from '../../settings/index.ts';
import { takeUpdates } from '../../telegram/updates.ts';
import { startTestApp, TEST_SECRET_KEY, type TestApp, type TestSession } from '../../testing-app.ts';
import { allJobs } from '../../wiring.ts';
import { prepareJobs } from '../../worker.ts';

/*
 * Writes an installation as a program of its time leaves it: rows of every table, files of its data folder, and what a
 * later program must still find in it (`known`). `installation.json.gz` beside this file was made by this script, put
 * into a checkout of commit 30d5c94 (migrations up to 0059), the last one before the renaming of issue 13:
 * `node packages/server/src/testing/old-installation/make.ts FILE`. It is never made anew: old data do not change.
 */

const PASSWORD = 'a'.repeat(64);
const SECRETS = {
  smtp: 'the mail password of before',
  ssh: 'the ssh password of before',
  warp: {
    privateKey: `${'A'.repeat(43)}=`,
    address: ['172.16.0.2/32'],
    peer: { publicKey: `${'B'.repeat(43)}=`, endpoint: 'warp.example:2408' },
  },
  mail: { subject: '以前的邮件', text: 'a mail of before', html: '<p>a mail of before</p>' },
  chat: 'a chat message of before',
} as const;

const SETTINGS = {
  site_name: '旧站',
  smtp_host: '127.0.0.1',
  smtp_port: 1,
  smtp_from: 'panel@example.com',
  smtp_plain: true,
  smtp_password: SECRETS.smtp,
  telegram_bot_token: TEST_BOT.token,
  telegram_api_root: 'http://127.0.0.1:1',
} as const;

const runJob = async ({ deps }: TestApp, name: string): Promise<void> => {
  const found = allJobs.find((job) => job.name === name);
  if (!found) throw new Error(`no job ${name}`);
  await found.run(deps, {});
};

/** Sets up the second step of an account; gives its secret. */
const setUpSecondStep = async (app: TestApp, user: TestSession): Promise<string> => {
  const { secret } = (await app.call('/api/user/second_step_begin', {}, user)).data;
  const confirmed = await app.call('/api/user/second_step_confirm', { code: appCode(secret, app.clock.now()) }, user);
  if (confirmed.code !== 0) throw new Error(`second step: ${confirmed.msg}`);
  app.clock.advance(60_000);
  return secret;
};

const queueMessages = ({ deps }: TestApp): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await queueMail(trx, deps, { to: 'wang@example.com', kind: 'test', urgency: 'notice', message: SECRETS.mail });
    await queueChat(trx, deps, { chatId: 42, kind: 'test', text: SECRETS.chat });
  });

const build = async (app: TestApp): Promise<object> => {
  const { deps } = app;
  await inTransaction(deps.db, (trx) => changeSettings(trx, SETTINGS, { at: app.clock.now(), secrets: deps.secrets }));
  const scene = await sceneOf(app);
  const customer = await app.account({ email: 'wang@example.com', password: PASSWORD, paid: true });
  await scene.grant(customer.num, 10 * 1024 ** 3);
  const guarded = await app.account({ email: 'li@example.com', password: PASSWORD, steppedUp: true });
  const totp = await setUpSecondStep(app, guarded);
  const node = await scene.node(['ss', 'vmesh_tcp'], {
    ssh_password: SECRETS.ssh,
    warp: true,
    warp_keys: JSON.stringify(SECRETS.warp),
  });
  const { code } = (await scene.save('agents/enrol_code', { id: node.id })) as unknown as { code: string };
  const serverKey = (await scene.fleetNode(node)).lines.find(({ protocol }) => protocol === 'ss')?.spec;
  const { publicLine } = await loadInstallKey(deps);
  await queueMessages(app);
  const message = { message_id: 1, date: 0, chat: { id: 42, type: 'private' }, text: '/start' };
  await takeUpdates(deps, TEST_BOT.id, [
    { update_id: 9, message: { ...message, from: { id: 42, first_name: 'Wang' } } },
  ]);
  await runJob(app, 'audit.chain');
  const { userkey } = (await app.call('/api/user/userinfo', {}, customer)).data;
  const { ticket } = (await app.call('/api/user/login', { email: guarded.email, password: PASSWORD })).data;
  const probe = await openProbeUser(deps);
  await scene.close();
  return {
    settings: SETTINGS,
    password: PASSWORD,
    customer: { ...customer, userkey },
    guarded: { ...guarded, totp, ticket },
    node: { id: node.id, ssh: SECRETS.ssh, warp: SECRETS.warp, code, serverKey },
    installKey: publicLine,
    probeKey: probe.userkey,
    mail: SECRETS.mail,
    chat: SECRETS.chat,
    botId: TEST_BOT.id,
  };
};

/** Rows of all tables that have any, as JSON of the database's own making. */
const readTables = async (url: string): Promise<Record<string, unknown>> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and c.relname <> 'schema_migrations' order by 1`);
    const tables: Record<string, unknown> = {};
    for (const { name } of rows) {
      const found = await client.query<{ rows: unknown }>(`select json_agg(t) as rows from "${name}" t`);
      if (found.rows[0]?.rows) tables[name] = found.rows[0].rows;
    }
    return tables;
  } finally {
    await client.end();
  }
};

const main = async (file: string | undefined): Promise<void> => {
  if (!file) throw new Error('Usage: node make.ts FILE');
  const dataDir = mkdtempSync(join(tmpdir(), 'skyport-old-'));
  chmodSync(dataDir, 0o755);
  const server = await startLocalPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
  try {
    await migrate(server.ownerUrl, { appUrl: server.appUrl });
    await prepareJobs(server.ownerUrl, roleOf(server.appUrl));
    const app = await startTestApp(server.appUrl, { DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: '1' });
    const known = await build(app);
    const installation = {
      migration: readMigrations().at(-1)?.name,
      secretKey: TEST_SECRET_KEY,
      now: app.clock.now().toISOString(),
      files: { 'audit-end.json': readFileSync(join(dataDir, 'audit-end.json'), 'utf8') },
      tables: await readTables(server.ownerUrl),
      known,
    };
    writeFileSync(file, gzipSync(JSON.stringify(installation), { level: 9 }));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

await main(process.argv[2]);
