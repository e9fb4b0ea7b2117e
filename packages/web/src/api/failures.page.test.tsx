import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readCookie } from '../device/cookies.ts';
import { noteUnsaved } from '../device/unsaved.ts';
import { toast } from '../ui/toasts.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { toastCommonFailure, toastSessionEnd } from './errors-to-toast.ts';
import { personLeft } from './person.ts';
import { endAskingToLogIn, useSessionOver } from './session-over-store.ts';
import { useCall } from './use-call.ts';

const Reader = () => <p>{useCall(accountsCalls.userInfo, {}).isError ? '失败' : '等待'}</p>;

test('an expired session waits two seconds, says so once, goes to the log-in page and forgets the dead token', async () => {
  const calls = fakeServer().answer(accountsCalls.userInfo, () => refusal('sessionExpired'));
  document.cookie = 'token=dead; Path=/';
  showPage(<Reader />, '/order');
  await screen.findByText('失败');
  expect(screen.queryByText('登录过期，请登录')).toBeNull();
  expect(window.location.hash).toBe('#/order');
  expect(calls.inputsOf(accountsCalls.userInfo)).toHaveLength(1);
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  expect(await screen.findAllByText('登录过期，请登录')).toHaveLength(1);
  expect(readCookie('token')).toBeUndefined();
});

const Background = () => (
  <p>{useCall(accountsCalls.userInfo, {}, { silent: true, refetchEvery: 20 }).isError ? '失败' : '等待'}</p>
);

test('a session that only background reads find ended leads to the log-in page, too', async () => {
  fakeServer().answer(accountsCalls.userInfo, () => refusal('sessionExpired'));
  document.cookie = 'token=dead; Path=/';
  showPage(<Background />, '/shop');
  expect(await screen.findAllByText('登录过期，请登录')).toHaveLength(1);
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  expect(readCookie('token')).toBeUndefined();
});

test('background reads ask once to log in again, changes each time', () => {
  vi.useFakeTimers();
  const saved = noteUnsaved();
  onTestFinished(() => {
    saved();
    act(personLeft);
    document.cookie = 'token=; Path=/; Max-Age=0';
    vi.useRealTimers();
  });
  document.cookie = 'token=dead; Path=/';
  const over = new CallError('/api/x', { code: codes.sessionExpired.code, data: undefined, msg: '' });
  const { result: isAsked } = renderHook(useSessionOver);
  const closeAfter = (tell: (problem: unknown) => unknown): boolean => {
    tell(over);
    act(() => void vi.runAllTimers());
    const was = isAsked.current;
    act(endAskingToLogIn);
    return was;
  };
  expect([toastSessionEnd, toastSessionEnd, toastCommonFailure].map(closeAfter)).toEqual([true, false, true]);
});

test('a background read tells a visitor nothing of a log-in', async () => {
  fakeServer().answer(accountsCalls.userInfo, () => refusal('sessionExpired'));
  showPage(<Background />, '/shop');
  await screen.findByText('失败');
  expect(screen.queryByText('暂未登录，请登录')).toBeNull();
});

test('leads to the log-in when the next person’s session ends right after the first one’s', async () => {
  const calls = fakeServer().answer(accountsCalls.userInfo, () => refusal('sessionExpired'));
  document.cookie = 'token=dead; Path=/';
  showPage(<Reader />, '/order');
  await screen.findByText('失败');
  document.cookie = 'token=other; Path=/';
  act(personLeft);
  await waitFor(() => expect(calls.inputsOf(accountsCalls.userInfo)).toHaveLength(2));
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  expect(readCookie('token')).toBeUndefined();
});

test('a visitor is told at once that a log-in is needed, and of no session, and comes back from the log-in', async () => {
  fakeServer().answer(accountsCalls.userInfo, () => refusal('sessionExpired'));
  showPage(<Reader />, '/order?skyport_pay=1');
  expect(await screen.findAllByText('暂未登录，请登录')).toHaveLength(1);
  expect(window.location.hash).toBe('#/order?skyport_pay=1');
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  expect(JSON.stringify(window.history.state)).toContain('"/order?skyport_pay=1"');
  expect(screen.queryByText('登录过期，请登录')).toBeNull();
});

test('a read that fails for want of a network says so once', async () => {
  fakeServer().unplug();
  showPage(<Reader />);
  expect(await screen.findAllByText('网络错误，请稍后重试')).toHaveLength(1);
});

test('an answer that is a code is final: it is not asked for a second time', async () => {
  const calls = fakeServer().answer(accountsCalls.userInfo, () => refusal('fault'));
  showPage(<Reader />);
  await screen.findByText('失败');
  expect(calls.inputsOf(accountsCalls.userInfo)).toHaveLength(1);
});

test('a part of the page that comes after the failure asks again, and the failure is still told once', async () => {
  const failed = toast('请稍后重试', 20_000);
  const useRead = () => useCall(accountsCalls.userInfo, {}, { failed });
  const Late = () => <b>{useRead().isFetched ? '问过' : '等待'}</b>;
  const First = () => {
    const { isFetched, refetch } = useRead();
    return isFetched ? (
      <button onClick={() => void refetch()}>
        <Late />
      </button>
    ) : (
      <p>等待</p>
    );
  };
  const calls = fakeServer().answer(accountsCalls.userInfo, () => refusal('fault'));
  showPage(<First />);
  await waitFor(() => expect(calls.inputsOf(accountsCalls.userInfo)).toHaveLength(2));
  await screen.findByText('问过');
  expect(await screen.findAllByText('请稍后重试')).toHaveLength(1);
  // Somebody who asks for it later hears of it again, in the same place.
  const before = screen.getByText('请稍后重试');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1100 });
  onTestFinished(() => void vi.useRealTimers());
  await userEvent.click(screen.getByText('问过'));
  await waitFor(() => expect(screen.getByText('请稍后重试')).not.toBe(before));
});
