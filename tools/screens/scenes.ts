import { guideRoutes } from '@skyport/web/guides/routes';
import { codes } from '@skyport/contract/codes';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { nodeHealthCalls } from '@skyport/contract/node-health';
import type { DocumentAnswer } from '@skyport/server/platform/document-route';
import type { Page } from 'playwright-core';
import { consolePages } from '../console-pages.ts';
import { nodes, type Viewer } from './answers.ts';
import { backOfficeScenes } from './back-office-scenes.ts';
import { firstScenes } from './first-scenes.ts';
import { unseenLives, unseenLog } from './fleet-answers.ts';
import { given, made, open, opened, press, pressOfRow, type Given } from './made.ts';
import { giftScenes } from './gift-scenes.ts';
import { importScenes } from './import-scenes.ts';
import { moneyScenes } from './money-scenes.ts';
import { walletScenes } from './wallet-scenes.ts';
import { orderScenes } from './order-scenes.ts';
import { partnerScenes } from './partner-scenes.ts';
import { payScenes } from './pay-scenes.ts';
import { profileScenes } from './profile-scenes.ts';
import { secondStepScenes } from './second-step-scenes.ts';
import { settingsScenes } from './settings-scenes.ts';
import { staffScenes } from './staff-scenes.ts';
import { shopScenes } from './shop-scenes.ts';
import { stateScenes } from './state-scenes.ts';
import { ticketScenes } from './ticket-scenes.ts';
import { userScenes } from './user-scenes.ts';

/** How the server behaves in a picture. */
export type Weather = 'data' | 'empty' | 'loading' | 'failing';

/** One screen to look at. */
export interface Scene {
  readonly name: string;
  readonly route: string;
  readonly viewer: Viewer;
  readonly weather: Weather;
  /** Calls that answer something of their own here. */
  readonly given?: readonly Given[];
  /** What the browser calls itself; by default that of the pictures' own. */
  readonly agent?: string;
  /** The server's own page at the route, in the place of the console. */
  readonly served?: DocumentAnswer;
  /** What a person does before the picture. */
  readonly act?: (page: Page) => Promise<unknown>;
}

/** A page of the back office with its data, with none, while it waits for them, and when they cannot be had. */
const inAnyWeather = (name: string, route: string): readonly Scene[] => [
  made(name, route, 'admin'),
  made(`${name}-empty`, route, 'admin', { weather: 'empty' }),
  made(`${name}-loading`, route, 'admin', { weather: 'loading' }),
  made(`${name}-failing`, route, 'admin', { weather: 'failing' }),
];

const backOffice = consolePages
  .filter(({ built, tab }) => built && tab !== undefined && tab.group !== 'customer')
  .flatMap(({ path }) => inAnyWeather(path.slice(1).replaceAll('_', '-'), path));

