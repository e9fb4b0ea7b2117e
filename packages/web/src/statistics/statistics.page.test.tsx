import { type DayFigures, MOST_STATISTICS_DAYS, statisticsCalls as calls } from '@skyport/contract/statistics';
import { GIB } from '@skyport/contract/units';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import StatisticsPage from './statistics.page.tsx';
import { texts } from './texts.ts';

const day = (date: string, change: Partial<DayFigures> = {}): DayFigures => ({
  _id: date,
  day: date,
  signUseNum: 4,
  payNum: 3,
  income: 59.8,
  normalUserNum: 2,
  normalTraffic: 6 * GIB,
  normalAvg: 3 * GIB,
  dayUserNum: 5,
  dayTrafficUse: 10 * GIB,
  dayAvg: 2 * GIB,
  lotterySpendNum: 7,
  lotterySpendTraffic: 7 * GIB,
  lotteryRewardNum: 6,
  lotteryRewardTraffic: 5 * GIB,
  closed: true,
  ...change,
});
const serve = () =>
  fakeServer().answer(calls.basicStastic, () => ({
    stastic_list: [day('2026-11-21', { closed: false, income: 0 }), day('2026-11-20')],
    totalRemainingTraffic: 1536 * GIB,
    activeVipCount: 42,
  }));

const tableOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section')!);

test('what is left, the members, and three tables with the figures of each day', async () => {
  const fake = serve();
  showPage(<StatisticsPage />, '/admin_stastic');
  expect(await screen.findByText('1.50 T')).toBeDefined();
  expect(screen.getByText('42 人')).toBeDefined();
  expect(fake.inputsOf(calls.basicStastic)).toEqual([{ num: 7 }]);
  const rowIn = async (title: string) =>
    (await tableOf(title)).getAllByRole('row').find(({ textContent }) => textContent.includes('2026-11-20'))!
      .textContent;
  expect(await rowIn('支付统计')).toMatch(/59\.80.*3.*4/);
  expect(await rowIn('流量统计')).toMatch(/2.*6\.00 G.*3\.00 G.*5.*10\.00 G.*2\.00 G/);
  expect(await rowIn('抽奖统计')).toMatch(/7.*7\.00 G.*6.*5\.00 G/);
  expect((await tableOf('支付统计')).getAllByText(texts.live)).toHaveLength(1);
});

test('the charts say what they show, and other days are asked for', async () => {
  const fake = serve();
  showPage(<StatisticsPage />, '/admin_stastic');
  expect(await screen.findByRole('img', { name: '收入柱状图，2026-11-20 至 2026-11-21，共 59.80 元' })).toBeDefined();
  expect(screen.getByRole('img', { name: '使用人数柱状图，2026-11-20 至 2026-11-21，最多 5 人' })).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: texts.days(90) }));
  await waitFor(() => expect(fake.inputsOf(calls.basicStastic).at(-1)).toEqual({ num: 90 }));
});

test('all days are saved as one file', async () => {
  const fake = serve();
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  showPage(<StatisticsPage />, '/admin_stastic');
  await screen.findByText('42 人');
  await press(texts.exportAll);
  await waitFor(() => expect(made).toHaveBeenCalled());
  const text = await (made.mock.calls[0]![0] as Blob).text();
  expect(text).toContain('日期,收入（元）,支付订单');
  expect(text).toContain('2026-11-20,59.8,3,4,2,6.00');
  expect(fake.inputsOf(calls.basicStastic).at(-1)).toEqual({ num: MOST_STATISTICS_DAYS });
  made.mockRestore();
});
