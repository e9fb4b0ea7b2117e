import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startBotApi, TEST_BOT } from '../chat/testing.ts';
import { networks } from '../payments/usdt/networks.ts';
import { startSignedStore } from '../files/testing/signed-store.ts';
import { startMailServer } from '../mail/testing.ts';
import { startChain } from '../../../../testkit/chain/chain.ts';
import { startWeakNode } from '../../../../testkit/chain/weak-node.ts';
import { createTestApp } from '../testing.ts';
import { texts } from './texts.ts';

/*
 * The test buttons of /admin_config against a mail server, a bot's API and an object store on sockets of their own.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'skyport-settings-'));
const app = await createTestApp({ DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: '1' });
const [mails, bot, store] = [
  await startMailServer(),
  await startBotApi(),
  await startSignedStore({ accessKey: 'AKID', secretKey: 'the right secret' }),
];
afterAll(async () => {
  await Promise.all([mails.stop(), bot.stop(), store.stop()]);
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});
const admin = await app.account({ type: 'admin', email: 'boss@example.com' });

const tried = async (part: string, who = admin) => (await app.call('/api/admin/config/test', { part }, who)).data;
const save = app.changeSettings;
beforeEach(() => app.clock.advance(5 * 60_000));

describe('mail', () => {
  test('says that nothing is set, as long as that is so', async () => {
    expect(await tried('mail')).toEqual({ problem: 'off', detail: '' });
  });

  test('goes to whoever asks, at once', async () => {
    await save(mails.settings);
    expect(await tried('mail')).toEqual({ problem: null, detail: 'boss@example.com' });
    expect(mails.mailTo('boss@example.com').parsed.text).toContain(texts.testBody);
  });

  test('says who is at fault: the log-in, the server that refuses, or nobody at that port', async () => {
    await save({ ...mails.settings, smtp_password: 'a wrong password' });
    expect(await tried('mail')).toMatchObject({ problem: 'login' });
    await save(mails.settings);
    mails.trouble({ message: { code: 554, text: 'no thanks, boss@example.com' } });
    expect(await tried('mail')).toEqual({ problem: 'refused', detail: 'EMESSAGE 554 DATA' });
    await save({ smtp_port: 1 });
    expect(await tried('mail')).toMatchObject({ problem: 'unreachable' });
  });
});

describe('the bot', () => {
  test('is asked its name', async () => {
    expect(await tried('telegram')).toEqual({ problem: 'off', detail: '' });
    await save(bot.settings);
    expect(await tried('telegram')).toEqual({ problem: null, detail: `@${TEST_BOT.username}` });
  });

  test('with a wrong token, or nobody at the address, is told apart, and the token stands nowhere', async () => {
    await save({ ...bot.settings, telegram_bot_token: '700100:AAaWrongTokenOfNobody' });
    const wrong = await tried('telegram');
    expect(wrong).toMatchObject({ problem: 'login' });
    await save({ ...bot.settings, telegram_api_root: 'http://127.0.0.1:1' });
    const away = await tried('telegram');
    expect(away).toMatchObject({ problem: 'unreachable' });
    expect(JSON.stringify([wrong, away])).not.toMatch(/AAaWrong|AAtest/);
  });
});

describe('files', () => {
  const s3 = {
    s3_on: true,
    s3_endpoint: store.url,
    s3_bucket: 'pictures',
    s3_region: 'eu-test-1',
    s3_access_key: 'AKID',
    s3_secret_key: 'the right secret',
  };

  test('are written, read and removed where new images go', async () => {
    expect(await tried('files')).toEqual({ problem: null, detail: 'disk' });
    await save(s3);
    expect(await tried('files')).toEqual({ problem: null, detail: 's3' });
    expect(store.keys()).toEqual([]);
  });

  test('are refused by a store that knows another secret, and nobody answers at another port', async () => {
    await save({ ...s3, s3_secret_key: 'the wrong secret' });
    const refused = await tried('files');
    expect(refused).toMatchObject({ problem: 'login' });
    await save({ ...s3, s3_endpoint: 'http://127.0.0.1:1' });
    const away = await tried('files');
    expect(away).toMatchObject({ problem: 'unreachable' });
    expect(JSON.stringify([refused, away])).not.toContain('secret');
  });
});

describe('the endpoints of USDT', () => {
  test('are asked one by one, and named by their hosts with what each one did', async () => {
    expect(await tried('usdt')).toEqual({ problem: 'off', detail: '' });
    const strange = await startBotApi();
    const root = String(strange.settings.telegram_api_root);
    await save({
      usdt_bep20_nodes: `http://127.0.0.1:1/SECRETKEY ${root}/SECRETKEY`,
      usdt_trc20_nodes: 'http://127.0.0.1:1#SECRETKEY',
    });
    const { problem, detail } = await tried('usdt');
    expect(problem).toBe('endpoints');
    const host = new URL(root).host;
    expect(detail.split('；')).toEqual([
      'TRC20 (TRON) 127.0.0.1:1：无法连接',
      'BEP20 (BSC) 127.0.0.1:1：无法连接',
      `BEP20 (BSC) ${host}：拒绝访问（HTTP 401）：密钥不正确，或请求过于频繁`,
    ]);
    await strange.stop();
  });

  test('that all work are named, and the audit holds no key', async () => {
    const chain = await startChain(networks.bep20.chainId);
    const node = await startWeakNode(chain);
    await chain.deploy(18, networks.bep20.contract);
    await chain.mine(10);
    app.clock.set(new Date((await chain.head()).time.getTime() + 1000));
    await save({ usdt_bep20_nodes: `${node.url}/SECRETKEY`, usdt_trc20_nodes: ' ' });
    // Its session is of the chain's time.
    const later = await app.account({ type: 'admin' });
    expect(await tried('usdt', later)).toEqual({
      problem: null,
      detail: `BEP20 (BSC) ${new URL(node.url).host}：正常`,
    });
    const rows = await app.deps.db.selectFrom('audit_log').selectAll().execute();
    const logged = await app.deps.db.selectFrom('error_log').selectAll().execute();
    expect(JSON.stringify([rows, logged])).not.toContain('SECRETKEY');
    await node.stop();
    chain.stop();
  });
});
