import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import type { Page } from 'playwright-core';
import { user } from './answers.ts';
import { given, made, PASSWORD, press, refusedWith } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * Pages that everybody meets before and around the dashboard, after something was done to them.
 */

/** Fills the form of a new account and sends it. */
export const signUp =
  (password = PASSWORD) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel('邮箱').fill('linxiaoyu@example.com');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByLabel('确认密码').fill(PASSWORD);
    await press(page, '注册');
  };

/** Fills the form of a forgotten password and sends it. */
export const reset = async (page: Page): Promise<void> => {
  await page.getByLabel('订阅链接').fill('https://sub.skyport.example/api/subscript/clash/1/abc');
  await page.getByLabel('邮箱').fill('linxiaoyu@example.com');
  await page.getByLabel('新密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('确认新密码').fill(PASSWORD);
  await press(page, '重置密码');
};

/** Fills the form of log-in and sends it. */
export const logIn = async (page: Page): Promise<void> => {
  await page.getByLabel('邮箱').fill('linxiaoyu@example.com');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await press(page, '登录');
};

/** The link of a mail that was opened after a first try without a network. */
const confirmed = async (page: Page): Promise<void> => {
  await page.route('**/api/user/signup_confirm*', (route) => route.fulfill({ json: { Code: codes.ok.code } }));
  await page.getByText('网络错误，请稍后重试').waitFor({ state: 'hidden' });
  await press(page, '重试');
  await page.getByText('注册成功').waitFor();
};

const MAILED = '/confirm?action=signup_confirm&serial_id=s1&key=k1';

/** What the panel says behind a proxy that does not pass the Host on. */
const WRONG_HOST =
  '站点设置有误，与您的操作无关：页面地址是 https://panel.example.com，服务器收到的 Host 是 127.0.0.1:3000。请管理员让反向代理传递 Host（nginx：proxy_set_header Host $host;）。';

const entrance: readonly Scene[] = [
  made('login-waiting', '/login', 'visitor', { weather: 'loading', act: logIn }),
  made('login-wrong', '/login', 'visitor', {
    act: async (page) => {
      await logIn(page);
      await page.getByText('该功能尚未开放').or(page.getByText('用户不存在或密码错误')).first().waitFor();
    },
  }),
  made('login-foreign-site', '/login', 'visitor', {
    given: [refusedWith(accountsCalls.login, 'foreignSite', WRONG_HOST)],
    act: async (page) => {
      await logIn(page);
      await page.getByText(WRONG_HOST).waitFor();
    },
  }),
  made('register-wrong', '/register', 'visitor', { act: signUp('short') }),
  made('register-waiting', '/register', 'visitor', { weather: 'loading', act: signUp() }),
  made('register-mailed', '/register', 'visitor', {
    given: [given(accountsCalls.signup, { confirm: true })],
    act: signUp(),
  }),
  made('register-done', '/register', 'visitor', {
    given: [given(accountsCalls.signup, { confirm: false }), given(accountsCalls.userInfo, user('customer'))],
    act: signUp(),
  }),
  made('reset-waiting', '/reset', 'visitor', { weather: 'loading', act: reset }),
  made('reset-done', '/reset', 'visitor', {
    given: [given(accountsCalls.resetPassword, { mailed: false })],
    act: reset,
  }),
  made('reset-mailed', '/reset', 'visitor', {
    given: [given(accountsCalls.resetPassword, { mailed: true })],
    act: reset,
  }),
  made('confirm-waiting', MAILED, 'visitor', {
    weather: 'loading',
    act: (page) => page.getByText('正在确认').waitFor(),
  }),
  made('confirm-no-network', MAILED, 'visitor'),
  made('confirm-done', MAILED, 'visitor', { act: confirmed }),
];

const around: readonly Scene[] = [
  made('not-found', '/no_such_page', 'visitor'),
  made('tutorial', '/tutorial', 'customer'),
  made('guide-failing', '/ss_for_ios', 'customer', { weather: 'failing' }),
  made('guide-qr', '/flclash_for_android', 'customer', {
    act: async (page) => {
      await press(page, '扫描二维码');
      await page.getByRole('img', { name: '二维码' }).waitFor();
    },
  }),
  made('help-errors-visitor', '/windows_errors', 'visitor'),
  made('help-apple-share-loading', '/apple_id_share', 'customer', {
    weather: 'loading',
    act: (page) => page.getByRole('heading', { name: '共享 Apple ID' }).waitFor(),
  }),
  made('help-apple-share-failing', '/apple_id_share', 'customer', { weather: 'failing' }),
  made('dashboard-toasts', '/', 'visitor', {
    act: async (page) => {
      await page.getByRole('button', { name: /每日签到/ }).click();
      await press(page, '体验券兑换');
      // Toasts stay for their time with less motion, too.
      await page.waitForTimeout(500);
      await page.getByText('暂未登录，请登录').waitFor();
      await page.getByText('请您登录后再进行体验').waitFor();
    },
  }),
  made('dashboard-qr', '/', 'customer', {
    act: async (page) => {
      await press(page, 'Clash 订阅');
      await page.getByRole('menuitem', { name: '扫描二维码' }).click();
      await page.getByRole('img', { name: '二维码' }).waitFor();
    },
  }),
  made('dashboard-reset', '/', 'customer', {
    act: async (page) => {
      await press(page, 'Clash 订阅');
      await page.getByRole('menuitem', { name: '重置订阅链接' }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  made('dashboard-account-menu', '/', 'customer', {
    act: (page) => page.getByRole('button', { name: /账号菜单/ }).click(),
  }),
];

/** Further scenes of the pages that everybody meets. */
export const firstScenes: readonly Scene[] = [...entrance, ...around];
