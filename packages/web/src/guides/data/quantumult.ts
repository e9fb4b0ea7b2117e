import type { Guide } from '../model.ts';
import { button, field, nodeRowsTapped, row, sketcher, tap, toggle } from '../sketch-rows.ts';
import { texts } from '../texts.ts';
import { step } from './step.ts';
import { installFromStore, opened } from './store.ts';

const quantumult = sketcher({ frame: 'phone', title: 'Quantumult', pages: ['首页', '节点', '设置'] });

/** Quantumult, the older of the two. */
export const quantumultForIos: Guide = {
  path: '/quantumult_for_ios',
  client: 'Quantumult',
  app: 'quantumult',
  platforms: ['iOS'],
  notes: ['付费应用'],
  intro: 'Quantumult 已停止更新，不支持新协议的节点。如果还没有购买，建议使用 Shadowrocket 或 QuantumultX。',
  steps: [
    installFromStore,
    step.import(
      [opened('Quantumult'), '在弹出的窗口中确认导入服务器和分流规则。'],
      quantumult('设置', row('服务器', '{site}'), row('分流', '{site}'), tap(button('确定'))),
    ),
    step.manual(
      ['打开“设置 → 订阅”，点击右上角的“+”，选择“服务器”。', '名称随意填写，链接粘贴订阅链接，点击“保存”。'],
      quantumult(
        '设置',
        tap(row('订阅', '+ 服务器'), 1),
        field('名称', '{site}'),
        tap(field('链接', '粘贴订阅链接'), 2),
        tap(button('保存'), 3),
      ),
    ),
    step.pick(['打开“节点”，向下滑动测试延迟。', texts.pressNode], quantumult('节点', ...nodeRowsTapped(1))),
    step.proxy(
      ['回到“首页”，打开开关，模式选择“自动分流”。', texts.appleVpn],
      quantumult('首页', tap(toggle('连接'), 1), tap(row('模式', '自动分流'), 2)),
    ),
    step.extra(['在“设置 → 订阅”中向左滑动订阅，可以更新节点。']),
    step.trouble([texts.clock, texts.otherVpn, texts.oldCore('Shadowrocket')]),
  ],
};

const qx = sketcher({ frame: 'phone', title: 'Quantumult X', pages: ['首页', '节点', '风车'] });

/** Quantumult X. */
export const quantumultXForIos: Guide = {
  path: '/quantumultx_for_ios',
  client: 'QuantumultX',
  app: 'quantumultX',
  platforms: ['iOS'],
  notes: ['付费应用'],
  intro: 'QuantumultX 适合需要自定义分流规则的用户，一键导入会同时添加节点和分流规则，不会改动已有的配置。',
  steps: [
    installFromStore,
    step.import(
      [opened('Quantumult X'), '在弹出的窗口中点击“好的”，节点和分流规则会一起添加。'],
      qx('风车', row('节点', '{site}'), row('分流', '{site}-分流'), tap(button('好的'))),
    ),
    step.manual(
      [
        '点击右下角的风车图标，在“节点”中点击“引用（订阅）”，再点击右上角的“+”。',
        '标签随意填写，资源路径粘贴订阅链接，点击“好的”。',
      ],
      qx(
        '风车',
        tap(row('节点', '引用（订阅）'), 1),
        field('标签', '{site}'),
        tap(field('资源路径', '粘贴订阅链接'), 2),
        tap(button('好的'), 3),
      ),
    ),
    step.pick(
      ['打开“节点”，长按策略组测试延迟。', texts.pressNode],
      qx('节点', tap(row('节点选择', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
    ),
    step.proxy(
      ['打开首页右上角的开关。', texts.appleVpn, '点击风车图标，模式选择“规则分流”。'],
      qx('首页', tap(toggle('连接'), 1), tap(row('模式', '规则分流'), 2)),
    ),
    step.extra(['节点每 2 天、分流规则每 30 天自动更新；也可以在“引用（订阅）”中向左滑动手动更新。']),
    step.trouble([texts.clock, texts.otherVpn, '没有分流：确认模式为“规则分流”，再重新一键导入一次。']),
  ],
};
