import { type Backup, backupCalls as calls } from '@skyport/contract/backup';
import type { Output } from '@skyport/contract/call';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import BackupsPage from './backups.page.tsx';
import { ageText, texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

const backup = (n: number, more: Partial<Backup>): Backup => ({
  _id: `0198d000-0000-7000-8000-00000000000${n}`,
  file: `skyport-${n}.tar`,
  origin: 'schedule',
  state: 'good',
  percent: 100,
  startedAt: hoursAgo(n * 24),
  bytes: 3 * 1024 ** 3,
  rows: 1000,
  problem: '',
  checkedAt: hoursAgo(n * 24),
  restoreState: null,
  restoreProblem: '',
  restoredAt: null,
  copiedAt: null,
  copyProblem: '',
  deleting: false,
  ...more,
});
type Schedule = Output<typeof calls.list>['schedule'];
const schedule: Schedule = {
  everyHours: 24,
  keep: 7,
  triesRestore: true,
  copies: false,
  nextAt: hoursAgo(-5),
  staleAt: null,
};

const serve = (backups: readonly Backup[], more: Partial<Schedule> = {}): FakeServer =>
  fakeServer()
    .answer(calls.list, () => ({ schedule: { ...schedule, ...more }, backups: [...backups] }))
    .answer(calls.make, () => ({ _id: backup(9, {})._id }))
    .answer(calls.tryRestore, ({ _id }) => ({ _id }))
    .answer(calls.delete, ({ _id }) => ({ _id }));

test('shows size, age, checksums and the test restore of each backup', async () => {
  serve([
    backup(1, { restoreState: 'passed', restoredAt: hoursAgo(1) }),
    backup(2, { state: 'damaged', problem: 'tables/public.users 的校验和不符', checkedAt: null }),
    backup(3, { restoreState: 'failed', restoreProblem: '磁盘空间不足', restoredAt: hoursAgo(2) }),
  ]);
  showPage(<BackupsPage />);
  const good = await rowOf('skyport-1.tar');
  for (const text of ['完好', '3.00 G', '1 天前', '一致（', '已通过', '自动']) expect(good.textContent).toContain(text);
  const damaged = await rowOf('skyport-2.tar');
  for (const text of ['已损坏', '不一致', '的校验和不符']) expect(damaged.textContent).toContain(text);
  const failed = await rowOf('skyport-3.tar');
  for (const text of ['未通过', '磁盘空间不足']) expect(failed.textContent).toContain(text);
  expect(screen.getByText(new RegExp(texts.every(24, 7)))).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says what to do while there are no backups and no schedule', async () => {
  serve([], { everyHours: 0, nextAt: null });
  showPage(<BackupsPage />);
  expect(await screen.findByText(texts.empty)).toBeDefined();
});

test('a backup that is too old is an alarm', async () => {
  serve([backup(9, {})], { staleAt: hoursAgo(1) });
  showPage(<BackupsPage />);
  expect((await screen.findByRole('alert')).textContent).toContain('超过两个备份间隔');
});

test('backs up now after a question, and shows the progress', async () => {
  const backups: Backup[] = [];
  const fake = serve([]).answer(calls.list, () => ({ schedule, backups: [...backups] }));
  fake.answer(calls.make, () => {
    backups.push(backup(0, { state: 'writing', percent: 45, bytes: null, rows: null, checkedAt: null }));
    return { _id: backups[0]!._id };
  });
  showPage(<BackupsPage />);
  await screen.findByText(texts.empty);
  await press(texts.now);
  expect(await screen.findByText(texts.nowText)).toBeDefined();
  expect(fake.inputsOf(calls.make)).toEqual([]);
  await press('确认');
  expect(await screen.findByText(texts.started.text)).toBeDefined();
  expect((await rowOf('skyport-0.tar')).textContent).toContain('备份中 45%');
  // One at a time.
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: texts.now }).disabled).toBe(true));
});

test('tells why no backup was begun', async () => {
  serve([]).answer(calls.make, () => refusal('conflict', null, '已有备份等待执行或正在执行'));
  showPage(<BackupsPage />);
  await screen.findByText(texts.empty);
  await press(texts.now);
  await press('确认');
  expect(await screen.findByText('备份失败:已有备份等待执行或正在执行')).toBeDefined();
});

test('has a good backup restored after a question', async () => {
  const fake = serve([backup(1, {})]);
  showPage(<BackupsPage />);
  await rowOf('skyport-1.tar');
  await choose('skyport-1.tar', texts.tryRestore);
  expect(await screen.findByText(texts.tryText('skyport-1.tar'))).toBeDefined();
  await press('确认');
  expect(await screen.findByText(texts.trying.text)).toBeDefined();
  expect(fake.inputsOf(calls.tryRestore)).toEqual([{ _id: backup(1, {})._id }]);
});

test('deletes a backup after a question that names it', async () => {
  const backups = [backup(1, {}), backup(2, { copiedAt: hoursAgo(1) })];
  const fake = serve([]).answer(calls.list, () => ({ schedule, backups: [...backups] }));
  fake.answer(calls.delete, ({ _id }) => {
    backups[1] = backup(2, { deleting: true });
    return { _id };
  });
  showPage(<BackupsPage />);
  await rowOf('skyport-2.tar');
  await choose('skyport-2.tar', texts.delete);
  expect(await screen.findByText(texts.deleteText('skyport-2.tar', true))).toBeDefined();
  expect(fake.inputsOf(calls.delete)).toEqual([]);
  await press('确认');
  expect(await screen.findByText(texts.deleted.text)).toBeDefined();
  expect(fake.inputsOf(calls.delete)).toEqual([{ _id: backup(2, {})._id }]);
  await waitFor(async () => expect((await rowOf('skyport-2.tar')).textContent).toContain(texts.deleting));
});

test('offers no deletion of the newest good backup, of one in use, or of one without a file', async () => {
  serve([
    backup(1, { state: 'damaged' }),
    backup(2, {}),
    backup(3, { restoreState: 'running' }),
    backup(4, { state: 'missing' }),
    backup(5, { state: 'failed' }),
    backup(6, { deleting: true }),
  ]);
  showPage(<BackupsPage />);
  const actionsOf = async (n: number): Promise<(string | null)[]> => {
    const button = within(await rowOf(`skyport-${n}.tar`)).queryByLabelText(/^更多操作/);
    if (!button) return [];
    await userEvent.click(button);
    const items = await screen.findAllByRole('menuitem');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return items.map(({ textContent }) => textContent);
  };
  expect(await actionsOf(1)).toEqual([texts.delete]);
  expect(await actionsOf(2)).toEqual([texts.tryRestore]);
  for (const n of [3, 4, 5, 6]) expect(await actionsOf(n)).toEqual([]);
});

test('tells why a backup is not deleted', async () => {
  serve([backup(1, {}), backup(2, {})]).answer(calls.delete, () => refusal('conflict', null, '备份文件不存在'));
  showPage(<BackupsPage />);
  await rowOf('skyport-2.tar');
  await choose('skyport-2.tar', texts.delete);
  await press('确认');
  expect(await screen.findByText('删除失败:备份文件不存在')).toBeDefined();
});

test('ages are minutes, hours and days', () => {
  expect([59_000, 61_000, 3 * HOUR_MS, 49 * HOUR_MS].map(ageText)).toEqual(['0 分钟', '1 分钟', '3 小时', '2 天']);
});
