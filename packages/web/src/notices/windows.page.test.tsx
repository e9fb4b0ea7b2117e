import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readCookie, writeCookie } from '../device/cookies.ts';
import { sampleHost } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { NoticeWindows } from './index.ts';
import { noticeCookie } from './notice-window.tsx';

const host = {
  ...sampleHost,
  notice_show: true,
  notice_title: '公告',
  notice_content: '周六维护',
  buy_notice: '流量永不过期',
  notice_day_interval: 3,
};

/** Closes the window that is open, by its own button. */
const close = async (): Promise<void> => {
  const [button] = (await screen.findAllByRole('button', { name: '关闭' })).toReversed();
  await userEvent.click(button as HTMLElement);
};

test('the buying notice waits until the announcement was closed: one window at a time', async () => {
  showPage(<NoticeWindows host={host} buyer />);
  expect(await screen.findByText('周六维护')).toBeTruthy();
  expect(screen.queryByText('流量永不过期')).toBeNull();
  await close();
  expect(await screen.findByText('流量永不过期')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('周六维护')).toBeNull());
  await close();
  await waitFor(() => expect(screen.queryByText('流量永不过期')).toBeNull());
  expect(readCookie(noticeCookie('公告', '周六维护'))).toBe('1');
});

test('an announcement that was closed before is not waited for', async () => {
  writeCookie(noticeCookie('公告', '周六维护'), '1');
  showPage(<NoticeWindows host={host} buyer />);
  expect(await screen.findByText('流量永不过期')).toBeTruthy();
  expect(screen.queryByText('周六维护')).toBeNull();
});

test('whoever may not buy sees the announcement alone', async () => {
  showPage(<NoticeWindows host={host} buyer={false} />);
  await screen.findByText('周六维护');
  await close();
  await waitFor(() => expect(screen.queryByText('周六维护')).toBeNull());
  expect(screen.queryByText('流量永不过期')).toBeNull();
});
