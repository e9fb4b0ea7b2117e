import { accountsCalls } from '@skyport/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCookie } from '../device/cookies.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { useCall } from './use-call.ts';

const Reader = () => <p>{useCall(accountsCalls.userInfo, {}).isError ? '失败' : '等待'}</p>;

test('an expired session waits two seconds, says so once, goes to the log-in page and forgets the dead token', async () => {
  const calls = fakeServer().answer(accountsCalls.userInfo, () => refusal('sessionExpired'));
  document.cookie = 'token=dead; Path=/';
  showPage(<Reader />, '/order');
  await screen.findByText('失败');
  expect(screen.queryByText('登录过期，请登录')).toBeNull();
  expect(window.location.hash).toBe('#/order');
  await waitFor(() => expect(window.location.hash).toBe('#/login'), { timeout: 4000 });
  expect(await screen.findAllByText('登录过期，请登录')).toHaveLength(1);
  expect(readCookie('token')).toBeUndefined();
  expect(calls.inputsOf(accountsCalls.userInfo)).toHaveLength(1);
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
