import { codes } from '@skyport/contract/codes';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { settingsCalls } from '@skyport/contract/settings';
import { changes, state } from '@skyport/web/settings/testing';
import type { Page } from 'playwright-core';
import { given, made, press } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * The settings while they are changed, refused, saved, tried out and taken back.
 */

const PAGE = '/admin_config';
/** Version that somebody else has made meanwhile. */
const OVERTAKEN = state.version + 1;

const fill = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(text);
const history = (page: Page): Promise<void> => page.getByText('历史', { exact: true }).click();

/** Changes a setting, while somebody else saves; the refusal of the save reads what they saved. */
const overtaken = async (page: Page): Promise<void> => {
  await fill(page, '联系方式', '客服邮箱 help@skyport.example');
  await page.route('**/config/get', (route) =>
    route.fulfill({ json: { data: encodeEnvelope({ ...codes.ok, data: { ...state, version: OVERTAKEN } }) } }),
  );
  await press(page, '保存');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.getByText('您也修改了此项').waitFor();
};

/** Scenes of the page of settings. */
export const settingsScenes: readonly Scene[] = [
  made('admin-config-pay-instances', PAGE, 'admin', {
    act: async (page) => {
      await page.getByText('支付通道', { exact: true }).first().click();
      await press(page, '测试');
      await page.getByText('测试通过').waitFor();
    },
  }),
  made('admin-config-pay-instance-form', PAGE, 'admin', {
    act: async (page) => {
      await page.getByText('支付通道', { exact: true }).first().click();
      await press(page, '编辑');
      await page.getByRole('dialog').getByLabel('商户号').waitFor();
    },
  }),
  made('admin-config-changed', PAGE, 'admin', {
    act: async (page) => {
      await fill(page, '站点名称', '海港');
      await fill(page, '联系方式', '客服邮箱 help@skyport.example');
      await press(page, '保存');
      await page.getByRole('dialog').getByText('将改变 2 项设置').waitFor();
    },
  }),
  made('admin-config-problem', PAGE, 'admin', {
    act: async (page) => {
      await fill(page, '推荐域名', 'https://best.example');
      await page.getByText('推荐域名应为域名').waitFor();
    },
  }),
  made('admin-config-refused', PAGE, 'admin', {
    given: [
      given(settingsCalls.setConfig, null, 'conflict'),
      given(settingsCalls.history, {
        changes: [{ ...changes[0]!, version: OVERTAKEN }, ...changes.slice(1)],
        total: changes.length,
      }),
    ],
    act: overtaken,
  }),
  made('admin-config-leaving', `${PAGE}?find=smtp`, 'admin', {
    act: async (page) => {
      await fill(page, '发信密码', 'a secret');
      await page.waitForFunction('history.state?.windows === 1');
      await page.evaluate('void setTimeout(() => history.back())');
      await page.getByRole('dialog', { name: '内容尚未保存' }).waitFor();
    },
  }),
  made('admin-config-found', `${PAGE}?find=smtp`, 'admin', {
    act: async (page) => {
      await press(page, '发送测试邮件');
      await page.getByText('邮件已发送到').waitFor();
    },
  }),
  made('admin-config-failed-test', `${PAGE}?find=smtp`, 'admin', {
    given: [given(settingsCalls.test, { problem: 'login', detail: 'EAUTH 535 AUTH PLAIN' })],
    act: async (page) => {
      await press(page, '发送测试邮件');
      await page.getByText('账号、密码或密钥不正确').waitFor();
    },
  }),
  made('admin-config-history', PAGE, 'admin', {
    act: async (page) => {
      await history(page);
      await page.getByText('版本 6').first().waitFor();
    },
  }),
  made('admin-config-undo', PAGE, 'admin', {
    act: async (page) => {
      await history(page);
      await page.getByRole('button', { name: '撤销' }).first().click();
      await page.getByRole('dialog').getByText('将把 1 项设置').waitFor();
    },
  }),
  made('admin-config-history-empty', PAGE, 'admin', { weather: 'empty', act: history }),
];
