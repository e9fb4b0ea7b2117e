import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { BuiltPages } from '../ui/built-pages.ts';
import AppleSharePage from './apple-share.page.tsx';
import AppleSignupPage from './apple-signup.page.tsx';
import TroublePage from './trouble.page.tsx';
import { helpTexts, SPEED_TEST_URL, troubles } from './trouble-texts.ts';

const visit = (page: ReactNode, host: Partial<HostInfo> = {}): void => {
  fakeServer().answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }));
  showPage(page);
};
const open = (page: ReactNode, user: Partial<UserInfo> = {}): void => {
  writeCookie('token', 't');
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => sampleHost);
  showPage(page);
};
const titles = (list: string): readonly (string | null)[] =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
const hrefOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

test('the help page has its eight answers, in their order', () => {
  visit(<TroublePage />);
  expect(screen.getByRole('heading', { level: 1, name: '使用异常' })).toBeTruthy();
  expect(titles('问题列表')).toEqual([
    '节点全部超时',
    '测速地址',
    'DNS 管制',
    'v2rayN 无法使用',
    '人在国外',
    'Surge',
    'SSTAP',
    'Shadowrocket 已连接但网页打不开',
  ]);
  for (const line of troubles.flatMap(({ text }) => text)) expect(screen.getByText(line)).toBeTruthy();
  expect(screen.getByText(/v2rayN 的版本必须为 7\.0\.0 或更新/)).toBeTruthy();
  expect(screen.getAllByRole('link', { name: '打开资料编辑' }).map((link) => link.getAttribute('href'))).toEqual([
    '#/user_info',
    '#/user_info',
  ]);
});

/** The page as it will be once tickets are there. */
const withTickets = (
  <BuiltPages value={(path) => path === '/feedback'}>
    <TroublePage />
  </BuiltPages>
);

test('nothing leads to tickets that are not there', () => {
  visit(<TroublePage />);
  expect(screen.queryByRole('link', { name: '提交反馈' })).toBeNull();
});

const CONTACT = 'Telegram @skyport';

test('it says whom to ask', async () => {
  visit(<TroublePage />, { contact_info: CONTACT });
  expect(await screen.findByText(helpTexts.contact(CONTACT))).toBeTruthy();
});

test("an agency's visitors are not sent to somebody whom they do not know", async () => {
  visit(<TroublePage />, { contact_info: CONTACT, agency_user_domain: window.location.hostname });
  await waitFor(() => expect(screen.queryByText(helpTexts.contact(CONTACT))).toBeNull());
});

test('it promises an answer within a working day and a reward for good ideas', () => {
  visit(withTickets);
  expect(screen.getByText(/1 个工作日内回复/)).toBeTruthy();
  expect(screen.getByText(/至少 20 G 不限时流量/)).toBeTruthy();
  expect(hrefOf('提交反馈')).toBe('#/feedback');
});

test('the address for speed tests is copied by its button', async () => {
  visit(<TroublePage />);
  vi.stubGlobal('isSecureContext', true);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(screen.getByRole('button', { name: '复制测速地址' }));
  expect(writeText).toHaveBeenLastCalledWith(SPEED_TEST_URL);
  expect(await screen.findByText('已复制到剪切板')).toBeTruthy();
});

test("an agency's customers are not sent to tickets, which they do not have", async () => {
  open(withTickets, { is_agency_user: true });
  await waitFor(() => expect(screen.queryByRole('link', { name: '提交反馈' })).toBeNull());
  for (const promise of [helpTexts.feedbackTitle, helpTexts.reply, helpTexts.reward])
    expect(screen.queryByText(promise)).toBeNull();
});

test('a visitor of the agency domain is not, either', async () => {
  visit(withTickets, { agency_user_domain: window.location.hostname });
  await waitFor(() => expect(screen.queryByRole('link', { name: '提交反馈' })).toBeNull());
});

