import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import type { Page } from 'playwright-core';
import { site, user } from './answers.ts';
import { reset, signUp } from './first-scenes.ts';
import { given, made, opened, press, type Given } from './made.ts';
import type { Scene } from './scenes.ts';
import { channels } from './telegram-answers.ts';

/*
 * Pages in the states that an account, the operator's settings or a refusal bring them into.
 */

const ALL_LINKS = '/user/getUserAllURL?type=ssr';
const SHARE = '/apple_id_share';
const DOMAIN = 'fast.skyport.example';

const account = (other: Partial<ReturnType<typeof user>>): Given =>
  given(accountsCalls.userInfo, { ...user('customer'), ...other });
const operator = (other: Partial<typeof site>): Given => given(noticesCalls.hostGet, { ...site, ...other });
/** Who somebody is does not come: no page knows whose it is. */
const unknown: readonly Given[] = [given(accountsCalls.userInfo, null, 'fault')];
const onAgencyDomain: readonly Given[] = [operator({ agency_user_domain: 'localhost' })];

const newcomer = account({
  paidUser: false,
  traffic: 0,
  spendTraffic: 0,
  vipExpireTime: null,
  dailyTimePackageUsage: 0,
  limit: 0,
  haveContinueSignUseData: 0,
  wallet_money: 0,
});

const retry = (page: Page): Promise<unknown> => page.getByRole('main').getByRole('button', { name: '重试' }).waitFor();
const bell = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^通知/ }).click();
  await opened(page);
};

/**
 * Every page that is not in sight: in the drawer of a phone, behind the last tab at a desk that has no room for all.
 */
const furtherPages = async (page: Page): Promise<void> => {
  const button = page
    .getByRole('button', { name: '菜单', exact: true })
    .or(page.getByRole('button', { name: '更多', exact: true }))
    .filter({ visible: true });
  if ((await button.count()) === 0) return;
  await button.click();
  await opened(page);
};

const refused: readonly Scene[] = [
  made('register-refused', '/register', 'visitor', {
    given: [given(accountsCalls.signup, null, 'emailTaken')],
    act: async (page) => {
      await signUp()(page);
      await page.getByText('邮件已注册').first().waitFor();
    },
  }),
  made('reset-refused', '/reset', 'visitor', {
    given: [given(accountsCalls.resetPassword, null, 'emailWrong')],
    act: async (page) => {
      await reset(page);
      await page.getByText('请检查邮箱是否正确').waitFor();
    },
  }),
  made('reset-found', '/reset', 'visitor', {
    given: [given(accountsCalls.getEmail, 'linxiaoyu@example.com')],
    act: async (page) => {
      await page.getByLabel('订阅链接').fill('https://sub.skyport.example/api/subscript/clash/1/abc');
      await press(page, '找回账号');
      await page.getByText('您的账号是 linxiaoyu@example.com').waitFor();
    },
  }),
];

const accounts: readonly Scene[] = [
  made('dashboard-new', '/', 'customer', { weather: 'empty', given: [newcomer] }),
  made('dashboard-signed', '/', 'customer', { given: [account({ signUseToday: true })] }),
  made('dashboard-domain', '/', 'customer', { given: [account({ preferDomain: DOMAIN })] }),
  made('dashboard-agency', '/', 'visitor', { given: onAgencyDomain }),
  made('login-agency', '/login', 'visitor', { given: onAgencyDomain }),
  made('profile-agency', '/user_info', 'customer', {
    given: [
      account({ is_agency_user: true }),
      given(noticesCalls.channels, { ...channels(false), telegram_bound: null }),
    ],
  }),
  made('help-apple-share-none', SHARE, 'customer', { given: [account({ apple_share_url: '' })] }),
  made('help-apple-share-unpaid', SHARE, 'customer', {
    given: [newcomer],
    act: (page) => press(page, '打开共享账号'),
  }),
  made('no-permission', '/admin_agents', 'customer'),
  made('dashboard-no-account', '/', 'customer', { given: unknown, act: retry }),
  made('profile-no-account', '/user_info', 'customer', { given: unknown, act: retry }),
  made('all-links-no-account', ALL_LINKS, 'customer', { given: unknown, act: retry }),
  made('guide-no-account', '/ss_for_ios', 'customer', { given: unknown }),
  made('help-apple-share-no-account', SHARE, 'customer', { given: unknown }),
];

const windows: readonly Scene[] = [
  made('dashboard-bell', '/', 'customer', { act: bell }),
  made('dashboard-bell-empty', '/', 'customer', { weather: 'empty', act: bell }),
  made('dashboard-pages', '/', 'customer', { act: furtherPages }),
  made('dashboard-notice', '/', 'customer', {
    given: [operator({ notice_show: true, notice_mark_red: true, preferDomain: DOMAIN })],
    act: opened,
  }),
  made('dashboard-buy-notice', '/', 'customer', {
    given: [operator({ buy_notice: '流量包永不过期，会员按天计算。\n虚拟商品售出后不退款，请先用体验券试用。' })],
    act: opened,
  }),
];

/** Refusals, accounts of every kind, and the windows that the operator's settings open. */
export const stateScenes: readonly Scene[] = [...refused, ...accounts, ...windows];
