import type { Guide } from '../model.ts';
import { button, field, nodeRows, nodeRowsTapped, row, sketcher, tap, toggle } from '../sketch-rows.ts';
import { texts } from '../texts.ts';
import { UPDATE_MINUTES, versions } from '../../subscription/index.ts';
import { step } from './step.ts';

const cfw = sketcher({
  frame: 'desk',
  title: 'Clash for Windows',
  pages: ['General', 'Proxies', 'Profiles', 'Logs', 'Connections'],
});

const clashForWindows: Guide = {
  path: '/clash_for_windows',
  client: 'Clash',
  app: 'clash',
  platforms: ['Windows'],
  notes: [versions.clashWindows],
  intro: '经典的 Windows 客户端，已停止更新，不支持新协议的节点。如果还没有安装过，建议直接使用 FLClash。',
  steps: [
    step.download([
      '下载安装包，双击运行并按提示完成安装。',
      '如果系统提示“已保护你的电脑”，点击“更多信息”，再点击“仍要运行”。',
    ]),
    step.import(
      ['确认 Clash 已经安装，点击下面的按钮。', '浏览器询问是否打开 Clash for Windows 时，点击“打开”。'],
      cfw('Profiles', tap(row('{site}', '刚刚更新')), row('config.yaml', '默认')),
    ),
    {
      kind: 'manual',
      text: [
        '一键导入没有反应时使用：复制订阅链接。',
        '打开 Clash 的 Profiles 页面，把链接粘贴到顶部输入框，点击 Download。',
        '下载成功后，点击新出现的配置使它被选中。',
      ],
      acts: ['copy'],
      sketch: cfw(
        'Profiles',
        tap(field('URL', '粘贴订阅链接'), 1),
        tap(button('Download'), 2),
        tap(row('{site}', '点击选中'), 3),
      ),
    },
    step.proxy(
      ['回到 General 页面，打开 System Proxy。', '希望开机自动启动时，同时打开 Start with Windows。'],
      cfw('General', row('Port', '7890'), tap(toggle('System Proxy')), toggle('Start with Windows')),
    ),
    step.pick(
      ['打开 Proxies 页面，顶部选择 Rule（规则模式）。', '点击分组右侧的测速图标，再选择延迟低的节点。'],
      cfw('Proxies', tap(row('模式', 'Rule'), 1), tap(row('节点选择', '测速 ⚡'), 2), ...nodeRowsTapped(3)),
    ),
    step.extra([
      `在 Profiles 页面右击配置，选择 Settings，把 Update Interval 设为 ${UPDATE_MINUTES / 60}（小时），订阅会自动更新。`,
      '游戏或命令行不走代理时，在 General 页面安装 Service Mode 后打开 TUN Mode。',
    ]),
    step.trouble([
      '全部超时：先在 Profiles 页面更新一次订阅，再检查电脑时间是否准确。',
      '退出 Clash 后无法上网：重新打开 Clash，关闭 System Proxy 后再退出。',
      texts.oldCore('FLClash'),
    ]),
  ],
};

const v2rayN = sketcher({ frame: 'desk', title: 'v2rayN', pages: ['配置项', '订阅分组', '设置', '帮助'] });

