import type { Output } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import { lineTestCalls as calls } from '@skyport/contract/line-test';
import { nodesCalls } from '@skyport/contract/nodes';
import { permissionsCalls } from '@skyport/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import LinesPage from '../lines.page.tsx';
import { sampleEntry, sampleLine, sampleNode } from '../testing.ts';
import { lineTestTexts as texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './line-test-body.tsx';

type Result = Output<(typeof calls)['lineTest']>;
const at = '203.0.113.10:20000';
const good: Result = {
  ok: true,
  ms: 180,
  kind: 'traffic',
  note: '',
  steps: [
    { at, step: 'dns', ok: true, ms: 4, text: '203.0.113.10' },
    { at, step: 'tcp', ok: true, ms: 46, text: 'TCP 已连接' },
    { at, step: 'request', ok: true, ms: 180, text: '经线路访问 example.com 成功（HTTP 200）' },
  ],
  exit: { ip: '203.0.113.99', country: '日本' },
  msg: 'the whole log',
};

const server = () =>
  fakeServer()
    .answer(nodesCalls.lineList, () => [sampleLine])
    .answer(nodesCalls.list, () => [sampleNode])
    .answer(nodesCalls.entryList, () => [sampleEntry])
    .answer(permissionsCalls.list, () => []);
const open = async () => {
  showPage(<LinesPage />);
  const rows = await screen.findAllByRole('row');
  const row = rows.find(({ textContent }) => textContent.includes(sampleLine.name));
  await userEvent.click(within(row!).getByRole('button', { name: texts.test }));
};

test('a line is tested at a press: every step with its time, where traffic leaves, and the log to copy', async () => {
  const fake = server().answer(calls.lineTest, () => good);
  vi.stubGlobal('isSecureContext', true);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open();
  expect(await screen.findByText(`${texts.good}，180 ms`)).toBeDefined();
  expect(fake.inputsOf(calls.lineTest)).toEqual([{ id: sampleLine._id }]);
  const steps = within(screen.getByLabelText(texts.steps)).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    '域名解析203.0.113.104 ms',
    'TCP 连接TCP 已连接46 ms',
    '经线路请求经线路访问 example.com 成功（HTTP 200）180 ms',
  ]);
  expect(screen.getByText('出口：203.0.113.99（日本）')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: texts.copyLog }));
  await waitFor(() => expect(writeText).toHaveBeenLastCalledWith('the whole log'));
  await userEvent.click(screen.getByRole('button', { name: texts.again }));
  await waitFor(() => expect(fake.inputsOf(calls.lineTest)).toHaveLength(2));
  await waitFor(() => expect(fake.inputsOf(nodesCalls.lineList).length).toBeGreaterThan(2));
});

test('while it runs it says so, and cannot be begun a second time', async () => {
  const { promise, resolve } = Promise.withResolvers<Result>();
  server().answer(calls.lineTest, () => promise);
  await open();
  expect(await screen.findByText(texts.running(0))).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: texts.again }).disabled).toBe(true);
  expect(await screen.findByText(texts.running(1))).toBeDefined();
  resolve(good);
  expect(await screen.findByText(`${texts.good}，180 ms`)).toBeDefined();
});

test('a panel without a client says that nothing was sent, and why', async () => {
  const note = '面板没有引擎 Xray（x64）：请在面板服务器上运行 npm run node-kit';
  server().answer(calls.lineTest, () => ({
    ...good,
    kind: 'connect' as const,
    note,
    steps: good.steps.slice(0, 2),
    exit: null,
    ms: 46,
  }));
  await open();
  expect(await screen.findByText(`${texts.reached}，46 ms`)).toBeDefined();
  expect(screen.getByText(note)).toBeDefined();
  expect(screen.queryByText(/^出口/)).toBeNull();
});

test('a step that fails is named with its reason', async () => {
  const why = '经线路访问 example.com 失败：经线路的请求超时';
  const steps = [good.steps[1]!, { at, step: 'request' as const, ok: false, ms: null, text: why }];
  server().answer(calls.lineTest, () => ({ ...good, ok: false, ms: null, steps, exit: null }));
  await open();
  expect(await screen.findByText(texts.bad)).toBeDefined();
  expect(screen.getByText(why)).toBeDefined();
  expect(screen.getAllByRole('img', { name: texts.stopped })).toHaveLength(1);
  expect(screen.getByText('出口：未知')).toBeDefined();
});

test('a refused test says why in the window, and nowhere else', async () => {
  server().answer(calls.lineTest, () => refusal('notFound'));
  await open();
  expect(await screen.findByText(texts.failed)).toBeDefined();
  expect(screen.getAllByText(codes.notFound.msg, { exact: false })).toHaveLength(1);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: texts.again }).disabled).toBe(false);
});
