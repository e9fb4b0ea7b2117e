import type { Sketch, SketchRow, Step } from '../model.ts';
import { button, type Draw, field, row, tap, toggle } from '../sketch-rows.ts';
import { texts } from '../texts.ts';
import { UPDATE_MINUTES } from '../../subscription/index.ts';
import { step } from './step.ts';

/** What sing-box's own apps show once a link has opened them; the same on every device. */
export const createdByLink = (draw: Draw): Sketch =>
  draw('Profiles', field('Name', '{site}'), field('URL', '已自动填写'), tap(button('Create')));

/** A profile that is being typed by hand, with what a device shows `below` the switch. */
export const typedProfile = (draw: Draw, ...below: readonly SketchRow[]): Sketch =>
  draw(
    'Profiles',
    field('Name', '{site}'),
    tap(row('Type', 'Remote'), 1),
    tap(field('URL', '粘贴订阅链接'), 2),
    tap(toggle('Auto Update'), 3),
    ...below,
    tap(button('Create'), 4),
  );

/** A profile typed by hand on an Apple device. */
export const appleProfile = (draw: Draw): Step =>
  step.manual(
    [
      '打开 Profiles，点击 New Profile，Type 选择 Remote。',
      `URL 粘贴订阅链接，打开 Auto Update，间隔填 ${UPDATE_MINUTES}，点击 Create。`,
    ],
    typedProfile(draw),
    ['copy'],
  );

/** What goes wrong with sing-box's own apps. */
export const singBoxTrouble: Step = step.trouble([
  texts.clock,
  texts.otherVpn,
  '提示配置无法解析：升级到最新版 sing-box，再更新订阅。',
]);
