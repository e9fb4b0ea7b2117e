import { importTexts } from '@skyport/contract/import-texts';
import type { Platform } from '@skyport/contract/devices';
import type { StepKind } from './model.ts';

/** Usual headings of steps. */
const steps: Readonly<Record<StepKind, string>> = {
  download: '下载安装',
  import: '一键导入',
  manual: '手动导入',
  proxy: '开启代理',
  pick: '选择节点',
  extra: '更多设置',
  trouble: '排查问题',
};

/** Texts that all guides share. */
export const texts = {
  steps,
  atLeast: (version: string) => `${version} 或更新版本`,
  oldCore: (better: string) => `部分节点没有出现：该客户端的内核较旧，不支持新协议，建议改用 ${better}。`,
  clock: '节点全部超时：先更新一次订阅，再检查设备时间是否准确。',
  copyLink: '复制订阅链接。',
  chooseNode: '选择延迟低的节点。',
  pressNode: '点击延迟低的节点使它被选中。',
  vpn: '首次连接时，系统会询问是否允许建立 VPN 连接，请点击“确定”。',
  appleVpn: '系统询问是否添加 VPN 配置时，点击“允许”。',
  otherVpn: '连接后没有网络：确认没有同时打开其他 VPN 软件，再更新一次订阅。',
  storeAccount: '大陆地区的 App Store 没有该应用，需要使用非大陆 Apple ID 登录 App Store 后下载。',

  import: importTexts.oneClick,
  fromOfficial: '将打开客户端的官方下载页面。',

  visitor: '登录后，本页的按钮会使用您的专属订阅链接。',
  logIn: '登录',
  otherPlatform: (wanted: string, here: Platform) => `本教程适用于 ${wanted}，检测到您正在使用 ${here}。`,
  unknownPlatform: (wanted: string) => `没有识别出您的设备，本教程适用于 ${wanted}。`,
  openThere: '请在对应的设备上打开本页。',
  scanThere: '请在对应的设备上打开本页；客户端装好后，也可以用它扫描本页的二维码来导入。',
  guideFor: (platform: Platform, client: string) => `查看 ${platform} 的 ${client} 教程`,
  stepsLabel: '安装步骤',
  drawing: (title: string, places: string) => (places ? `示意图：${title}，依次点击 ${places}` : `示意图：${title}`),
  drawn: '示意图，以实际界面为准',
  others: (platform: string) => `${platform} 的其他客户端`,
  back: '返回首页',
} as const;
