import { jobsCalls as calls, type QueuedJob } from '@skyport/contract/jobs';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
import JobsPage from './jobs.page.tsx';
import { texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';

const job = (n: number, more: Partial<QueuedJob>): QueuedJob => ({
  _id: String(n),
  name: 'mail.deliver',
  state: 'waiting',
  attempts: 0,
  maxAttempts: 8,
  runAt: '2026-11-21T04:00:00.000Z',
  createdAt: '2026-11-21T03:00:00.000Z',
  error: '',
  ...more,
});
const jobs = [
  job(1, { state: 'failed', attempts: 8, error: 'connect ECONNREFUSED' }),
  job(2, { state: 'retrying', name: 'chat.deliver', attempts: 2, error: 'timed out' }),
  job(3, { state: 'running', name: 'install.batch', attempts: 1 }),
  job(4, { name: 'of.another-version', error: 'no answer from outside: slow' }),
];

const serve = (): FakeServer =>
  fakeServer()
    .answer(calls.list, ({ state }) => ({
      jobs: jobs.filter((one) => state === undefined || one.state === state),
      counts: { failed: 1, retrying: 1, running: 1, waiting: 1 },
    }))
    .answer(calls.retry, ({ ids }) => ({ retried: ids.length }));

test('jobs stand there with what they do, how they stand and their newest error', async () => {
  serve();
  showPage(<JobsPage />);
  const row = await rowOf('发送邮件');
  for (const text of ['失败', '8 / 8', '连接被拒绝', '（connect ECONNREFUSED）'])
    expect(row.textContent).toContain(text);
  expect((await rowOf('发送 Telegram 消息')).textContent).toContain('没有及时应答（timed out）');
  for (const text of ['等待执行', '没有及时应答（no answer from outside: slow）'])
    expect((await rowOf('of.another-version')).textContent).toContain(text);
});

test('only what failed can be tried again, one by one', async () => {
  const fake = serve();
  showPage(<JobsPage />);
  const again = async (name: string) => within(await rowOf(name)).queryByRole('button', { name: texts.retry });
  expect(await again('安装节点程序')).toBeNull();
  expect(await again('of.another-version')).toBeNull();
  await userEvent.click((await again('发送 Telegram 消息'))!);
  expect(await screen.findByText('已安排 1 个任务重新执行')).toBeDefined();
  expect(fake.inputsOf(calls.retry)).toEqual([{ ids: ['2'] }]);
});

test('all that failed are tried again after a question', async () => {
  const fake = serve();
  showPage(<JobsPage />);
  await press(texts.retryAll(1));
  expect(await screen.findByText(texts.retryAllText(1))).toBeDefined();
  expect(fake.inputsOf(calls.retry)).toEqual([]);
  await press('确认');
  expect(await screen.findByText('已安排 1 个任务重新执行')).toBeDefined();
  expect(fake.inputsOf(calls.retry)).toEqual([{ ids: ['1'] }]);
});

test('a job that somebody else has tried again meanwhile is told as such', async () => {
  serve().answer(calls.retry, () => refusal('conflict', null, '任务正在执行，或还没有失败过'));
  showPage(<JobsPage />);
  await userEvent.click(within(await rowOf('发送邮件')).getByRole('button', { name: texts.retry }));
  expect(await screen.findByText('重新执行失败:任务正在执行，或还没有失败过')).toBeDefined();
});

test('one state is chosen, with how many jobs it has', async () => {
  const fake = serve();
  showPage(<JobsPage />);
  await rowOf('发送邮件');
  await userEvent.selectOptions(screen.getByLabelText(texts.state), '失败（1）');
  expect(fake.inputsOf(calls.list).at(-1)).toEqual({ state: 'failed' });
});
