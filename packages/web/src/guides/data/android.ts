import type { Guide, Step } from '../model.ts';
import { button, field, nodeRowsTapped, row, sketcher, tap, toggle } from '../sketch-rows.ts';
import { texts } from '../texts.ts';
import { UPDATE_MINUTES, versions } from '../../subscription/index.ts';
import { addedByLink, drawFlclash, furtherSettings, pastedLink, pickedNode } from './flclash.ts';
import { createdByLink, singBoxTrouble, typedProfile } from './sing-box.ts';
import { step } from './step.ts';

const installApk: Step = step.download([
  '下载 apk 文件，下载完成后点击安装。',
  '系统提示“未知来源”时，允许浏览器安装应用后再继续。',
]);

const phone = (title: string, pages: readonly string[]) => sketcher({ frame: 'phone', title, pages });

/** Clash and Clash Meta have the same screens. */
const clashSteps = (name: string, better: string): readonly Step[] => {
  const draw = sketcher({ frame: 'phone', title: name });
  return [
    installApk,
    step.import(
      ['点击下面的按钮，浏览器询问时允许打开该应用。', '在打开的页面点击右上角的保存图标，等待下载完成。'],
      draw(undefined, row('名称', '{site}'), row('URL', '已自动填写'), tap(button('保存'))),
    ),
    step.manual(
      [
        '打开应用，点击“配置”，点击“新配置”，选择“URL”。',
        `在 URL 中粘贴订阅链接，自动更新填 ${UPDATE_MINUTES}（分钟），点击保存图标。`,
        '回到配置列表，点击新配置使它被选中。',
      ],
      draw(
        undefined,
        tap(row('新配置', 'URL'), 1),
        tap(field('URL', '粘贴订阅链接'), 2),
        field('自动更新', String(UPDATE_MINUTES)),
        tap(button('保存'), 3),
        tap(row('{site}', '点击选中'), 4),
      ),
    ),
    step.proxy(
      ['回到首页，点击“已停止 点此启动”。', texts.vpn],
      draw(undefined, tap(button('已停止 点此启动')), row('配置', '{site}'), row('设置')),
    ),
    step.pick(
      ['启动后点击首页的“代理”。', '点击右上角的闪电图标测速，选择延迟低的节点。'],
      draw(undefined, tap(row('代理', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.extra(['在“设置 → 网络”中可以选择哪些应用走代理。', '在系统设置中允许该应用后台运行，避免锁屏后断开。']),
    step.trouble([texts.clock, texts.otherVpn, better]),
  ];
};

const clashForAndroid: Guide = {
  path: '/clash_for_android',
  client: 'Clash',
  app: 'clash',
  platforms: ['Android'],
  notes: [versions.clashAndroid],
  intro: '经典的 Android 客户端，已停止更新，不支持新协议的节点。如果还没有安装过，建议直接使用 FLClash。',
  steps: clashSteps('Clash', texts.oldCore('FLClash')),
};

const clashMetaForAndroid: Guide = {
  path: '/clash_meta_for_android',
  client: 'Clash Meta',
  app: 'clashMeta',
  platforms: ['Android'],
  notes: [versions.clashMeta],
  intro: 'Clash Meta 使用新的内核，支持全部协议，界面与 Clash 相同。',
  steps: clashSteps('Clash Meta', '同时安装了其他 Clash 应用时，一键导入会询问用哪个打开，请选择 Clash Meta。'),
};

const flclash = drawFlclash('phone');

const flclashForAndroid: Guide = {
  path: '/flclash_for_android',
  client: 'FLClash',
  app: 'flclash',
  platforms: ['Android'],
  notes: [versions.flclash],
  intro: 'FLClash 免费、无广告，支持全部协议，是 Android 上最推荐的客户端。',
  steps: [
    installApk,
    step.import(['点击下面的按钮，浏览器询问时允许打开 FLClash。', '在弹出的窗口中点击“确定”。'], addedByLink(flclash)),
    pastedLink(flclash, '也可以选择“二维码”，扫描电脑上打开的二维码。'),
    step.proxy(
      ['打开“仪表盘”，点击右下角的启动按钮。', texts.vpn],
      flclash('仪表盘', row('出站模式', '规则'), row('网络检测', '正常'), tap(button('▶ 启动'))),
    ),
    pickedNode(flclash),
    furtherSettings(flclash, '在“工具 → 访问控制”中可以选择哪些应用走代理。'),
    step.trouble([texts.clock, texts.otherVpn, '锁屏后断开：在系统设置中允许 FLClash 后台运行和自启动。']),
  ],
};

const ng = sketcher({ frame: 'phone', title: 'v2rayNG' });

const v2rayNGForAndroid: Guide = {
  path: '/v2rayng_for_android',
  client: 'v2rayNG',
  app: 'v2rayNG',
  platforms: ['Android'],
  notes: [versions.v2rayNG, `推荐 ${texts.atLeast(versions.v2rayNGRecommended)}`],
  intro: `v2rayNG 是免费开源的 Android 客户端。${versions.v2rayNG} 不支持新协议的节点，建议安装 ${texts.atLeast(versions.v2rayNGRecommended)}。`,
  steps: [
    installApk,
    step.import(
      ['点击下面的按钮，浏览器询问时允许打开 v2rayNG。', '看到“导入成功”后，点击右上角菜单中的“更新订阅”。'],
      ng(undefined, tap(row('⋮ 菜单', '更新订阅')), ...nodeRowsTapped(2)),
    ),
    step.manual(
      [
        '点击左上角的菜单，选择“订阅分组设置”，点击右上角的“+”。',
        '备注随意填写，地址粘贴订阅链接，打开“启用自动更新”，点击右上角的“✓”。',
        '回到首页，点击右上角菜单中的“更新订阅”。',
      ],
      ng(
        undefined,
        tap(row('☰ 订阅分组设置', '+'), 1),
        field('备注', '{site}'),
        tap(field('地址', '粘贴订阅链接'), 2),
        toggle('启用自动更新'),
        tap(button('✓'), 3),
      ),
    ),
    step.pick(
      ['点击右上角菜单，选择“测试全部配置真连接”。', texts.pressNode],
      ng(undefined, tap(row('⋮ 菜单', '测试真连接'), 1), ...nodeRowsTapped(2)),
    ),
    step.proxy(
      ['点击右下角的 V 按钮，变色即为已连接。', texts.vpn],
      ng(undefined, ...nodeRowsTapped(1), tap(button('V'), 2)),
    ),
    step.extra([
      '在“设置”中把预定义规则设为“绕过局域网及大陆地址”，国内网站会直接连接。',
      '在“分应用”中可以选择哪些应用走代理。',
    ]),
    step.trouble([
      `部分节点没有出现或无法连接：升级到 ${texts.atLeast(versions.v2rayNGRecommended)}，再更新订阅。`,
      texts.clock,
      texts.otherVpn,
    ]),
  ],
};

const sfa = phone('sing-box', ['Dashboard', 'Logs', 'Profiles', 'Settings']);

const singboxForAndroid: Guide = {
  path: '/singbox_for_android',
  client: 'SingBox',
  app: 'singbox',
  platforms: ['Android'],
  notes: [`Android ${texts.atLeast(versions.androidLeast)}`],
  intro: `sing-box 官方的 Android 客户端，省电，支持全部协议，需要 Android ${texts.atLeast(versions.androidLeast)}。`,
  steps: [
    installApk,
    step.import(
      ['点击下面的按钮，浏览器询问时允许打开 sing-box。', '在弹出的窗口中点击 Import，再点击 Create。'],
      createdByLink(sfa),
    ),
    step.manual(
      [
        '打开 Profiles，点击“+”，选择 Create Manually。',
        `Type 选择 Remote，URL 粘贴订阅链接，打开 Auto Update，间隔填 ${UPDATE_MINUTES}，点击 Create。`,
      ],
      typedProfile(sfa, field('Interval', String(UPDATE_MINUTES))),
    ),
    step.proxy(
      ['打开 Dashboard，选中刚才的配置，点击右下角的启动开关。', texts.vpn],
      sfa('Dashboard', tap(row('Profile', '{site}'), 1), tap(button('▶'), 2)),
    ),
    step.pick(
      ['启动后，在 Dashboard 顶部切换到 Groups。', '点击闪电图标测速，选择延迟低的节点。'],
      sfa('Dashboard', tap(row('Groups', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.extra([
      '在 Settings 的 Profile Override 中可以选择哪些应用走代理。',
      '在系统设置中允许 sing-box 后台运行，避免锁屏后断开。',
    ]),
    singBoxTrouble,
  ],
};

/** Guides of clients for Android. */
export const androidGuides: readonly Guide[] = [
  clashForAndroid,
  clashMetaForAndroid,
  flclashForAndroid,
  v2rayNGForAndroid,
  singboxForAndroid,
];
