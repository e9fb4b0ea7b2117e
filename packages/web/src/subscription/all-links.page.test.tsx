import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import AllLinksPage from './all-links.page.tsx';
import { clientLinks } from '@skyport/contract/client-links';

const PATH = '/user/getUserAllURL';
const LIST = 'ss://YQ@1.2.3.4:5#%E9%A6%99%E6%B8%AF%2001\nvless://id@h:443?x=1#%E6%97%A5%E6%9C%AC%2002';
const owner = { base: 'https://sub.example.com', id: sampleUser._id, userkey: sampleUser.userkey, title: '天港' };

/** Opens the page; documents answer `document`, or a status when it is a number. Gives what was fetched. */
const open = (
  at: string,
  document: string | number = LIST,
): { readonly fetched: string[]; setFailing: (on: boolean) => void } => {
  writeCookie('token', 't');
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, describe_host: owner.base }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => sampleHost);
  const calls = globalThis.fetch;
  const fetched: string[] = [];
  let failing = typeof document === 'number';
  vi.stubGlobal('fetch', async (path: string, request?: RequestInit) => {
    if (!path.startsWith('/api/subscript/')) return calls(path, request);
    fetched.push(path);
    return failing ? new Response('', { status: 404 }) : new Response(typeof document === 'string' ? document : LIST);
  });
  showPage(<AllLinksPage />, at);
  return { fetched, setFailing: (on) => (failing = on) };
};

test('it lists every link of the type in the address, read from where the page came', async () => {
  const { fetched } = open(`${PATH}?type=ss`);
  const list = within(await screen.findByRole('list', { name: '节点链接' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'ss香港 01复制二维码',
    'vless日本 02复制二维码',
  ]);
  expect(fetched).toEqual([`/api/subscript/ss/${sampleUser._id}/${sampleUser.userkey}?f=ss&console=1`]);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '类型' }).value).toBe('ss');
});

test('grey bars wait in its place until it is known whose links they are', async () => {
  open(`${PATH}?type=ss`);
  expect(screen.getByRole('status', { name: '加载中' })).toBeTruthy();
  await screen.findByRole('list', { name: '节点链接' });
  expect(screen.queryByRole('status', { name: '加载中' })).toBeNull();
});

test('without a type, or with one that does not exist, SSR is shown', async () => {
  const { fetched } = open(`${PATH}?type=nonsense`);
  await screen.findByRole('list', { name: '节点链接' });
  expect(fetched[0]).toContain('/api/subscript/ssr/');
});

test('the secret is hidden until it is asked for, and copied whole', async () => {
  open(`${PATH}?type=ss`);
  await screen.findByRole('list', { name: '节点链接' });
  expect(document.body.textContent).not.toContain(sampleUser.userkey);
  expect(document.body.textContent).not.toContain('ss://YQ');
  vi.stubGlobal('isSecureContext', true);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(screen.getByRole('button', { name: '复制 香港 01' }));
  expect(writeText).toHaveBeenLastCalledWith('ss://YQ@1.2.3.4:5#%E9%A6%99%E6%B8%AF%2001');
  await userEvent.click(screen.getByRole('button', { name: '复制全部' }));
  expect(writeText).toHaveBeenLastCalledWith(LIST);
  await userEvent.click(screen.getByRole('button', { name: '显示链接' }));
  expect(screen.getByText('ss://YQ@1.2.3.4:5#%E9%A6%99%E6%B8%AF%2001')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Shadowrocket / SS 订阅' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '复制订阅链接' }));
  expect(writeText).toHaveBeenLastCalledWith(clientLinks('shadowrocket', owner).url);
});

test('a type that is a whole configuration says so and is not read', async () => {
  const { fetched } = open(`${PATH}?type=clash`);
  expect(await screen.findByText(/该类型是完整的配置文件/)).toBeTruthy();
  expect(fetched).toEqual([]);
});

test('another type is chosen by the list', async () => {
  const { fetched } = open(`${PATH}?type=clash`);
  await screen.findByText(/该类型是完整的配置文件/);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '类型' }), 'v2ray');
  await screen.findByRole('list', { name: '节点链接' });
  expect(fetched[0]).toContain('/api/subscript/v2box/');
  expect(window.location.hash).toContain('type=v2box');
});

test('each link has its QR code', async () => {
  open(`${PATH}?type=ss`);
  await userEvent.click(await screen.findByRole('button', { name: '日本 02 二维码' }));
  expect(await screen.findByRole('dialog', { name: '日本 02 二维码' })).toBeTruthy();
});

test('an empty list says so, and one that cannot be read can be read again', async () => {
  const { setFailing } = open(`${PATH}?type=ss`, 404);
  await userEvent.click(
    await screen.findByRole('button', { name: '重试' }).then((button) => (setFailing(false), button)),
  );
  expect(await screen.findByRole('list', { name: '节点链接' })).toBeTruthy();
});

test('a document without links is an empty list', async () => {
  open(`${PATH}?type=ss`, '');
  expect(await screen.findByText('暂无记录')).toBeTruthy();
});
