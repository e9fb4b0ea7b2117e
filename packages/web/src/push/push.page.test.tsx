import { MOST_TRANSFERS, type Push, pushCalls as calls } from '@skyport/contract/push';
import { GIB } from '@skyport/contract/units';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { copyTexts } from '../ui/copy-texts.ts';
import PushPage from './push.page.tsx';
import { texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

const waiting: Push = {
  _id: '01970000-0000-7000-8070-000000000001',
  pushNumber: 21,
  receiveNumber: 16.8,
  code: 'ABCDEFGH2345',
  createTime: '2026-11-20T04:00:00.000Z',
  state: 'created',
  endTime: null,
  returnTime: '2026-11-27T04:00:00.000Z',
};
const pushes: Push[] = [
  waiting,
  {
    ...waiting,
    _id: waiting._id.replace(/1$/, '2'),
    code: 'TAKENTAKEN22',
    state: 'received',
    endTime: waiting.returnTime,
  },
  {
    ...waiting,
    _id: waiting._id.replace(/1$/, '3'),
    code: 'BACKBACK2222',
    state: 'returned',
    endTime: waiting.returnTime,
  },
];

const serve = (pushList: Push[] = pushes): FakeServer =>
  fakeServer().answer(calls.list, () => ({ minPushNum: 20, costRate: 0.2, available: 50 * GIB, pushList }));
const show = (): void => showPage(<PushPage />, '/push');
const amount = async (typed: string): Promise<void> => {
  const input = await screen.findByRole('spinbutton', { name: /转赠流量/ });
  await userEvent.clear(input);
  await userEvent.type(input, typed);
};
const letCopy = (): void => {
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
};
const save = (): Promise<void> => press('确认');

test('transfers are listed with what was given, what comes, and their states', async () => {
  serve();
  show();
  expect((await rowOf('ABCDEFGH2345')).textContent).toMatch(/待领取.*21 G.*16\.8 G/);
  expect((await rowOf('TAKENTAKEN22')).textContent).toContain('已领取');
  expect((await rowOf('BACKBACK2222')).textContent).toContain('已退回');
  expect(screen.getByText(texts.hint(20, '20%'))).toBeDefined();
  expect(within(await rowOf('TAKENTAKEN22')).queryByRole('button', { name: texts.back.open })).toBeNull();
});

test('whoever has more transfers than are listed reads so', async () => {
  const many = (count: number): Push[] =>
    Array.from({ length: count }, (_, n) => ({ ...waiting, _id: waiting._id.slice(0, -3) + String(100 + n) }));
  const server = serve(many(MOST_TRANSFERS - 1));
  show();
  await screen.findByText(`共 ${MOST_TRANSFERS - 1} 条`);
  expect(screen.queryByText(commonTexts.newestOnly(MOST_TRANSFERS))).toBeNull();
  cleanup();
  server.answer(calls.list, () => ({ minPushNum: 20, costRate: 0.2, available: 0, pushList: many(MOST_TRANSFERS) }));
  show();
  expect(await screen.findByText(commonTexts.newestOnly(MOST_TRANSFERS))).toBeDefined();
});

test('what a transfer costs and what comes is said before it is made; its code is shown to be copied', async () => {
  const server = serve([]).answer(calls.create, () => waiting);
  show();
  await press(texts.add);
  await amount('30');
  const preview = await screen.findByLabelText(texts.create.preview);
  expect(preview.textContent).toMatch(/手续费6\.00 G对方获得24\.00 G.*20\.00 G/);
  await save();
  letCopy();
  const made = within(await screen.findByRole('dialog', { name: texts.made.title }));
  expect(made.getByText('ABCDEFGH2345')).toBeDefined();
  await userEvent.click(made.getByRole('button', { name: texts.copy }));
  expect(await screen.findByText(copyTexts.done.text)).toBeDefined();
  expect(server.inputsOf(calls.create)).toEqual([{ pushNumber: 30, change: expect.any(String) }]);
});

test('a transfer whose answer was lost is sent again as the same one', async () => {
  let isLost = true;
  const server = serve([]).answer(calls.create, () => (isLost ? refusal('fault') : waiting));
  show();
  await press(texts.add);
  await amount('30');
  await save();
  const button = await screen.findByRole('button', { name: '确认' });
  await waitFor(() => expect(server.inputsOf(calls.create)).toHaveLength(1));
  await waitFor(() => expect(button.matches('[data-loading], :disabled')).toBe(false));
  isLost = false;
  await save();
  await screen.findByRole('dialog', { name: texts.made.title });
  const [first, second] = server.inputsOf(calls.create);
  expect(first).toEqual({ pushNumber: 30, change: expect.any(String) });
  expect(second).toEqual(first);
});

test('less than the minimum is not sent, and more than there is says so', async () => {
  const server = serve([]);
  show();
  await press(texts.add);
  await amount('60');
  expect((await screen.findByLabelText(texts.create.preview)).textContent).toContain(texts.create.tooMuch);
  await amount('19');
  await save();
  expect(await screen.findByText('最低转赠20G')).toBeDefined();
  expect(server.inputsOf(calls.create)).toEqual([]);
});

test.each([
  ['pushTooSmall', '低于最低转赠流量'],
  ['notEnoughTraffic', '流量不足'],
  ['tooFrequent', '操作过于频繁，请稍后再试'],
] as const)('a transfer that is refused as %s says %s', async (code, text) => {
  serve([]).answer(calls.create, () => refusal(code));
  show();
  await press(texts.add);
  await amount('20');
  await save();
  expect(await screen.findByText(text)).toBeDefined();
});

const receive = async (code: string): Promise<void> => {
  await press(texts.receive);
  await userEvent.type(await screen.findByLabelText(texts.take.label), code);
  await press(texts.take.submit);
};

test.each([
  [0.2, '对方转出的流量扣除手续费（目前为 20%）后，计入您的不限时流量。'],
  [0, '对方转出的流量全部计入您的不限时流量。'],
])('the window that receives a transfer says what comes of it, at a fee of %d', async (costRate, text) => {
  serve([]).answer(calls.list, () => ({ minPushNum: 20, costRate, available: 0, pushList: [] }));
  show();
  await press(texts.receive);
  const dialog = within(await screen.findByRole('dialog', { name: texts.take.title }));
  expect(await dialog.findByText(text)).toBeDefined();
});

test('a code is received, and what came is told', async () => {
  const server = serve([]).answer(calls.receive, () => ({ traffic: 16 * GIB, returned: false }));
  show();
  await receive('abcdefgh2345');
  expect(await screen.findByText('领取成功，获得 16.00 G 流量')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.inputsOf(calls.receive)).toEqual([{ code: 'abcdefgh2345' }]);
});

test('the own code says that the traffic is back', async () => {
  serve([]).answer(calls.receive, () => ({ traffic: 20 * GIB, returned: true }));
  show();
  await receive('ABCDEFGH2345');
  expect(await screen.findByText('这是您自己的转赠，20.00 G 流量已退回')).toBeDefined();
});

test.each([
  ['unknownPush', '未知错误'],
  ['tooFrequent', '操作过于频繁，请稍后再试'],
  ['pushCodeInvalid', '转赠码不存在或已失效'],
] as const)('a code that is refused as %s says %s', async (code, text) => {
  serve([]).answer(calls.receive, () => refusal(code));
  show();
  await receive('ABCDEFGH2345');
  expect(await screen.findByText(text)).toBeDefined();
});

test('a transfer that nobody has taken is taken back after a question', async () => {
  const server = serve().answer(calls.takeBack, () => ({}));
  show();
  await userEvent.click(within(await rowOf('ABCDEFGH2345')).getByRole('button', { name: texts.back.open }));
  const asked = within(await screen.findByRole('dialog', { name: '取回 21 G 流量？' }));
  await userEvent.click(asked.getByRole('button', { name: texts.back.open }));
  expect(await screen.findByText(texts.back.done.text)).toBeDefined();
  expect(server.inputsOf(calls.takeBack)).toEqual([{ id: waiting._id }]);
});
