import { inviteCalls as calls } from '@skyport/contract/invite';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
import { BuiltPages } from '../ui/built-pages.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import type { Info } from './invite-card.tsx';
import ChannelPage from './channel.page.tsx';
import { texts } from './texts.ts';

const LINK = 'https://sky.example/?c=AB12CD#/register';
const info: Info = {
  chanelInfo: { code: 'AB12CD', rewardRate: 0.2, comsumerDuration: null, link: LINK },
  min_charge_money: 500,
  invited: 21,
  rewards: 1,
  earned: 3.98,
  is_agency: false,
};
const id = (n: number): string => `01970000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const invited = Array.from({ length: 21 }, (_, n) => ({
  _id: id(n),
  email: `${String.fromCharCode(97 + n)}***@example.com`,
  createTime: '2026-11-20T04:00:00.000Z',
}));
const reward = {
  _id: id(99),
  comsumer_name: 'w***@example.com',
  desc: '会员月卡',
  userSpend: 19.9,
  reward: 3.98,
  buyTime: '2026-11-20T04:00:00.000Z',
  left: 40.485,
};

const serve = (change: Partial<Info> = {}): FakeServer =>
  fakeServer()
    .answer(calls.channelInfo, () => ({ ...info, ...change }))
    .answer(calls.invitedUsers, ({ limit, offset }) => invited.slice(offset, offset + limit))
    .answer(calls.rewardList, () => [reward]);

test('the link is shown with the rate as a percent, and can be copied and scanned', async () => {
  serve();
  showPage(<ChannelPage />, '/channel');
  expect(await screen.findByText(LINK)).toBeDefined();
  expect(screen.getByText(`${texts.recurring} 20%`)).toBeDefined();
  expect(screen.getByText(new RegExp(texts.forEver))).toBeDefined();
  vi.stubGlobal('isSecureContext', true);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  fireEvent.click(screen.getByRole('button', { name: texts.copy }));
  expect(await screen.findByText('已复制到剪切板')).toBeDefined();
  expect(write).toHaveBeenCalledWith(LINK);
  await press(texts.qr);
  expect(await screen.findByRole('dialog', { name: texts.qrTitle })).toBeDefined();
});

test('who was invited and what was earned stand there, page by page', async () => {
  const server = serve();
  showPage(<ChannelPage />, '/channel');
  await screen.findByText('会员月卡');
  expect((await rowOf('会员月卡')).textContent).toMatch(/w\*\*\*@example\.com.*19\.900 元.*3\.980 元.*40\.485 元/);
  for (const figure of ['21 人', '1 次', '3.980 元']) expect(screen.getAllByText(figure)).not.toEqual([]);
  const table = within(screen.getByRole('table', { name: texts.invitedUsers.title }));
  expect(table.queryByText('u***@example.com')).toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: '下一页' })[0]!);
  await waitFor(() => expect(table.getByText('u***@example.com')).toBeDefined());
  expect(server.inputsOf(calls.invitedUsers)).toEqual([
    { limit: 20, offset: 0 },
    { limit: 20, offset: 20 },
  ]);
});

test('whoever has invited nobody is told how', async () => {
  fakeServer()
    .answer(calls.channelInfo, () => ({ ...info, invited: 0, rewards: 0, earned: 0 }))
    .answer(calls.invitedUsers, () => [])
    .answer(calls.rewardList, () => []);
  showPage(<ChannelPage />, '/channel');
  expect(await screen.findByText(texts.invitedUsers.nothing)).toBeDefined();
  expect(await screen.findByText(texts.rewards.nothing)).toBeDefined();
});

test('rebates that end say when, and the wallet is one click away', async () => {
  serve({ chanelInfo: { ...info.chanelInfo, comsumerDuration: 90 } });
  const page = (
    <BuiltPages value={() => true}>
      <ChannelPage />
    </BuiltPages>
  );
  showPage(page, '/channel');
  expect(await screen.findByText(new RegExp(texts.limited(90)))).toBeDefined();
  expect(screen.getByRole('link', { name: texts.toWallet }).getAttribute('href')).toBe('#/wallet');
});

test('a channel that could not be read can be read again', async () => {
  const server = serve().answer(calls.channelInfo, () => refusal('fault'));
  showPage(<ChannelPage />, '/channel');
  await screen.findByText('没有加载出来');
  server.answer(calls.channelInfo, () => info);
  await press('重试');
  expect(await screen.findByText(LINK)).toBeDefined();
});
