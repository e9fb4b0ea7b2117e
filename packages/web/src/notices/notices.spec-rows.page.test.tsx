import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readCookie } from '../device/cookies.ts';
import { quiet } from '../../../../testkit/until.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleHost } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { dateTime } from '../ui/format.ts';
import { Bell } from './index.ts';
import { BuyNotice, HostNotice, noticeCookie } from './notice-window.tsx';

const time = '2026-11-20T01:02:03.000Z';

const announced: HostInfo = {
  ...sampleHost,
  notice_show: true,
  notice_title: '维护公告',
  notice_content: '周六凌晨维护',
  notice_day_interval: 1,
  preferDomain: 'fast.example.com',
  contact_info: 'help@example.com',
};

test('the bell lists what was not clicked; clicking one marks it, follows it and closes the list', async () => {
  const notices = [
    { _id: '01970000-0000-7000-8000-000000000011', href: '/feedback', desc: '工单有新回复', time },
    { _id: '01970000-0000-7000-8000-000000000012', href: 'javascript:alert(1)', desc: '坏链接', time },
  ];
  let left = notices;
  const server = fakeServer()
    .answer(noticesCalls.list, () => left)
    .answer(noticesCalls.clicked, ({ noticeId }) => {
      left = left.filter(({ _id }) => _id !== noticeId);
      return {};
    });
  showPage(<Bell />);
  await userEvent.click(await screen.findByRole('button', { name: '通知 2 条未读' }));
  // An entry says when it came.
  expect(screen.getByRole('menuitem', { name: /工单有新回复/ }).textContent).toContain(dateTime(time));
  await userEvent.click(screen.getByRole('menuitem', { name: /工单有新回复/ }));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(window.location.hash).toBe('#/feedback');
  expect(server.inputsOf(noticesCalls.clicked)).toEqual([{ noticeId: notices[0]?._id }]);
  await userEvent.click(await screen.findByRole('button', { name: '通知 1 条未读' }));
  expect(screen.queryByText('工单有新回复')).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: /坏链接/ }));
  expect(window.location.hash).toBe('#/feedback');
  await userEvent.click(await screen.findByRole('button', { name: '通知' }));
  // The only line of the menu is what is read out when it opens.
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: '暂无通知' }));
});

test('a bell that could not be read says so, and not that there is nothing; a click reads it again', async () => {
  const server = fakeServer().answer(noticesCalls.list, () => refusal('fault'));
  showPage(<Bell />);
  await userEvent.click(await screen.findByRole('button', { name: '通知（没有加载出来）' }));
  expect(screen.queryByText('暂无通知')).toBeNull();
  const notice = { _id: '01970000-0000-7000-8000-000000000011', href: '/feedback', desc: '工单有新回复', time };
  server.answer(noticesCalls.list, () => [notice]);
  await userEvent.click(screen.getByRole('menuitem', { name: '通知没有加载出来，点击重试' }));
  const bell = await screen.findByRole('button', { name: '通知 1 条未读' });
  expect(bell.textContent).toBe('1');
});

test('the announcement shows title, text, preferred domain and contact', async () => {
  showPage(<HostNotice host={announced} />);
  expect(await screen.findByRole('dialog', { name: '维护公告' })).toBeTruthy();
  for (const text of ['周六凌晨维护', /fast\.example\.com/, /help@example\.com/]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

test('an announcement that is marked is red', async () => {
  showPage(<HostNotice host={{ ...announced, notice_mark_red: true }} />);
  expect((await screen.findByText('周六凌晨维护')).style.color).toContain('red');
});

test('an announcement that is not marked has the colour of all texts', async () => {
  showPage(<HostNotice host={announced} />);
  expect((await screen.findByText('周六凌晨维护')).style.color).toBe('');
});

test('a notice that was closed stays away for its days, and a new text shows again', async () => {
  const host = { ...sampleHost, buy_notice: '购买前请阅读' };
  showPage(<BuyNotice host={host} />);
  await screen.findByText('购买前请阅读');
  const [close] = screen.getAllByRole('button', { name: '关闭' }).toReversed();
  const written = vi.spyOn(document, 'cookie', 'set');
  onTestFinished(() => written.mockRestore());
  await userEvent.click(close as HTMLElement);
  expect(written.mock.calls.flat()).toEqual([expect.stringMatching(/^n[0-9a-f]{16}=1; .*Max-Age=86400\b/)]);
  await waitFor(() => expect(screen.queryByText('购买前请阅读')).toBeNull());
  expect(readCookie(noticeCookie('购买须知', '购买前请阅读'))).toBe('1');
  showPage(<BuyNotice host={host} />);
  await quiet();
  expect(screen.queryByText('购买前请阅读')).toBeNull();
  showPage(<BuyNotice host={{ ...host, buy_notice: '新的须知' }} />);
  expect(await screen.findByText('新的须知')).toBeTruthy();
});