/** Every screen that is built. Those of the back office are made from the console's table of pages. */
export const scenes: readonly Scene[] = [
  ...firstScenes,
  made('login', '/login', 'visitor'),
  made('login-refused', '/login', 'visitor', { act: (page) => press(page, '登录') }),
  made('register', '/register', 'visitor'),
  made('reset', '/reset', 'visitor'),
  made('reset-wrong', '/reset', 'visitor', { act: (page) => press(page, '找回账号') }),
  made('confirm-dead', '/confirm?action=signup_confirm', 'visitor'),
  made('confirm-dead-email', '/confirm?action=change_email', 'visitor'),
  made('confirm-dead-password', '/confirm?action=change_password', 'visitor'),
  made('setup', '/setup?code=abc', 'visitor'),
  made('dashboard-visitor', '/', 'visitor'),
  made('dashboard', '/', 'customer'),
  made('dashboard-empty', '/', 'customer', { weather: 'empty' }),
  made('dashboard-loading', '/', 'customer', { weather: 'loading' }),
  made('dashboard-failing', '/', 'customer', { weather: 'failing' }),
  made('dashboard-menu', '/', 'customer', {
    act: (page) => page.getByRole('button', { name: 'FLClash 订阅' }).first().click(),
  }),
  made('dashboard-watch', '/?links=1', 'customer', { act: (page) => page.getByText('近 7 天共 16 个网络').waitFor() }),
  made('dashboard-watch-empty', '/?links=1', 'customer', {
    weather: 'empty',
    act: (page) => page.getByText('近 7 天没有').waitFor(),
  }),
  made('dashboard-watch-failing', '/?links=1', 'customer', {
    weather: 'failing',
    act: (page) => page.getByRole('dialog').getByRole('button', { name: '重试' }).waitFor(),
  }),
  made('dashboard-further', '/', 'customer', { act: (page) => page.getByText('更多客户端').click() }),
  made('dashboard-coupon', '/', 'customer', { act: open('体验券兑换') }),
  ...importScenes,
  ...guideRoutes.map(({ path }) => made(`guide${path.replace('/', '-')}`, path, 'customer')),
  made('guide-visitor', '/ss_for_ios', 'visitor'),
  made('guide-loading', '/ss_for_ios', 'customer', { weather: 'loading' }),
  made('help-errors', '/windows_errors', 'customer'),
  made('help-apple-share', '/apple_id_share', 'customer'),
  made('help-apple-share-visitor', '/apple_id_share', 'visitor', { act: (page) => press(page, '打开共享账号') }),
  made('help-apple-signup', '/apple_id_signup_guide', 'visitor'),
  ...shopScenes,
  ...orderScenes,
  ...partnerScenes,
  ...giftScenes,
  ...payScenes,
  ...ticketScenes,
  ...profileScenes,
  ...secondStepScenes,
  ...stateScenes,
  made('all-links', '/user/getUserAllURL?type=ssr', 'customer'),
  made('all-links-empty', '/user/getUserAllURL?type=ss', 'customer', { weather: 'empty' }),
  made('all-links-loading', '/user/getUserAllURL?type=ss', 'customer', { weather: 'loading' }),
  made('all-links-failing', '/user/getUserAllURL?type=ss', 'customer', {
    weather: 'failing',
    act: (page) => page.getByRole('button', { name: '重试' }).waitFor(),
  }),
  made('all-links-whole', '/user/getUserAllURL?type=clash', 'customer'),
  ...backOffice,
  ...backOfficeScenes,
  ...staffScenes,
  ...settingsScenes,
  ...moneyScenes,
  ...walletScenes,
  ...userScenes,
  made('admin-userlist-alarms', '/admin_userlist?links=1', 'admin', {
    act: (page) => page.getByRole('list', { name: '订阅告警' }).waitFor(),
  }),
  made('admin-audit-details', '/admin_audit', 'admin', {
    act: async (page) => {
      await pressOfRow(page, '详情');
      await page.getByRole('dialog').waitFor();
    },
  }),
  made('admin-rules-lists', '/admin_rules', 'admin', {
    act: (page) => page.getByText('规则', { exact: true }).click(),
  }),
  made('admin-rules-history', '/admin_rules', 'admin', {
    act: (page) => page.getByText('历史', { exact: true }).click(),
  }),
  made('admin-rules-problem', '/admin_rules', 'admin', {
    act: (page) => page.getByLabel('主分组').selectOption({ label: '苹果服务' }),
  }),
  made('admin-rules-group', '/admin_rules', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: '编辑' }).nth(3).click();
      await page.getByRole('dialog').getByText('添加成员').waitFor();
    },
  }),
  made('admin-rules-list', '/admin_rules', 'admin', {
    act: async (page) => {
      await page.getByText('规则', { exact: true }).click();
      await page.getByRole('button', { name: '编辑' }).nth(2).click();
      await page.getByRole('dialog').getByText('域名后缀').waitFor();
    },
  }),
  made('admin-rules-preview', '/admin_rules', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: '预览' }).click();
      await opened(page);
    },
  }),
  made('admin-agents-details', '/admin_agents', 'admin', {
    act: async (page) => {
      await pressOfRow(page, '详情');
      await page.getByRole('img', { name: /下行带宽/ }).waitFor();
    },
  }),
  made('admin-agents-alarms', '/admin_agents', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: /^告警 / }).click();
      await page.getByRole('dialog').getByText('待处理报告').click();
      await page.getByRole('dialog').getByText('线路带宽的 1.25 倍').first().waitFor();
    },
  }),
  made('admin-agents-accept', '/admin_agents', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: /^告警 / }).click();
      await page.getByRole('button', { name: '接受新账本' }).first().click();
      await page.getByText('我已核对').waitFor();
    },
  }),
  made('admin-agents-gap', '/admin_agents', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: /^告警 / }).click();
      await page.getByRole('button', { name: '放弃缺失的报告' }).first().click();
      await page.getByText('我已核对').waitFor();
    },
  }),
  made('admin-agents-settle', '/admin_agents', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: /^告警 / }).click();
      await page.getByRole('dialog').getByText('待处理报告').click();
      await page.getByRole('dialog').getByRole('button', { name: '计费' }).click();
      await page.getByLabel('原因（写入操作记录）').waitFor();
    },
  }),
  made('admin-agents-undo', '/admin_agents', 'admin', {
    given: [
      given(nodeHealthCalls.undoPreview, {
        days: [
          { day: '2026-11-21', users: 12, spent: 31 * 1024 ** 3, quota: 3 * 1024 ** 3, undone: 0 },
          { day: '2026-11-20', users: 9, spent: 18 * 1024 ** 3, quota: 0, undone: 2 * 1024 ** 3 },
        ],
        under_way: null,
      }),
    ],
    act: async (page) => {
      await pressOfRow(page, '详情');
      await page.getByRole('button', { name: '撤销用量' }).click();
      await page.getByRole('checkbox', { name: /^2026-11-21/ }).check();
      await page.getByText(/^将退回 1 天/).scrollIntoViewIfNeeded();
    },
  }),
  made('admin-agents-install', '/admin_agents', 'admin', {
    act: async (page) => {
      await pressOfRow(page, '安装日志');
      await page.getByRole('log').getByText('传输').waitFor();
    },
  }),
  made('admin-agents-join', '/admin_agents', 'admin', {
    act: async (page) => {
      await pressOfRow(page, '接入', { row: '英国 家宽 06' });
      await page.getByText('curl -fsSL').waitFor();
    },
  }),
  made('admin-agents-hostkey', '/admin_agents', 'admin', {
    act: async (page) => {
      await page.route('**/install_log', (route) =>
        route.fulfill({ json: { data: encodeEnvelope({ ...codes.ok, data: unseenLog(nodes[5]!) }) } }),
      );
      await pressOfRow(page, '安装日志', { before: 2, row: '英国 家宽 06' });
      await page.getByLabel('服务器出示的指纹').waitFor();
    },
  }),
  made('admin-agents-unseen', '/admin_agents', 'admin', {
    given: [given(nodeHealthCalls.live, unseenLives(nodes))],
    act: async (page) => {
      await pressOfRow(page, '详情');
      await page.getByRole('dialog').getByText('面板的后台任务没有运行').waitFor();
    },
  }),
  made('admin-agents-upgrade', '/admin_agents', 'admin', {
    act: async (page) => {
      for (const box of (await page.getByRole('checkbox', { name: /^选择 / }).all()).slice(0, 5)) await box.check();
      await page.getByRole('button', { name: '升级所选' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '升级' }).click();
      await page.getByRole('log').waitFor();
    },
  }),
  made('admin-entrys-relay', '/admin_entrys', 'admin', {
    act: async (page) => {
      await pressOfRow(page, '转发配置');
      await page.getByText('# 日本').waitFor();
    },
  }),
  made('admin-agentLines-test', '/admin_agentLines', 'admin', {
    act: async (page) => {
      await pressOfRow(page, '测试');
      await page.getByText('线路异常').waitFor();
    },
  }),
  made('admin-agents-form', '/admin_agents', 'admin', { act: open('新增节点') }),
  made('admin-agentLines-form', '/admin_agentLines', 'admin', { act: open('新增线路') }),
  made('admin-coupon-form', '/admin_coupon', 'admin', { act: open('新增') }),
];

const firstOfRoute = new Set(
  scenes.filter((scene, index) => scenes.findIndex(({ route }) => route === scene.route) === index),
);

/** Whether a scene is the first that shows its route; others are the same page with something open, or less on it. */
export const isFirstOfRoute = (scene: Scene): boolean => firstOfRoute.has(scene);
