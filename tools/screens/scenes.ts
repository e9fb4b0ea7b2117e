import { guideRoutes } from '@skyport/web/guides/routes';
import { codes } from '@skyport/contract/codes';
import { seal } from '@skyport/contract/envelope';
import { nodeHealthCalls } from '@skyport/contract/node-health';
import type { Page } from 'playwright-core';
import { nodes, type Viewer } from './answers.ts';
import { firstScenes } from './first-scenes.ts';
import { unseenLives, unseenLog } from './fleet-answers.ts';
import { opened, given, made, type Given } from './made.ts';
import { secondStepScenes } from './second-step-scenes.ts';
import { stateScenes } from './state-scenes.ts';

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
  /** What a person does before the picture. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const scene = (name: string, route: string, viewer: Viewer, weather: Weather = 'data', act?: Scene['act']): Scene => ({
  name,
  route,
  viewer,
  weather,
  ...(act && { act }),
});

const press = (label: string) => (page: Page) => page.getByRole('button', { name: label }).first().click();
/** Presses what opens a window, and waits for it. */
const open = (label: string) => async (page: Page) => {
  await press(label)(page);
  await opened(page);
};

const inAnyWeather = (name: string, route: string): readonly Scene[] => [
  scene(name, route, 'admin'),
  scene(`${name}-empty`, route, 'admin', 'empty'),
  scene(`${name}-loading`, route, 'admin', 'loading'),
  scene(`${name}-failing`, route, 'admin', 'failing'),
];

