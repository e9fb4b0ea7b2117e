import { appendFileSync, existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codes } from '@skyport/contract/codes';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { withBackupLock } from './list-store.ts';
import { asRole } from './testing.ts';
import { startBackups } from './testing-list.ts';

/* The list and the schedule, with the real program, files and databases. The clock is that of the test. */

const scene = await startBackups();
const { app, database, folder, dataDir, admin, list, backups, make, work, queued, tend } = scene;
const { pass, backUp, alarms, waiting, figure } = scene;
const { deps, clock } = app;
beforeEach(scene.reset);

const scratches = () =>
  asRole(database.rootUrl, async (client) => {
    const { rows } = await client.query(`select datname from pg_database where datname like '%restore_test'`);
    return rows as unknown[];
  });

/** Backups fail from now on, because the folder of images is none; the function ends that. */
const breakImages = async (): Promise<() => Promise<void>> => {
  const now = clock.now();
  const times = { created_at: now, unused_since: now, stored_at: now };
  const image = { id: '01a1fc43000070008000000000000001', ext: 'png', store: 'disk', bytes: 5, ...times };
  writeFileSync(join(dataDir, 'files'), '');
  await deps.db.insertInto('files').values(image).execute();
  return async () => {
    await deps.db.deleteFrom('files').execute();
    rmSync(join(dataDir, 'files'));
  };
};

test('staff have a backup written, and see its size and that its checksums are right', async () => {
  expect(await backups()).toEqual([]);
  expect(await make()).toMatchObject({ code: 0 });
  expect(await queued()).toBe(1);
  expect(await backups()).toMatchObject([{ state: 'waiting', origin: 'staff', bytes: null, checkedAt: null }]);
  const working = work();
  await expect.poll(async () => (await backups())[0]!.state).toBe('writing');
  await working;
  const [row] = await backups();
  expect(row).toMatchObject({ state: 'good', percent: 100, problem: '', restoreState: null });
  expect(row.checkedAt).toBe(clock.now().toISOString());
  expect(row.bytes).toBeGreaterThan(10_000);
  expect(row.rows).toBeGreaterThan(0);
  expect(readdirSync(folder)).toEqual([row.file]);
  expect(await figure('bytes')).toBe(row.bytes);
  expect(await figure('good_timestamp_seconds')).toBe(clock.now().getTime() / 1000);
});

test('one backup is written at a time', async () => {
  await make();
  expect(await make()).toMatchObject({ code: codes.conflict.code, msg: '已有备份等待执行或正在执行' });
  expect(await backups()).toHaveLength(1);
  // Another process is at it: this one leaves it alone.
  await withBackupLock(deps.db, work);
  expect(await backups()).toMatchObject([{ state: 'waiting' }]);
});

test('writes a backup by the schedule of the settings, and has it restored to test it', async () => {
  await app.changeSettings({ backup_every_hours: 24, backup_hour: 13 });
  await pass(MINUTE_MS);
  expect(await backups()).toMatchObject([
    { state: 'good', origin: 'schedule', restoreState: 'passed', restoreProblem: '' },
  ]);
  expect(await scratches()).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await figure('restore_passed')).toBe(1);
  // It is noon: the next one begins at 13:00.
  const { nextAt } = (await list()).schedule;
  expect(new Date(nextAt).getUTCHours()).toBe(5);
  await pass(30 * MINUTE_MS);
  expect(await backups()).toHaveLength(1);
  await pass(HOUR_MS);
  // A test restore a day is enough.
  expect(await backups()).toMatchObject([{ state: 'good', restoreState: null }, { restoreState: 'passed' }]);
  expect(await alarms()).toEqual([]);
});

test('keeps as many good backups as the settings say, and always the last one', async () => {
  const first = await backUp();
  const second = await backUp();
  expect(await backups()).toHaveLength(2);
  await app.changeSettings({ backup_keep: 1 });
  const third = await backUp();
  expect(await backups()).toMatchObject([{ _id: third._id, state: 'good' }]);
  expect([first, second, third].map(({ file }) => existsSync(join(folder, file)))).toEqual([false, false, true]);
  // One that cannot be written removes none.
  const mend = await breakImages();
  const fourth = await backUp();
  await mend();
  expect(fourth).toMatchObject({ state: 'failed', bytes: null });
  expect(fourth.problem).not.toBe('');
  expect(readdirSync(folder)).toEqual([third.file]);
});

test('a backup of a clock that was ahead does not stop the schedule, is listed last and goes first', async () => {
  const ahead = await backUp();
  const startedAt = new Date(clock.now().getTime() + 365 * DAY_MS);
  await deps.db.updateTable('backups').set({ started_at: startedAt }).execute();
  await app.changeSettings({ backup_every_hours: 24, backup_keep: 2, backup_try_restore: false });
  await pass(MINUTE_MS);
  expect(await backups()).toMatchObject([{ state: 'good', origin: 'schedule' }, { _id: ahead._id }]);
  await backUp();
  expect(await backups()).toMatchObject([{ origin: 'staff' }, { origin: 'schedule' }]);
  expect(existsSync(join(folder, ahead.file))).toBe(false);
  expect(await figure('good_timestamp_seconds')).toBe(clock.now().getTime() / 1000);
});

