import { accountsCalls } from '@skyport/contract/accounts';
import { importPageAnswer } from '@skyport/server/subscription/import-page/answer';
import type { Page } from 'playwright-core';
import { user } from './answers.ts';
import { given, made } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * What comes of an import: the window that helps when no client has opened, and the page behind a subscription link.
 */

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const WECHAT = `${IPHONE} MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`;
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';

/** Presses the import link of the page's head, and waits for the window of this name. */
const imported = (window: string) => async (page: Page) => {
  await page.getByRole('link', { name: /^导入到/ }).click();
  await page.getByRole('dialog', { name: window }).getByRole('button', { name: '复制订阅链接' }).waitFor();
};

const customer = user('customer');
const nothing = { ...customer, traffic: 0, spendTraffic: 0, vipExpireTime: null, dailyTimePackageUsage: 0 };

const link = (name: string, userAgent: string, act?: Scene['act']): Scene => {
  const [kind, key] = ['auto', 'k'.repeat(32)];
  return made(name, `/api/subscript/${kind}/${customer._id}/${key}`, 'visitor', {
    agent: userAgent,
    served: importPageAnswer({
      request: { kind, userAgent },
      userId: customer._id,
      key,
      title: '天港',
      addresses: { linkBase: 'https://sub.skyport.example', webPage: 'https://skyport.example' },
    }),
    ...(act && { act }),
  });
};

/** Scenes of imports. */
export const importScenes: readonly Scene[] = [
  made('dashboard-nothing', '/', 'customer', { given: [given(accountsCalls.userInfo, nothing)] }),
  made('import-stuck', '/', 'customer', { act: imported('没有反应？') }),
  made('import-wechat', '/', 'customer', { agent: WECHAT, act: imported('微信不能打开客户端') }),
  link('link-iphone', IPHONE),
  link('link-desk', WINDOWS, async (page) => {
    await page.locator('summary', { hasText: '扫描二维码' }).click();
    await page.locator('summary', { hasText: '其他设备' }).click();
  }),
  link('link-wechat', WECHAT),
  link('link-stuck', IPHONE, async (page) => {
    await page.getByRole('link', { name: 'Shadowrocket 一键导入' }).click();
    await page.getByText('没有反应？').waitFor();
  }),
];
