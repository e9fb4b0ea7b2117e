import type { Sketch, Step } from '../model.ts';
import { button, type Draw, field, nodeRowsTapped, row, sketcher, tap, toggle } from '../sketch-rows.ts';
import { texts } from '../texts.ts';
import { UPDATE_MINUTES } from '../../subscription/index.ts';
import { step } from './step.ts';

/** FLClash has the same pages on phones and computers. */
export const drawFlclash = (frame: Sketch['frame']): Draw =>
  sketcher({ frame, title: 'FLClash', pages: ['仪表盘', '代理', '配置', '工具'] });

/** What it shows once a link has opened it. */
export const addedByLink = (draw: Draw): Sketch =>
  draw('配置', row('添加配置'), field('URL', '已自动填写'), tap(button('确定')));

/** A link pasted by hand; `more` are further ways. */
export const pastedLink = (draw: Draw, ...more: readonly string[]): Step =>
  step.manual(
    ['打开“配置”，点击右下角的“+”，选择“URL”，粘贴后点击“提交”。', ...more],
    draw('配置', tap(button('+'), 1), tap(row('URL', '通过链接'), 2), tap(field('URL', '粘贴订阅链接'), 3)),
  );

/** The choice of a node. */
export const pickedNode = (draw: Draw): Step =>
  step.pick(
    ['打开“代理”，点击右下角的测速图标。', texts.chooseNode],
    draw('代理', tap(row('节点选择', '测速 ⚡'), 1), ...nodeRowsTapped(2)),
  );

/** Downloads by itself, and what else is worth a look on the device. */
export const furtherSettings = (draw: Draw, other: string): Step =>
  step.extra(
    [`在“配置”中点击订阅右侧的菜单，选择“编辑”，打开自动更新，间隔填 ${UPDATE_MINUTES}（分钟）。`, other],
    draw('配置', toggle('自动更新'), field('间隔（分钟）', String(UPDATE_MINUTES))),
  );