/** Every screen that is built. */
export const scenes: readonly Scene[] = [
  ...firstScenes,
  scene('login', '/login', 'visitor'),
  scene('login-refused', '/login', 'visitor', 'data', press('登录')),
  scene('register', '/register', 'visitor'),
  scene('reset', '/reset', 'visitor'),
  scene('reset-wrong', '/reset', 'visitor', 'data', press('找回账号')),
  scene('confirm-dead', '/confirm?action=signup_confirm', 'visitor'),
  scene('confirm-dead-email', '/confirm?action=change_email', 'visitor'),
  scene('confirm-dead-password', '/confirm?action=change_password', 'visitor'),
  scene('setup', '/setup?code=abc', 'visitor'),
  scene('not-built', '/shop', 'customer'),
  scene('dashboard-visitor', '/', 'visitor'),
  scene('dashboard', '/', 'customer'),
  scene('dashboard-empty', '/', 'customer', 'empty'),
  scene('dashboard-loading', '/', 'customer', 'loading'),
  scene('dashboard-failing', '/', 'customer', 'failing'),
  scene('dashboard-menu', '/', 'customer', 'data', (page) =>
    page.getByRole('button', { name: 'FLClash 订阅' }).first().click(),
  ),
  scene('dashboard-watch', '/?links=1', 'customer', 'data', (page) => page.getByText('近 7 天共 16 个网络').waitFor()),
  scene('dashboard-watch-empty', '/?links=1', 'customer', 'empty', (page) => page.getByText('近 7 天没有').waitFor()),
  scene('dashboard-watch-failing', '/?links=1', 'customer', 'failing', (page) =>
    page.getByRole('dialog').getByRole('button', { name: '重试' }).waitFor(),
  ),
  scene('dashboard-further', '/', 'customer', 'data', (page) => page.getByText('更多客户端').click()),
  scene('dashboard-coupon', '/', 'customer', 'data', open('体验券兑换')),
  ...guideRoutes.map(({ path }) => scene(`guide${path.replace('/', '-')}`, path, 'customer')),
  scene('guide-visitor', '/ss_for_ios', 'visitor'),
  scene('guide-loading', '/ss_for_ios', 'customer', 'loading'),
  scene('help-errors', '/windows_errors', 'customer'),
  scene('help-apple-share', '/apple_id_share', 'customer'),
  scene('help-apple-share-visitor', '/apple_id_share', 'visitor', 'data', press('打开共享账号')),
  scene('help-apple-signup', '/apple_id_signup_guide', 'visitor'),
  scene('profile', '/user_info', 'customer'),
  scene('profile-bound', '/user_info', 'admin'),
  scene('profile-unbind', '/user_info', 'admin', 'data', open('解除绑定')),
  scene('profile-empty', '/user_info', 'customer', 'empty'),
  scene('profile-loading', '/user_info', 'customer', 'loading'),
  scene('profile-failing', '/user_info', 'customer', 'failing'),
  scene('profile-help', '/user_info', 'customer', 'data', (page) =>
    page.getByRole('button', { name: '国外订阅说明' }).hover(),
  ),
  scene('profile-email', '/user_info', 'customer', 'data', async (page) => {
    await page.getByLabel('邮件', { exact: true }).fill('new@example.com');
    await press('保存更改')(page);
    await page.getByText('密码不能为空').waitFor();
  }),
  scene('profile-everywhere', '/user_info', 'customer', 'data', async (page) => {
    await press('退出所有设备')(page);
    await page.getByRole('dialog').waitFor();
  }),
  ...secondStepScenes,
  ...stateScenes,
  scene('all-links', '/user/getUserAllURL?type=ssr', 'customer'),
  scene('all-links-empty', '/user/getUserAllURL?type=ss', 'customer', 'empty'),
  scene('all-links-loading', '/user/getUserAllURL?type=ss', 'customer', 'loading'),
  scene('all-links-failing', '/user/getUserAllURL?type=ss', 'customer', 'failing', (page) =>
    page.getByRole('button', { name: '重试' }).waitFor(),
  ),
  scene('all-links-whole', '/user/getUserAllURL?type=clash', 'customer'),
  ...inAnyWeather('admin-nodes', '/admin_agents'),
  ...inAnyWeather('admin-entries', '/admin_entrys'),
  ...inAnyWeather('admin-lines', '/admin_agentLines'),
  ...inAnyWeather('admin-coupons', '/admin_coupon'),
  ...inAnyWeather('admin-coupon-records', '/coupon_records'),
  ...inAnyWeather('admin-users', '/admin_userlist'),
  scene('admin-users-alarms', '/admin_userlist?links=1', 'admin', 'data', (page) =>
    page.getByRole('list', { name: '订阅告警' }).waitFor(),
  ),
  ...inAnyWeather('admin-permissions', '/admin_permissions'),
  ...inAnyWeather('admin-rules', '/admin_rules'),
  scene('admin-rules-lists', '/admin_rules', 'admin', 'data', (page) =>
    page.getByText('规则', { exact: true }).click(),
  ),
  scene('admin-rules-history', '/admin_rules', 'admin', 'data', (page) =>
    page.getByText('历史', { exact: true }).click(),
  ),
  scene('admin-rules-problem', '/admin_rules', 'admin', 'data', (page) =>
    page.getByLabel('主分组').selectOption({ label: '苹果服务' }),
  ),
  scene('admin-rules-group', '/admin_rules', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: '编辑' }).nth(3).click();
    await page.getByRole('dialog').getByText('添加成员').waitFor();
  }),
  scene('admin-rules-list', '/admin_rules', 'admin', 'data', async (page) => {
    await page.getByText('规则', { exact: true }).click();
    await page.getByRole('button', { name: '编辑' }).nth(2).click();
    await page.getByRole('dialog').getByText('域名后缀').waitFor();
  }),
  scene('admin-rules-preview', '/admin_rules', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: '预览' }).click();
    await page.getByText('文档').or(page.getByText('29.1 kB')).first().waitFor();
  }),
  scene('admin-nodes-details', '/admin_agents', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: '详情' }).first().click();
    await page.getByRole('img', { name: /下行带宽/ }).waitFor();
  }),
  scene('admin-nodes-alarms', '/admin_agents', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: /^告警 / }).click();
    await page.getByRole('dialog').getByText('待处理报告').click();
    await page.getByRole('dialog').getByText('超出线路带宽的 1.25 倍').waitFor();
  }),
  scene('admin-nodes-accept', '/admin_agents', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: /^告警 / }).click();
    await page.getByRole('button', { name: '接受新账本' }).first().click();
    await page.getByText('我已核对').waitFor();
  }),
  scene('admin-nodes-gap', '/admin_agents', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: /^告警 / }).click();
    await page.getByRole('button', { name: '放弃缺失的报告' }).first().click();
    await page.getByText('我已核对').waitFor();
  }),
  scene('admin-nodes-settle', '/admin_agents', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: /^告警 / }).click();
    await page.getByRole('dialog').getByText('待处理报告').click();
    await page.getByRole('dialog').getByRole('button', { name: '计费' }).click();
    await page.getByLabel('原因（写入审计日志）').waitFor();
  }),
  scene('admin-nodes-install', '/admin_agents', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: '安装日志' }).first().click();
    await page.getByRole('log').getByText('传输').waitFor();
  }),
  scene('admin-nodes-hostkey', '/admin_agents', 'admin', 'data', async (page) => {
    await page.route('**/install_log', (route) =>
      route.fulfill({ json: { data: seal({ ...codes.ok, data: unseenLog(nodes[5]!) }) } }),
    );
    await page.getByRole('button', { name: '安装日志' }).nth(2).click();
    await page.getByLabel('服务器出示的指纹').waitFor();
  }),
  made('admin-nodes-unseen', '/admin_agents', 'admin', {
    given: [given(nodeHealthCalls.live, unseenLives(nodes))],
    act: async (page) => {
      await page.getByRole('button', { name: '详情' }).first().click();
      await page.getByRole('dialog').getByText('面板的后台任务没有运行').waitFor();
    },
  }),
  scene('admin-nodes-upgrade', '/admin_agents', 'admin', 'data', async (page) => {
    for (const box of (await page.getByRole('checkbox', { name: /^选择 / }).all()).slice(0, 5)) await box.check();
    await page.getByRole('button', { name: '升级所选' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '升级' }).click();
    await page.getByRole('log').waitFor();
  }),
  scene('admin-entries-relay', '/admin_entrys', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: '转发配置' }).first().click();
    await page.getByText('# 日本').waitFor();
  }),
  scene('admin-lines-test', '/admin_agentLines', 'admin', 'data', async (page) => {
    await page.getByRole('button', { name: '测试' }).first().click();
    await page.getByText('线路异常').waitFor();
  }),
  scene('admin-nodes-form', '/admin_agents', 'admin', 'data', open('新增')),
  scene('admin-lines-form', '/admin_agentLines', 'admin', 'data', open('新增')),
  scene('admin-coupons-form', '/admin_coupon', 'admin', 'data', open('新增')),
];