test('a visitor who opens the shared Apple ID is asked to log in', async () => {
  visit(<AppleSharePage />);
  expect(screen.getByText(/仅供付费用户使用/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '打开共享账号' }));
  expect(await screen.findByText('请您登录后再进行尝试')).toBeTruthy();
  expect(hrefOf('没有非大陆 Apple ID？查看注册教程')).toBe('#/apple_id_signup_guide');
});

test('whose account cannot be read is not taken for a visitor, and can try again', async () => {
  writeCookie('token', 't');
  let down = true;
  fakeServer()
    .answer(accountsCalls.userInfo, () => {
      if (down) throw new Error('the server is away');
      return { ...sampleUser, apple_share_url: 'https://share.example.com/' };
    })
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => sampleHost);
  showPage(<AppleSharePage />);
  const again = await screen.findByRole('button', { name: '重试' });
  expect(screen.queryByRole('button', { name: '打开共享账号' })).toBeNull();
  down = false;
  await userEvent.click(again);
  expect(await screen.findByRole('link', { name: '打开共享账号' })).toBeTruthy();
});

test('whoever never paid is told why they cannot', async () => {
  open(<AppleSharePage />, { paidUser: false });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '打开共享账号' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  expect(
    await screen.findByText(
      '为避免平台appleid被滥用，保证平台用户能正常使用，共享账号仅开放给付费用户使用。请购买任意金额商品后使用，敬请谅解。',
    ),
  ).toBeTruthy();
});

test('a paying customer has the link', async () => {
  open(<AppleSharePage />, { apple_share_url: 'share.example.com/a?b=c' });
  const link = await screen.findByRole('link', { name: '打开共享账号' });
  expect(link.getAttribute('href')).toBe('https://share.example.com/a?b=c');
  expect(link.getAttribute('rel')).toContain('noopener');
});

/** The page as it is where there is a shop. */
const withShop = (
  <BuiltPages value={(path) => path === '/shop'}>
    <AppleSharePage />
  </BuiltPages>
);
const shopLink = (): HTMLElement | null => screen.queryByRole('link', { name: '去商店看看' });

test('whoever has paid nothing yet is led to the shop, others are not', async () => {
  open(withShop, { paidUser: false });
  await waitFor(() => expect(shopLink()?.getAttribute('href')).toBe('#/shop'));
  cleanup();
  open(withShop, { apple_share_url: 'share.example.com/a?b=c' });
  await screen.findByRole('link', { name: '打开共享账号' });
  expect(shopLink()).toBeNull();
});

test("an agency's customer is not led to a shop that is not for them", async () => {
  open(withShop, { paidUser: false, is_agency_user: true });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false));
  expect(shopLink()).toBeNull();
});

test("an agency's customer who never paid is not told to buy where no shop is open to them", async () => {
  open(<AppleSharePage />, { paidUser: false, is_agency_user: true });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '打开共享账号' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  expect((await screen.findByText(/共享账号仅开放给付费用户使用/)).textContent).not.toContain('购买');
});

test('and is told when there is none', async () => {
  open(<AppleSharePage />, { apple_share_url: '' });
  expect(await screen.findByText(/共享账号暂未提供/)).toBeTruthy();
});

test('the article has five steps with drawings, the way to Apple, and no card where none is set', () => {
  visit(<AppleSignupPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('非大陆 Apple ID 注册教程');
  expect(titles('注册步骤')).toHaveLength(5);
  expect(screen.getAllByRole('img', { name: /^示意图/ })).toHaveLength(5);
  expect(hrefOf('打开 Apple 账户注册页面')).toBe('https://account.apple.com/account');
  expect(screen.queryByRole('link', { name: '前往办理虚拟卡' })).toBeNull();
});

test('the virtual card is the one that the operator set', async () => {
  visit(<AppleSignupPage />, { virtual_card_url: 'https://card.example.com/' });
  const link = await screen.findByRole('link', { name: '前往办理虚拟卡' });
  expect(link.getAttribute('href')).toBe('https://card.example.com/');
});