test('removes a half-written backup that nobody has written to for a day', async () => {
  const [left, written] = ['skyport-left.tar.partial', 'skyport-written.tar.partial'].map((name) => join(folder, name));
  await work();
  for (const path of [left!, written!]) writeFileSync(path, '');
  const hoursAgo = (hours: number): Date => new Date(clock.now().getTime() - hours * HOUR_MS);
  utimesSync(left!, hoursAgo(25), hoursAgo(25));
  utimesSync(written!, hoursAgo(23), hoursAgo(23));
  await work();
  expect([existsSync(left!), existsSync(written!)]).toEqual([false, true]);
  rmSync(written!);
});

test('lists files that were put into the folder, and never removes them', async () => {
  const made = await backUp();
  const [copy, damaged] = ['skyport-copy.tar', 'skyport-damaged.tar'];
  await copyFile(join(folder, made.file), join(folder, copy));
  await copyFile(join(folder, made.file), join(folder, damaged));
  appendFileSync(join(folder, damaged), 'x');
  writeFileSync(join(folder, 'notes.txt'), '');
  await app.changeSettings({ backup_keep: 1 });
  await pass(DAY_MS);
  const rows = new Map((await backups()).map((row) => [row.file, row]));
  expect(rows.get(copy)).toMatchObject({ state: 'good', origin: 'found', startedAt: made.startedAt });
  expect(rows.get(damaged)).toMatchObject({ state: 'damaged', origin: 'found', checkedAt: null });
  expect(rows.get(damaged)!.problem).toMatch(/^文件已损坏/);
  expect(rows.size).toBe(3);
  expect(await alarms()).toEqual([expect.stringContaining(damaged)]);
  rmSync(join(folder, copy));
  await pass(MINUTE_MS);
  expect((await backups()).find(({ file }) => file === copy)).toMatchObject({ state: 'missing' });
});

test('alarms once when the newest good backup is older than two intervals, until there is another', async () => {
  await app.changeSettings({ backup_every_hours: 24, backup_try_restore: false });
  await pass(MINUTE_MS);
  expect(await backups()).toMatchObject([{ state: 'good' }]);
  // A file in the place of the folder: nothing can be written.
  rmSync(folder, { recursive: true });
  await deps.db.updateTable('backups').set({ state: 'failed' }).execute();
  await app.changeSettings({ backup_every_hours: 1 });
  await tend();
  clock.advance(2 * HOUR_MS);
  await tend();
  expect(await alarms()).toEqual([]);
  clock.advance(MINUTE_MS);
  for (let minute = 0; minute < 3; minute += 1) await tend();
  expect(await alarms()).toEqual([expect.stringContaining('还没有一份完好的备份')]);
  expect((await list()).schedule.staleAt).toBe(clock.now().toISOString());
  expect(await waiting()).toBe(1);
  await work();
  await pass(MINUTE_MS);
  expect((await list()).schedule.staleAt).toBe(null);
  expect(await waiting()).toBe(0);
});

test('a schedule that keeps failing is one alarm, and is tried each hour', async () => {
  const mend = await breakImages();
  await app.changeSettings({ backup_every_hours: 24, backup_hour: 0, backup_try_restore: false });
  await pass(MINUTE_MS);
  await pass(30 * MINUTE_MS);
  expect(await backups()).toMatchObject([{ state: 'failed', origin: 'schedule', problem: '文件无法读取' }]);
  await pass(31 * MINUTE_MS);
  expect(await backups()).toHaveLength(2);
  expect(await alarms()).toEqual([expect.stringContaining('自动备份失败：文件无法读取')]);
  await mend();
  await pass(HOUR_MS);
  expect((await backups())[0]).toMatchObject({ state: 'good' });
});

test('a backup that was interrupted is not good, and its rest is removed', async () => {
  await make();
  await deps.db.updateTable('backups').set({ state: 'writing' }).execute();
  const [{ file }] = (await backups()) as [TestData];
  await work();
  expect(await backups()).toMatchObject([{ state: 'failed', problem: '备份中断：程序已退出' }]);
  // A panel that stops ends the program with it.
  clock.advance(MINUTE_MS);
  await make();
  const stop = new AbortController();
  const working = work(stop.signal);
  await expect.poll(async () => (await backups())[0]!.state).toBe('writing');
  stop.abort();
  await working;
  expect(await backups()).toMatchObject([{ state: 'failed' }, { file, state: 'failed' }]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a file that a restored panel finds under the name of an unfinished backup is checked', async () => {
  const { _id } = await backUp();
  await deps.db.updateTable('backups').set({ state: 'writing', bytes: null }).where('id', '=', _id).execute();
  await work();
  expect(await backups()).toMatchObject([{ _id, state: 'good', bytes: expect.any(Number) }]);
});

test('backups are for admins only, with both session parts', async () => {
  const { _id } = await backUp();
  const asks = [
    (who: TestSession | string) => app.call('/api/admin/backup/list', {}, who),
    (who: TestSession | string) => app.call('/api/admin/backup/make', {}, who),
    (who: TestSession | string) => app.call('/api/admin/backup/try_restore', { _id }, who),
    (who: TestSession | string) => app.call('/api/admin/backup/delete', { _id }, who),
  ];
  for (const ask of asks) {
    expect((await ask(`token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
    for (const type of ['normal', 'channel', 'yunying'] as const)
      expect((await ask(await app.account({ type }))).code).toBe(codes.roleForbidden.code);
  }
  expect(await backups()).toMatchObject([{ _id, restoreState: null }]);
});
