import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { Console } from './console.tsx';
import { isBuilt } from './menu.ts';

const open = (at: string, user?: Partial<UserInfo>): void => {
  if (user) writeCookie('token', 't');
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.list, () => [])
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, site_name: '云港' }));
  showPage(<Console c={null} />, at);
};

test('a page without a title and description of its own has those of the product', async () => {
  const meta = document.createElement('meta');
  meta.name = 'description';
  meta.content = 'of the page before';
  document.head.replaceChildren(meta);
  document.title = '上一页 · 云港';
  open('/no_such_page');
  await waitFor(() => expect(document.title).toBe('云港'));
  expect(meta.content).toBe('不限设备的订阅服务');
});

test('no row of the account menu leads to a page that does not exist yet', async () => {
  open('/windows_errors', { wallet_money: 12.5 });
  await userEvent.click(await screen.findByRole('button', { name: /账号菜单/ }));
  const rows = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(isBuilt('/wallet') ? ['资料编辑', '钱包 12.500 元', '退出登录'] : ['资料编辑', '退出登录']);
});
