import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codes } from '@skyport/contract/codes';
import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../platform/clock.ts';
import { startBackups } from './testing-list.ts';
import type { BackupChange } from './list-store.ts';

/* Backups that staff delete: the call asks for it, the worker does it. */

const scene = await startBackups();
const { app, folder, backups, make, work, queued, tryRestore, deleteBackup, backUp, pass } = scene;
const { deps } = app;
beforeEach(scene.reset);

const change = (id: unknown, to: BackupChange) =>
  deps.db.updateTable('backups').set(to).where('id', '=', String(id)).execute();
const rowOf = async (id: unknown) => (await backups()).find(({ _id }) => _id === id);

test('staff delete a backup: the worker removes its file, and the list forgets it', async () => {
  const [old, newest] = [await backUp(), await backUp()];
  expect(await deleteBackup(old._id)).toMatchObject({ code: 0, data: { _id: old._id } });
  expect(await queued()).toBe(1);
  expect(await rowOf(old._id)).toMatchObject({ deleting: true, state: 'good' });
  expect(existsSync(join(folder, old.file))).toBe(true);
  await work();
  expect(await backups()).toMatchObject([{ _id: newest._id, deleting: false }]);
  expect([old, newest].map(({ file }) => existsSync(join(folder, file)))).toEqual([false, true]);
});

test('a deletion makes room before the next backup is written, and counts for the retention', async () => {
  await app.changeSettings({ backup_keep: 2 });
  const [first, second] = [await backUp(), await backUp()];
  await deleteBackup(first._id);
  app.clock.advance(MINUTE_MS);
  await make();
  await work();
  expect((await backups()).map(({ _id }) => _id)).toContain(second._id);
  expect(await backups()).toHaveLength(2);
});

test('the newest good backup is never deleted, also when it becomes that later', async () => {
  const [old, newest] = [await backUp(), await backUp()];
  expect(await deleteBackup(newest._id)).toMatchObject({
    code: codes.conflict.code,
    msg: '最近一份完好的备份不能删除',
  });
  await deleteBackup(old._id);
  rmSync(join(folder, newest.file));
  await work();
  expect(await rowOf(newest._id)).toMatchObject({ state: 'missing' });
  expect(await rowOf(old._id)).toMatchObject({
    state: 'good',
    deleting: false,
    problem: '已是最近一份完好的备份，没有删除',
  });
  expect(existsSync(join(folder, old.file))).toBe(true);
});

test('none is deleted that is written, restored or deleted already', async () => {
  const { _id } = await backUp();
  await backUp();
  const refused = async (msg: string): Promise<void> =>
    expect(await deleteBackup(_id)).toMatchObject({ code: codes.conflict.code, msg });
  const busy: readonly BackupChange[] = [
    { state: 'waiting' },
    { state: 'writing' },
    { state: 'good', restore_state: 'waiting' },
    { restore_state: 'running' },
  ];
  for (const to of busy) {
    await change(_id, to);
    await refused('该备份正在写入或试恢复，请等它结束后再删除');
  }
  await change(_id, { restore_state: 'passed' });
  expect(await deleteBackup(_id)).toMatchObject({ code: 0 });
  await refused('该备份已在等待删除');
  expect(await tryRestore(_id)).toMatchObject({ code: codes.conflict.code, msg: '该备份已在等待删除' });
});

test('a file that is gone already is told', async () => {
  const [lost, gone] = [await backUp(), await backUp()];
  await backUp();
  await deleteBackup(gone._id);
  for (const { file } of [lost, gone]) rmSync(join(folder, file));
  await work();
  expect(await rowOf(gone._id)).toMatchObject({ state: 'missing', deleting: false, problem: '备份文件不存在' });
  for (const _id of [lost._id, gone._id])
    expect(await deleteBackup(_id)).toMatchObject({ code: codes.conflict.code, msg: '备份文件不存在' });
  for (const id of ['', 'x', crypto.randomUUID()]) expect((await deleteBackup(id)).code, id).toBe(codes.notFound.code);
});

test('a file that cannot be removed stays in the list with the reason, and backups go on', async () => {
  const [old] = [await backUp(), await backUp()];
  await deleteBackup(old._id);
  // A folder with something inside is not removed as a file.
  rmSync(join(folder, old.file));
  mkdirSync(join(folder, old.file, 'x'), { recursive: true });
  await make();
  await work();
  const row = await rowOf(old._id);
  expect(row).toMatchObject({ deleting: false });
  expect(row!.problem).toMatch(/^没有删除：/);
  expect((await backups())[0]).toMatchObject({ state: 'good' });
});

test('a deletion that was asked for while no worker ran is done by the next one', async () => {
  const [old] = [await backUp(), await backUp()];
  await change(old._id, { delete_asked_at: app.clock.now() });
  await pass(MINUTE_MS);
  expect(await rowOf(old._id)).toBeUndefined();
});

test('asks staff to prove who they are once more', async () => {
  const [old] = [await backUp(), await backUp()];
  const another = await app.account({ type: 'admin' });
  expect((await deleteBackup(old._id, another)).code).toBe(codes.stepUpNeeded.code);
  expect(await rowOf(old._id)).toMatchObject({ deleting: false });
});
