import type { Guide } from '../model.ts';
import { button, row, tap, toggle } from '../sketch-rows.ts';
import { texts } from '../texts.ts';
import { versions } from '../../subscription/index.ts';
import { addedByLink, drawFlclash, furtherSettings, pastedLink, pickedNode } from './flclash.ts';
import { step } from './step.ts';

const flclash = drawFlclash('desk');

/** FLClash on Windows and macOS. */
export const flclashForPc: Guide = {
  path: '/flclash_for_pc',
  client: 'FLClash',
  app: 'flclash',
  platforms: ['Windows', 'macOS'],
  notes: [versions.flclash, 'Windows', 'macOS'],
  intro: 'FLClash 免费、无广告，支持全部协议，是电脑上最推荐的客户端。',
  steps: [
    step.download([
      'Windows：下载安装包，双击运行。系统提示“已保护你的电脑”时，点击“更多信息”，再点击“仍要运行”。',
      'Mac：下载 dmg，把 FLClash 拖入“应用程序”。提示无法打开时，在“系统设置 → 隐私与安全性”中点击“仍要打开”。',
    ]),
    step.import(
      ['点击下面的按钮，浏览器询问时允许打开 FLClash。', '在 FLClash 弹出的窗口中点击“确定”。'],
      addedByLink(flclash),
    ),
    pastedLink(flclash),
    step.proxy(
      ['打开“仪表盘”，点击右下角的启动按钮。', '确认“系统代理”已打开。'],
      flclash('仪表盘', row('出站模式', '规则'), tap(toggle('系统代理'), 2), tap(button('▶ 启动'), 1)),
    ),
    pickedNode(flclash),
    furtherSettings(flclash, '游戏或命令行不走代理时，打开仪表盘中的“虚拟网卡”。'),
    step.trouble([
      '导入后没有节点：在“配置”中点击同步图标，更新一次订阅。',
      texts.clock,
      '退出后无法上网：重新启动 FLClash，点击停止后再退出。',
    ]),
  ],
};
