import { statisticsCalls } from '@skyport/contract/statistics';
import type { Page } from 'playwright-core';
import { given, made, open, pressOfRow } from './made.ts';
import type { Scene } from './scenes.ts';
import { figuresOf } from './ticket-answers.ts';

/*
 * Tickets of customers and staff, and the figures of the shop over many days.
 */

const FEEDBACK = '/feedback';

/** Opens the first ticket of a list. */
const openFirst =
  (action: string) =>
  async (page: Page): Promise<void> => {
    await pressOfRow(page, action);
    await page.getByRole('dialog').getByLabel('回复', { exact: true }).waitFor();
  };

/** Scenes of tickets and of statistics. */
export const ticketScenes: readonly Scene[] = [
  made('feedback', FEEDBACK, 'customer'),
  made('feedback-empty', FEEDBACK, 'customer', { weather: 'empty' }),
  made('feedback-loading', FEEDBACK, 'customer', { weather: 'loading' }),
  made('feedback-failing', FEEDBACK, 'customer', { weather: 'failing' }),
  made('feedback-new', FEEDBACK, 'customer', { act: open('新建工单') }),
  made('feedback-missing', FEEDBACK, 'customer', {
    act: async (page) => {
      await open('新建工单')(page);
      await page.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click();
      await page.getByText('标题不能为空').waitFor();
    },
  }),
  made('feedback-ticket', FEEDBACK, 'customer', { act: openFirst('查看') }),
  made('admin-tickets-desk', '/admin_tickets', 'admin', { act: openFirst('处理') }),
  made('admin-tickets-grant', '/admin_tickets', 'admin', {
    act: async (page) => {
      await openFirst('处理')(page);
      await page.getByRole('dialog').getByRole('button', { name: '赠送流量', exact: true }).click();
      await page.getByLabel('说明').waitFor();
    },
  }),
  made('admin-tickets-canned', '/admin_tickets?tab=canned', 'admin'),
  made('admin-stastic-quarter', '/admin_stastic', 'admin', {
    given: [given(statisticsCalls.basicStastic, figuresOf(90))],
    act: async (page) => {
      await page.getByText('90 天', { exact: true }).click();
      await page.getByRole('img', { name: /^收入柱状图/ }).waitFor();
    },
  }),
];