const v2rayNForWindows: Guide = {
  path: '/v2rayng_for_windows',
  client: 'v2rayN',
  app: 'v2ray',
  platforms: ['Windows'],
  notes: [texts.atLeast(versions.v2rayNLeast)],
  intro: `v2rayN 是免费开源的 Windows 客户端，支持全部协议。版本必须为 ${versions.v2rayNLeast} 或更新，旧版本无法使用部分节点。`,
  steps: [
    step.download([
      '下载压缩包，解压到一个固定的文件夹，例如 D:\\v2rayN（不要放在桌面或带中文的路径）。',
      '双击 v2rayN.exe 运行，程序会出现在任务栏右下角。',
    ]),
    {
      kind: 'manual',
      title: '导入订阅',
      text: [
        'v2rayN 不支持一键导入，请先复制订阅链接。',
        '点击“订阅分组”，选择“订阅分组设置”，再点击“添加”。',
        `别名随意填写，URL 粘贴订阅链接，自动更新间隔填 ${UPDATE_MINUTES}（分钟），点击“确定”。`,
      ],
      acts: ['copy', 'qr'],
      sketch: v2rayN(
        '订阅分组',
        tap(row('订阅分组设置', '添加'), 1),
        field('别名', '{site}'),
        tap(field('URL', '粘贴订阅链接'), 2),
        field('更新间隔', String(UPDATE_MINUTES)),
        tap(button('确定'), 3),
      ),
    },
    {
      kind: 'extra',
      title: '更新订阅',
      text: ['点击“订阅分组”，选择“更新全部订阅（不通过代理）”，节点会出现在列表中。'],
      sketch: v2rayN('订阅分组', row('订阅分组设置'), tap(row('更新全部订阅', '不通过代理'))),
    },
    step.pick(
      ['按 Ctrl+A 全选，再按 Ctrl+R 测试真连接延迟。', '在延迟低的节点上双击，或选中后按回车，设为活动服务器。'],
      v2rayN('配置项', ...nodeRowsTapped(1)),
    ),
    step.proxy(
      ['在窗口底部把系统代理改为“自动配置系统代理”。', '路由选择“绕过大陆”，国内网站会直接连接。'],
      v2rayN('配置项', ...nodeRows, tap(row('系统代理', '自动配置'), 1), tap(row('路由', '绕过大陆'), 2)),
    ),
    step.trouble([
      `节点全部超时：确认 v2rayN 的版本为 ${versions.v2rayNLeast} 或更新，再更新一次订阅。`,
      '更新订阅失败：先把系统代理改为“清除系统代理”，再更新。',
      '游戏不走代理：以管理员身份运行，打开窗口底部的“启用 Tun”。',
    ]),
  ],
};

const gui = sketcher({ frame: 'desk', title: 'GUI.for.SingBox', pages: ['概览', '配置', '订阅', '插件', '设置'] });

const singboxForWindows: Guide = {
  path: '/singbox_for_win',
  client: 'SingBox',
  app: 'singbox',
  platforms: ['Windows'],
  notes: ['GUI.for.SingBox'],
  intro: 'GUI.for.SingBox 是 sing-box 的 Windows 图形客户端，体积小，支持全部协议。',
  steps: [
    step.download(['下载 zip 压缩包，解压到一个固定的文件夹。', '双击 GUI.for.SingBox.exe 运行。']),
    {
      kind: 'extra',
      title: '安装内核',
      text: ['打开“设置”，进入“内核”，点击稳定版右侧的下载按钮，等待安装完成。'],
      sketch: gui('设置', row('通用'), tap(row('内核', '稳定版'), 1), tap(button('下载并安装'), 2)),
    },
    step.import(
      ['点击下面的按钮，浏览器询问时允许打开 GUI.for.SingBox。', '在弹出的窗口中点击“确认”，订阅和配置会自动创建。'],
      gui('订阅', field('名称', '{site}'), field('链接', '已自动填写'), tap(button('确认'))),
    ),
    step.manual(
      ['在“概览”点击“快速开始”，把链接粘贴进去，点击“保存”。'],
      gui('概览', tap(button('快速开始'), 1), tap(field('订阅链接', '粘贴订阅链接'), 2), tap(button('保存'), 3)),
      ['copy'],
    ),
    step.proxy(
      ['在“概览”点击“启动内核”。', '内核运行后，打开“系统代理”。'],
      gui('概览', tap(button('启动内核'), 1), tap(toggle('系统代理'), 2), toggle('TUN 模式', false)),
    ),
    step.pick(
      ['在“概览”展开“策略组”，点击测速图标。', texts.chooseNode],
      gui('概览', tap(row('节点选择', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.trouble([
      '内核启动失败：以管理员身份运行，并确认没有同时打开其他代理软件。',
      '找不到节点：在“订阅”页面点击更新，再重新启动内核。',
    ]),
  ],
};

/** Guides of clients for Windows; FLClash's is in a file of its own. */
export const windowsGuides: readonly Guide[] = [clashForWindows, v2rayNForWindows, singboxForWindows];
