import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { telegramCalls, type TelegramState } from '@skyport/contract/telegram';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { press, strongButtons } from '../testing/user-actions.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import TelegramSection from './section.tsx';
import { texts } from './texts.ts';

const BOT = 'https://t.me/skyport_test_bot';
const ID = '01970000-0000-7000-8000-0000000000b1';
const COMMAND = `/bind ${sampleUser._id} ABCD2345`;
const unbound: TelegramState = { bound: false, name: '', since: null, bot: BOT, requests: [] };
const bound: TelegramState = {
  ...unbound,
  bound: true,
  name: '林 (@lin)',
  since: '2026-11-21T04:00:00.000Z',
};

let calls: FakeServer;
let state: TelegramState;
beforeEach(() => {
  state = unbound;
  document.cookie = 'token=abc; Path=/';
  calls = fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(telegramCalls.state, () => state)
    .answer(telegramCalls.code, () => ({
      command: COMMAND,
      link: `${BOT}?start=token`,
      expires: '2026-11-21T04:10:00.000Z',
    }));
});
const show = (): void => showPage(<TelegramSection />, '/user_info');
const clipboard = (write: (text: string) => Promise<void>) => {
  const writeText = vi.fn(write);
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  vi.stubGlobal('isSecureContext', true);
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'clipboard', before);
    else Reflect.deleteProperty(navigator, 'clipboard');
  });
  return writeText;
};
const link = (name: string): Promise<HTMLAnchorElement> => screen.findByRole('link', { name });

test('the command is shown with the id alone and copied with its one-time code', async () => {
  const writeText = clipboard(async () => undefined);
  show();
  expect((await screen.findByLabelText(texts.commandLabel)).textContent).toBe(`/bind ${sampleUser._id}`);
  await waitFor(async () => expect((await link(texts.open)).href).toBe(`${BOT}?start=token`));
  await press(texts.copy);
  expect(writeText).toHaveBeenCalledWith(COMMAND);
  expect(await screen.findByText('已复制到剪切板')).toBeDefined();
  expect(calls.inputsOf(telegramCalls.code)).toHaveLength(1);
});

test('opening the profile does not ask an operator who they are; the code comes when they ask for it', async () => {
  calls.answer(accountsCalls.userInfo, () => ({ ...sampleUser, type: 'admin' as const }));
  const writeText = clipboard(async () => undefined);
  show();
  await screen.findByRole('button', { name: texts.ask });
  expect(calls.inputsOf(telegramCalls.code)).toHaveLength(0);
  await press(texts.ask);
  await press(texts.copy);
  expect(writeText).toHaveBeenCalledWith(COMMAND);
  expect(calls.inputsOf(telegramCalls.code)).toHaveLength(1);
});

test('where copying fails it says so, and the command can be copied by hand', async () => {
  clipboard(async () => {
    throw new Error('not allowed');
  });
  document.execCommand = () => false;
  show();
  await press(texts.copy);
  expect(await screen.findByText('复制失败, 请手动复制')).toBeDefined();
});

test('without a code the bare command is copied', async () => {
  calls.answer(telegramCalls.code, () => refusal('fault'));
  const writeText = clipboard(async () => undefined);
  show();
  await press(texts.copy);
  expect(writeText).toHaveBeenCalledWith(`/bind ${sampleUser._id}`);
  expect((await link(texts.open)).href).toBe(BOT);
});

test('a request is confirmed without another question, or refused', async () => {
  const request = { _id: ID, name: '林 (@lin)', telegram_id: '9001', expires: '2026-11-21T04:10:00.000Z' };
  state = { ...unbound, requests: [request, { ...request, _id: sampleUser._id, name: '别人' }] };
  calls.answer(telegramCalls.answer, ({ id, accept }) => {
    state = accept ? bound : { ...state, requests: state.requests.filter(({ _id }) => _id !== id) };
    return {};
  });
  show();
  const group = within(await screen.findByRole('group', { name: texts.requests }));
  expect(group.getByText('林 (@lin)（ID 9001）')).toBeDefined();
  await press(texts.refuseOf('别人'));
  expect(await screen.findByText('已拒绝')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/别人/)).toBeNull());
  await press(texts.acceptOf('林 (@lin)'));
  expect(await screen.findByText('绑定成功')).toBeDefined();
  expect(await screen.findByText('已绑定')).toBeDefined();
  expect(calls.inputsOf(telegramCalls.answer)).toEqual([
    { id: sampleUser._id, accept: false },
    { id: ID, accept: true },
  ]);
});

test('one button stands out: the way into Telegram, or the answer to the one request there is', async () => {
  show();
  await screen.findByLabelText(texts.commandLabel);
  expect(strongButtons()).toEqual([texts.open]);
  const request = { _id: ID, name: '林 (@lin)', telegram_id: '9001', expires: '2026-11-21T04:10:00.000Z' };
  state = { ...unbound, requests: [request] };
  await screen.findByRole('group', { name: texts.requests });
  expect(strongButtons()).toEqual([texts.accept]);
  state = { ...unbound, requests: [request, { ...request, _id: sampleUser._id, name: '别人' }] };
  await screen.findByText(/别人/);
  expect(strongButtons()).toEqual([]);
});

test('unbinding asks first', async () => {
  state = bound;
  calls.answer(telegramCalls.unbind, () => {
    state = unbound;
    return {};
  });
  show();
  await press(texts.unbind);
  await screen.findByText(texts.unbindText('林 (@lin)'));
  expect(calls.inputsOf(telegramCalls.unbind)).toEqual([]);
  await press(texts.unbindConfirm);
  expect(await screen.findByText('解除成功')).toBeDefined();
  expect(await screen.findByLabelText(texts.commandLabel)).toBeDefined();
});

test('unbinding that was thought better of changes nothing', async () => {
  state = bound;
  show();
  await press(texts.unbind);
  await userEvent.click(await screen.findByRole('button', { name: '取消' }));
  expect(calls.inputsOf(telegramCalls.unbind)).toEqual([]);
});

test('unbinding that failed says so', async () => {
  state = bound;
  calls.answer(telegramCalls.unbind, () => refusal('notFound'));
  show();
  await press(texts.unbind);
  await press(texts.unbindConfirm);
  expect(await screen.findByText('解除失败')).toBeDefined();
});

test('the page sees by itself that the bot has bound the account', async () => {
  show();
  await screen.findByLabelText(texts.commandLabel);
  state = bound;
  await waitFor(() => expect(screen.getByText('林 (@lin)')).toBeDefined());
});

test('without a bot it says so', async () => {
  state = { ...unbound, bot: '' };
  show();
  expect(await screen.findByText(texts.noBot)).toBeDefined();
  expect(screen.queryByLabelText(texts.commandLabel)).toBeNull();
  expect(calls.inputsOf(telegramCalls.code)).toEqual([]);
});

test("an agency's customer sees nothing of Telegram", async () => {
  calls.answer(accountsCalls.userInfo, () => ({ ...sampleUser, is_agency_user: true }));
  show();
  await waitFor(() => expect(calls.inputsOf(accountsCalls.userInfo)).toHaveLength(1));
  expect(screen.queryByText(texts.title)).toBeNull();
  expect(calls.inputsOf(telegramCalls.state)).toEqual([]);
});
