import type { Guide } from '../model.ts';
import { button, field, nodeRowsTapped, row, sketcher, tap, toggle } from '../sketch-rows.ts';
import { texts } from '../texts.ts';
import { versions } from '../../subscription/index.ts';
import { appleProfile, createdByLink, singBoxTrouble } from './sing-box.ts';
import { step } from './step.ts';

const sfm = sketcher({
  frame: 'desk',
  title: 'sing-box',
  pages: ['Dashboard', 'Groups', 'Logs', 'Profiles', 'Settings'],
});

const singboxForMac: Guide = {
  path: '/singbox_for_mac',
  client: 'SingBox',
  app: 'singbox',
  platforms: ['macOS'],
  notes: ['macOS 13 或更新版本'],
  intro: 'sing-box 官方的 macOS 客户端，支持全部协议。',
  steps: [
    step.download(['下载后把 sing-box 拖入“应用程序”并打开。', '首次运行时，按提示在“系统设置”中允许网络扩展。']),
    step.import(
      ['点击下面的按钮，浏览器询问时允许打开 sing-box。', '在弹出的窗口中点击 Import，再点击 Create。'],
      createdByLink(sfm),
    ),
    appleProfile(sfm),
    step.proxy(
      ['打开 Dashboard，选中刚才的配置，点击 Start。', texts.appleVpn],
      sfm('Dashboard', tap(row('Profile', '{site}'), 1), tap(button('▶ Start'), 2)),
    ),
    step.pick(
      ['打开 Groups，点击闪电图标测速。', texts.chooseNode],
      sfm('Groups', tap(row('节点选择', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.extra([
      '在 Dashboard 中打开 System HTTP Proxy，可以让不支持 VPN 的应用也走代理。',
      '在 Settings 中打开 Start At Login，开机后自动启动。',
    ]),
    singBoxTrouble,
  ],
};

const clashx = sketcher({ frame: 'desk', title: 'ClashX', pages: ['出站模式', '系统代理', '配置', '帮助'] });

const clashForMac: Guide = {
  path: '/clash_for_macos',
  client: 'Clash',
  app: 'clash',
  platforms: ['macOS'],
  notes: [versions.clashMac],
  intro: '经典的 macOS 客户端，已停止更新，不支持新协议的节点。如果还没有安装过，建议直接使用 FLClash。',
  steps: [
    step.download([
      '下载 dmg，把 ClashX 拖入“应用程序”并打开，菜单栏会出现小猫图标。',
      '提示无法打开时，在“系统设置 → 隐私与安全性”中点击“仍要打开”。',
    ]),
    step.import(
      ['点击下面的按钮，浏览器询问时允许打开 ClashX。', '看到“配置已更新”的通知即为成功。'],
      clashx('配置', tap(row('✓ {site}', '刚刚更新')), row('config', '默认')),
    ),
    step.manual(
      [
        '点击菜单栏图标，选择“配置 → 托管配置 → 管理”，点击“添加”。',
        'Url 粘贴订阅链接，Config Name 可以不填，点击“确定”。',
      ],
      clashx(
        '配置',
        tap(row('托管配置', '管理'), 1),
        tap(field('Url', '粘贴订阅链接'), 2),
        field('Config Name', '可不填'),
        tap(button('确定'), 3),
      ),
      ['copy'],
    ),
    step.proxy(
      ['点击菜单栏图标，选择“设置为系统代理”。', '出站模式选择“规则”。'],
      clashx('系统代理', tap(toggle('设置为系统代理'), 1), tap(row('出站模式', '规则'), 2), toggle('开机启动')),
    ),
    step.pick(
      ['点击菜单栏图标，选择“延迟测速”。', '在策略组中选择延迟低的节点。'],
      clashx('出站模式', tap(row('节点选择', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.extra(['在“配置 → 托管配置”中打开“自动更新”，订阅会自动更新。', '打开“开机启动”，登录后自动运行。']),
    step.trouble([
      texts.clock,
      '退出后无法上网：重新打开 ClashX，取消“设置为系统代理”后再退出。',
      texts.oldCore('FLClash'),
    ]),
  ],
};

/** Guides of clients for macOS; FLClash's is shared with Windows. */
export const macGuides: readonly Guide[] = [singboxForMac, clashForMac];
