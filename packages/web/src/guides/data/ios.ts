import type { Guide } from '../model.ts';
import { button, field, nodeRowsTapped, row, sketcher, tap, toggle } from '../sketch-rows.ts';
import { texts } from '../texts.ts';
import { appleProfile, createdByLink, singBoxTrouble } from './sing-box.ts';
import { step } from './step.ts';
import { installFromStore, opened } from './store.ts';

const rocket = sketcher({ frame: 'phone', title: 'Shadowrocket', pages: ['首页', '配置', '数据', '设置'] });

const shadowrocketForIos: Guide = {
  path: '/ss_for_ios',
  client: 'Shadowrocket',
  app: 'shadowrocket',
  platforms: ['iOS'],
  notes: ['付费应用'],
  intro: 'Shadowrocket（小火箭）是 iOS 上最推荐的客户端，支持全部协议。',
  steps: [
    installFromStore,
    step.import(
      [opened('Shadowrocket'), '看到首页出现订阅分组即为成功。'],
      rocket('首页', row('未连接'), row('{site}', '订阅'), ...nodeRowsTapped(1)),
    ),
    step.manual(
      [
        '点击首页右上角的“+”，类型选择 Subscribe。',
        'URL 粘贴订阅链接，备注随意填写，点击“完成”。',
        '也可以点击首页左上角的扫码图标，扫描电脑上打开的二维码。',
      ],
      rocket(
        '首页',
        tap(row('类型', 'Subscribe'), 1),
        tap(field('URL', '粘贴订阅链接'), 2),
        field('备注', '{site}'),
        tap(button('完成'), 3),
      ),
    ),
    step.pick(
      ['点击首页的“连通性测试”。', texts.pressNode],
      rocket('首页', tap(row('连通性测试', '⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.proxy(
      [
        '打开首页顶部的开关。',
        '系统询问是否添加 VPN 配置时，点击“允许”并输入锁屏密码。',
        '全局路由选择“配置”，国内网站会直接连接。',
      ],
      rocket('首页', tap(toggle('连接'), 1), tap(row('全局路由', '配置'), 2), ...nodeRowsTapped(3)),
    ),
    step.extra(
      ['在“设置 → 订阅”中打开“打开时更新”和“自动后台更新”，节点会保持最新。'],
      rocket('设置', toggle('打开时更新'), toggle('自动后台更新')),
    ),
    step.trouble([texts.clock, texts.otherVpn, '能连接但网页打不开：把全局路由改为“配置”，再更新一次订阅。']),
  ],
};

const sfi = sketcher({ frame: 'phone', title: 'sing-box', pages: ['Dashboard', 'Logs', 'Profiles', 'Settings'] });

const singboxForIos: Guide = {
  path: '/singbox_for_ios',
  client: 'SingBox',
  app: 'singbox',
  platforms: ['iOS'],
  notes: ['免费', 'iOS 15 或更新版本'],
  intro: 'sing-box 官方的 iOS 客户端，免费，省电，支持全部协议。',
  steps: [
    installFromStore,
    step.import([opened('sing-box'), '在弹出的窗口中点击 Import，再点击 Create。'], createdByLink(sfi), [
      'import',
      'qr',
    ]),
    appleProfile(sfi),
    step.proxy(
      ['打开 Dashboard，选中刚才的配置，打开 Enabled。', texts.appleVpn],
      sfi('Dashboard', tap(row('Profile', '{site}'), 1), tap(toggle('Enabled'), 2)),
    ),
    step.pick(
      ['启动后打开 Groups，点击闪电图标测速。', texts.chooseNode],
      sfi('Dashboard', tap(row('Groups', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.extra([
      '需要立即更新节点时，打开 Profiles，点击配置，再点击 Update。',
      '在 Settings 的 On Demand 中可以设置自动连接。',
    ]),
    singBoxTrouble,
  ],
};

const v2box = sketcher({ frame: 'phone', title: 'V2Box', pages: ['Home', 'Configs', 'Settings'] });

const v2boxForIos: Guide = {
  path: '/v2box_for_ios',
  client: 'V2Box',
  app: 'v2box',
  platforms: ['iOS'],
  notes: ['免费'],
  intro: 'V2Box 是免费的 iOS 客户端，界面简单，适合新手。',
  steps: [
    installFromStore,
    step.import(
      [opened('V2Box'), '看到 Configs 中出现订阅分组即为成功。'],
      v2box('Configs', row('{site}', '订阅'), ...nodeRowsTapped(1)),
    ),
    step.manual(
      ['打开 Configs，点击右上角的“+”，选择 Add Subscription。', 'Name 随意填写，URL 粘贴订阅链接，点击 Save。'],
      v2box(
        'Configs',
        tap(row('+', 'Add Subscription'), 1),
        field('Name', '{site}'),
        tap(field('URL', '粘贴订阅链接'), 2),
        tap(button('Save'), 3),
      ),
    ),
    step.pick(
      ['在 Configs 中点击测速图标。', texts.pressNode],
      v2box('Configs', tap(row('{site}', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.proxy(
      ['打开 Home，滑动底部的按钮连接。', texts.appleVpn],
      v2box('Home', row('已选节点', '香港 01'), tap(button('滑动连接 →'))),
    ),
    step.extra(['在 Configs 中向左滑动订阅分组，可以更新或删除订阅。']),
    step.trouble([texts.clock, texts.otherVpn]),
  ],
};

const streisand = sketcher({ frame: 'phone', title: 'Streisand' });

const streisandForIos: Guide = {
  path: '/streisand_for_ios',
  client: 'Streisand',
  app: 'streisand',
  platforms: ['iOS'],
  notes: ['免费'],
  intro: 'Streisand 是免费的 iOS 客户端，支持全部协议。',
  steps: [
    installFromStore,
    step.import(
      [opened('Streisand'), '看到首页出现订阅分组即为成功。'],
      streisand(undefined, row('{site}', '订阅'), ...nodeRowsTapped(1)),
    ),
    step.manual(
      ['点击首页右上角的“+”，选择“从剪贴板导入”。', '也可以选择“扫描二维码”，扫描电脑上打开的二维码。'],
      streisand(undefined, tap(button('+'), 1), tap(row('从剪贴板导入'), 2), row('扫描二维码')),
    ),
    step.pick(
      ['长按订阅分组，选择“延迟测试”。', texts.pressNode],
      streisand(undefined, tap(row('{site}', '延迟测试'), 1), ...nodeRowsTapped(2)),
    ),
    step.proxy(
      ['点击首页的连接按钮。', texts.appleVpn],
      streisand(undefined, tap(button('连接')), row('当前节点', '香港 01')),
    ),
    step.extra(['长按订阅分组，选择“更新”，可以获取最新的节点。']),
    step.trouble([texts.clock, texts.otherVpn]),
  ],
};

/** Guides of clients for iPhone and iPad. */
export const iosGuides: readonly Guide[] = [shadowrocketForIos, singboxForIos, v2boxForIos, streisandForIos];
