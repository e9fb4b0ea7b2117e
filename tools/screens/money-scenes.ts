import { payInstanceCalls } from '@skyport/contract/pay-instances';
import { payInstance } from '@skyport/web/settings/pay-instances/testing';
import type { Page } from 'playwright-core';
import { choose, given, made, open, press, refusedWith } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * Staff and money: what arrived, what waits for them, and the gateways by which customers pay.
 */

const desk = (tab: string): string => `/admin_money?tab=${tab}`;
const tabs = ['claims', 'unclaimed', 'requests', 'health'] as const;

/** Opens the instances of the settings, and does something there. */
const instances =
  (act: (page: Page) => Promise<unknown>) =>
  async (page: Page): Promise<void> => {
    await page.getByText('支付通道', { exact: true }).first().click();
    await act(page);
  };

/** Opens the form of a new instance of a kind. */
const newOf = async (page: Page, kind: string): Promise<void> => {
  await press(page, '新建');
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
};

const off = { ...payInstance, _id: `${payInstance._id.slice(0, -1)}2`, label: '备用通道', on: false, chosen: [] };
const lacking = { ...off, problem: '密钥无法读取，请重新填写', secrets: [], has_trades: false };

const paired = {
  ...off,
  on: true,
  problem: '与启用中的“主通道”是同一个收款账号，同一笔款项会通知两个通道；请停用其中一个',
};
const SAME_ACCOUNT =
  '该通道与启用中的“主通道”是同一个收款账号（网关和商户号相同），同一账号只能启用一个通道；请先停用“主通道”';

/** Opens what is done with the second row, by its button. */
const resolveSecond = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '处理', exact: true }).nth(1).click();
  await page.getByRole('dialog').getByLabel('处理方式').selectOption({ label: '转入用户钱包' });
};

/** Scenes of the money desk, and of the instances. */
export const moneyScenes: readonly Scene[] = [
  ...tabs.flatMap((tab) => [
    made(`admin-money-${tab}`, desk(tab), 'admin'),
    made(`admin-money-${tab}-empty`, desk(tab), 'admin', { weather: 'empty' }),
  ]),
  made('admin-reconcile-days', '/admin_reconcile?tab=days', 'admin'),
  made('admin-reconcile-settle', '/admin_reconcile', 'admin', { act: open('补记') }),
  made('admin-money-settle', desk('claims'), 'admin', { act: open('确认入账') }),
  made('admin-money-dismiss', desk('claims'), 'admin', {
    act: async (page) => {
      await page
        .getByRole('button', { name: /^更多操作/ })
        .nth(1)
        .click();
      await page.getByRole('menuitem', { name: '作废' }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  made('admin-money-resolve-usdt', desk('unclaimed'), 'admin', { act: open('处理') }),
  made('admin-money-resolve-wallet', desk('unclaimed'), 'admin', { act: resolveSecond }),
  made('admin-money-resolve-request', desk('requests'), 'admin', { act: open('处理') }),
  made('admin-money-decline', desk('requests'), 'admin', { act: choose('驳回') }),
  made('admin-config-pay-instances-several', '/admin_config', 'admin', {
    given: [given(payInstanceCalls.instances, [payInstance, off, lacking])],
    act: instances((page) => page.getByText('密钥无法读取').scrollIntoViewIfNeeded()),
  }),
  made('admin-config-pay-instances-pair', '/admin_config', 'admin', {
    given: [given(payInstanceCalls.instances, [payInstance, paired])],
    act: instances((page) => page.getByText('同一个收款账号').scrollIntoViewIfNeeded()),
  }),
  made('admin-config-pay-instances-same', '/admin_config', 'admin', {
    given: [
      given(payInstanceCalls.instances, [payInstance, off]),
      refusedWith(payInstanceCalls.switchInstance, 'conflict', SAME_ACCOUNT),
    ],
    act: instances(async (page) => {
      await press(page, '启用');
      await page.getByText(SAME_ACCOUNT).waitFor();
    }),
  }),
  made('admin-config-pay-instance-kinds', '/admin_config', 'admin', {
    act: instances(async (page) => {
      await press(page, '新建');
      await page.getByRole('menu').waitFor();
    }),
  }),
  made('admin-config-pay-instance-new', '/admin_config', 'admin', {
    act: instances(async (page) => {
      await newOf(page, '易支付 V2（RSA）');
      await page.getByRole('dialog').getByRole('textbox', { name: '商户私钥' }).waitFor();
    }),
  }),
  made('admin-config-pay-instance-new-stripe', '/admin_config', 'admin', {
    act: instances(async (page) => {
      await newOf(page, 'Stripe（支付宝 / 微信）');
      await page.getByRole('dialog').getByLabel('结算货币').waitFor();
    }),
  }),
  made('admin-config-pay-instance-new-epusdt', '/admin_config', 'admin', {
    act: instances(async (page) => {
      await newOf(page, 'USDT 网关（epusdt / BEpusdt）');
      await page.getByRole('dialog').getByLabel('币种与网络').waitFor();
    }),
  }),
  ...(['支付宝当面付', '微信支付 Native'] as const).map((kind, at) =>
    made(`admin-config-pay-instance-direct-${at + 1}`, '/admin_config', 'admin', {
      act: instances(async (page) => {
        await newOf(page, kind);
        await page.getByRole('dialog').getByLabel('网关地址').or(page.getByLabel('接口地址')).waitFor();
      }),
    }),
  ),
  made('admin-config-pay-instance-off', '/admin_config', 'admin', {
    act: instances(async (page) => {
      await press(page, '停用');
      await page.getByRole('dialog').getByText('停用“主通道”后').waitFor();
    }),
  }),
  made('admin-config-pay-instance-wrong', '/admin_config', 'admin', {
    given: [
      given(payInstanceCalls.testInstance, { problem: '网关返回的不是接口数据：地址可能有误，或被对方的防火墙拦截' }),
    ],
    act: instances(async (page) => {
      await press(page, '测试');
      await page.getByText('网关返回的不是接口数据').waitFor();
    }),
  }),
  made('admin-config-pay-instances-empty', '/admin_config', 'admin', {
    given: [given(payInstanceCalls.instances, [])],
    act: instances((page) => page.getByText('还没有支付通道').waitFor()),
  }),
];
