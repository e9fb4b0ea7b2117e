import { prizesCalls } from '@skyport/contract/prizes';
import { pushCalls } from '@skyport/contract/push';
import type { Page } from 'playwright-core';
import { drawsOf } from './gift-answers.ts';
import { given, made, open, opened, press } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * Traffic that customers give to each other, and the lottery.
 */

const [PUSH, PRIZE] = ['/push', '/prize'];

const [drawn] = drawsOf(() => '2026-12-01T04:00:00.000Z');

const push = {
  _id: '01970000-0000-7000-8090-000000000009',
  pushNumber: 20,
  receiveNumber: 16,
  code: 'K7QHX2MZAB4P',
  createTime: '2026-11-20T04:00:00.000Z',
  state: 'created',
  endTime: null,
  returnTime: '2026-11-27T04:00:00.000Z',
};

const give = async (page: Page): Promise<void> => {
  await press(page, '转赠流量');
  await opened(page);
  await page.getByRole('dialog').getByRole('button', { name: '确认', exact: true }).click();
  await page.getByRole('dialog', { name: '转赠码已生成' }).waitFor();
};

/** Draws, and waits until the wheel stands: its way out is gone by then on a slow machine. */
const draw = async (page: Page): Promise<void> => {
  await press(page, '抽奖（1.00 G）');
  await page.getByRole('dialog', { name: '抽奖结果' }).waitFor();
};

const editPrize = async (page: Page): Promise<void> => {
  await press(page, '编辑');
  await opened(page);
};

/** Scenes of transfers and of the lottery. */
export const giftScenes: readonly Scene[] = [
  made('push', PUSH, 'customer'),
  made('push-empty', PUSH, 'customer', { weather: 'empty' }),
  made('push-loading', PUSH, 'customer', { weather: 'loading' }),
  made('push-failing', PUSH, 'customer', { weather: 'failing' }),
  made('push-create', PUSH, 'customer', { act: open('转赠流量') }),
  made('push-made', PUSH, 'customer', { given: [given(pushCalls.create, push)], act: give }),
  made('push-receive', PUSH, 'customer', { act: open('领取流量') }),
  made('push-back', PUSH, 'customer', { act: open('取回') }),
  made('prize', PRIZE, 'customer'),
  made('prize-little', PRIZE, 'customer', { weather: 'empty' }),
  made('prize-none', PRIZE, 'customer', { given: [given(prizesCalls.list, null, 'notFound')] }),
  made('prize-loading', PRIZE, 'customer', { weather: 'loading' }),
  made('prize-failing', PRIZE, 'customer', { weather: 'failing' }),
  made('prize-drawn', PRIZE, 'customer', { given: [given(prizesCalls.draw, drawn)], act: draw }),
  made('admin-prize-add', '/admin_prize', 'admin', { act: open('+') }),
  made('admin-prize-edit', '/admin_prize', 'admin', { act: editPrize }),
];
