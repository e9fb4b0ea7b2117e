import { join } from 'node:path';
import { bytes, GIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { credentialFor } from '@skyport/documents/credential';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { engineBinary } from '../../../../tools/engines.ts';
import { engineCounts } from '../../../agent/src/testing/node.ts';
import { beginDownload, download, startClient, startWebsite } from '../../../agent/src/testing/rig.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { listFleetNodes } from '../nodes/index.ts';
import type { TestSession } from '../testing-app.ts';
import { grantTraffic } from '../traffic/index.ts';
import { startLab } from './testing/lab.ts';

const MB = 1_000_000;
const lab = await startLab();
afterAll(() => lab.close());
const website = await startWebsite();
afterAll(() => website.close());
const { scene } = lab;

const customer = async (): Promise<TestSession> => {
  const person = await scene.app.account();
  const event = {
    recordType: 'coupon',
    key: `grant:${person.num}`,
    ref: 'test',
    actor: 'test',
    description: '',
  } as const;
  await inTransaction(scene.deps.db, async (trx) => {
    const grant = { userNum: person.num, amount: bytes(100 * GIB), at: new Date(), day: '2026-01-01' };
    await grantTraffic(trx, { ...grant, ...event });
    await usersChanged(trx, scene.deps, [person.num]);
  });
  return person;
};

const clientOf = async (person: TestSession) => {
  const { db, secrets } = scene.deps;
  const row = await db
    .selectFrom('users')
    .select(['id', 'userkey_enc'])
    .where('num', '=', person.num)
    .executeTakeFirstOrThrow();
  const userkey = secrets.decrypt(row.userkey_enc, `users.userkey:${row.id}`);
  const lines = (await listFleetNodes(db, scene.deps)).flatMap((node) => node.lines);
  const members = lines.map(({ id, num, protocol }) => {
    const credential = credentialFor(protocol, id, userkey);
    return { user: person.num, line: num, credential, not_after: null, quota_left: null };
  });
  const opened = { lines: lines.map(({ spec }) => spec), publicKey: '', shortId: '' };
  const client = await startClient(await engineBinary('sing-box'), opened, members);
  onTestFinished(client.stop);
  return [...client.ports.values()];
};

const sum = (rows: Iterable<number>): number => [...rows].reduce((total, n) => total + n, 0);

test('the usage journal goes on through upgrades and rollbacks: one epoch, batches without a gap, every byte billed once, no download broken', async () => {
  const { sshd, prefix } = await lab.server('node');
  const { db } = scene.deps;
  const id = await scene.node(sshd, prefix, { ssh_password: sshd.password });
  for (const protocol of ['vmesh_tcp', 'ss'])
    await scene.app.call('/api/admin/agent_line/update', { name: protocol, agentID: id, protocol }, scene.admin);
  lab.use({ version: '1.0.0' });
  expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
  const ports = await clientOf(await customer());
  const fetchAll = async (): Promise<void> => {
    for (const proxy of ports)
      await expect.poll(() => download(proxy, website, `/bytes/${MB}`).catch(() => -1), { interval: 300 }).toBe(MB);
  };
  await fetchAll();
  const slow = await beginDownload(ports[0]!, website, '/slow');
  for (const version of ['1.0.1', '1.0.2']) {
    lab.use({ version });
    expect(await scene.upgrade(id), await scene.log(id)).toMatchObject({ state: 'done' });
    await fetchAll();
  }
  await scene.call('rollback_agentserver', { id });
  expect(await scene.ended(id), await scene.log(id)).toMatchObject({ state: 'done' });
  await fetchAll();
  const before = slow.bytes();
  await expect.poll(() => slow.bytes()).toBeGreaterThan(before);
  slow.break();

  const { epoch } = await lab.stateOf(id);
  const counted = async (): Promise<number> =>
    sum(
      [...(await engineCounts(join(prefix, 'data'), epoch))].filter(([key]) => !key.startsWith('0.')).map(([, n]) => n),
    );
  const billed = async (): Promise<number> => {
    const { rows } = await sql<{
      n: number;
    }>`select coalesce(sum(up + down), 0)::bigint as n from usage_detail`.execute(db);
    return rows[0]?.n ?? 0;
  };
  await expect.poll(async () => (await billed()) - (await counted()), { interval: 500 }).toBe(0);
  expect(await billed()).toBeGreaterThan(8 * MB);
  const batches = await db.selectFrom('usage_batches').select(['epoch', 'seq', 'state']).orderBy('seq').execute();
  expect(new Set(batches.map((batch) => batch.epoch))).toEqual(new Set([epoch]));
  expect(batches.map(({ seq }) => seq)).toEqual(batches.map((_, at) => at + 1));
  expect(batches.every(({ state }) => state === 'applied')).toBe(true);
});
