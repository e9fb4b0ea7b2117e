import { couponsCalls } from '@skyport/contract/coupons';
import { shopCalls } from '@skyport/contract/shop';
import type { Page } from 'playwright-core';
import { given, made, open, opened } from './made.ts';
import type { Scene } from './scenes.ts';
import { combos } from './shop-answers.ts';

/*
 * What staff open on the pages of products, coupons, errors and jobs.
 */

/** Opens the form of the first product and saves it with another price. */
const saveFirst = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '编辑', exact: true }).first().click();
  await opened(page);
  await page.getByLabel('价格', { exact: true }).fill('18');
  await page.getByRole('button', { name: '确认', exact: true }).click();
};

/** Asks for a series of coupons for Taobao. */
const makeSeries = async (page: Page): Promise<void> => {
  await open('新增')(page);
  await page.getByLabel('名称', { exact: true }).fill('淘宝体验');
  await page.getByRole('switch', { name: '用于淘宝' }).check();
  await page.getByLabel('创建数量', { exact: true }).fill('200');
  await page.getByRole('button', { name: '确认', exact: true }).click();
  await page.getByRole('dialog', { name: '正在创建淘宝券' }).getByText('几秒后自动继续').waitFor();
};

const [first] = combos;
const overtaken = { now: { ...first!, price: 16.5, speed: '300Mbps' } };

/** Scenes of pages of the back office beside their lists. */
export const backOfficeScenes: readonly Scene[] = [
  made('admin-combos-form', '/admin_combos', 'admin', { act: open('新增商品') }),
  made('admin-combos-preview', '/admin_combos', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: '编辑', exact: true }).nth(3).click();
      await page.getByRole('region', { name: '客户看到的卡片' }).scrollIntoViewIfNeeded();
    },
  }),
  made('admin-combos-overtaken', '/admin_combos', 'admin', {
    given: [given(shopCalls.updateCombo, overtaken, 'conflict')],
    act: async (page) => {
      await saveFirst(page);
      await page.getByRole('dialog', { name: '内容已被他人修改' }).waitFor();
    },
  }),
  made('admin-coupon-series', '/admin_coupon', 'admin', {
    given: [given(couponsCalls.update, null, 'throttled')],
    act: makeSeries,
  }),
  made('admin-error-details', '/admin_error', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: '详情' }).first().click();
      await page.getByRole('region', { name: '最近一次的调用栈' }).waitFor();
    },
  }),
  made('admin-error-clear', '/admin_error', 'admin', { act: open('清空') }),
  // A backup under way locks the button.
  made('admin-backups-now', '/admin_backups', 'admin', { weather: 'empty', act: open('立即备份') }),
  made('admin-jobs-retry', '/admin_jobs', 'admin', { act: open('重新执行失败的任务（1）') }),
];
