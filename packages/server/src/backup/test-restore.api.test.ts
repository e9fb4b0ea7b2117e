import { readdirSync } from 'node:fs';
import { codes } from '@skyport/contract/codes';
import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../platform/clock.ts';
import { asRole } from './testing.ts';
import { startBackups } from './testing-list.ts';

/* Restores of backups into a database of their own, by the real program. */

const scene = await startBackups();
const { app, database, folder, backups, work, tryRestore, pass, backUp, alarms, waiting, figure } = scene;
const { deps } = app;
beforeEach(scene.reset);

test('restores no backup by itself where the settings say so', async () => {
  await app.changeSettings({ backup_every_hours: 24, backup_try_restore: false });
  await pass(MINUTE_MS);
  expect(await backups()).toMatchObject([{ state: 'good', restoreState: null }]);
});

test('keeps the newest one that passed a test restore beyond the retention', async () => {
  const first = await backUp();
  await tryRestore(first._id);
  await work();
  await app.changeSettings({ backup_keep: 1 });
  const second = await backUp();
  expect((await backups()).map(({ _id }) => _id)).toEqual([second._id, first._id]);
  await tryRestore(second._id);
  await work();
  expect((await backups()).map(({ _id }) => _id)).toEqual([second._id]);
});

test('a test restore that fails is an alarm and says why', async () => {
  const { _id, file } = await backUp();
  // The owner of a server of one's own may lack the right.
  await asRole(database.rootUrl, (client) => client.query('alter role skyport_owner nocreatedb'));
  await tryRestore(_id);
  await work();
  await asRole(database.rootUrl, (client) => client.query('alter role skyport_owner createdb'));
  expect(await backups()).toMatchObject([{ state: 'good', restoreState: 'failed' }]);
  expect((await backups())[0].restoreProblem).toContain('CREATEDB');
  expect(await alarms()).toEqual([expect.stringContaining(file)]);
  expect([await waiting(), await figure('restore_passed')]).toEqual([1, 0]);
  expect(readdirSync(folder)).toEqual([file]);
  await tryRestore(_id);
  await work();
  expect(await backups()).toMatchObject([{ restoreState: 'passed', restoreProblem: '' }]);
  expect(await waiting()).toBe(0);
});

test('a ledger that is wrong in the backup is found by its test restore', async () => {
  const customer = await app.account();
  await asRole(database.rootUrl, (client) =>
    client.query(`set session_replication_role = replica;
      insert into ledger_account (owner, kind, unit, min_balance, balance)
      values (${customer.num}, 'wallet', 'CNY_MILLI', 0, 5)`),
  );
  const { _id } = await backUp();
  await asRole(database.rootUrl, (client) =>
    client.query(`set session_replication_role = replica;
      delete from ledger_account where owner = ${customer.num}`),
  );
  await tryRestore(_id);
  await work();
  const [row] = await backups();
  expect(row).toMatchObject({ state: 'good', restoreState: 'failed' });
  expect(row.restoreProblem).toMatch(/^账目核对发现 \d+ 处差异/);
});

test('only a good backup is restored, once at a time', async () => {
  const { _id } = await backUp();
  for (const id of ['', 'x', crypto.randomUUID()]) expect((await tryRestore(id)).code, id).toBe(codes.notFound.code);
  expect(await tryRestore(_id)).toMatchObject({ code: 0 });
  expect(await tryRestore(_id)).toMatchObject({ code: codes.conflict.code, msg: '该备份已在试恢复' });
  await deps.db.updateTable('backups').set({ state: 'damaged', restore_state: null }).execute();
  expect(await tryRestore(_id)).toMatchObject({ code: codes.conflict.code, msg: '只有完好的备份可以试恢复' });
});
