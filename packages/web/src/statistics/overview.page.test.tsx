import { noticesCalls } from '@skyport/contract/notices';
import { releases } from '@skyport/contract/releases';
import { statisticsCalls as calls, waitingKinds } from '@skyport/contract/statistics';
import { GIB } from '@skyport/contract/units';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { sampleHost } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import OverviewPage from './overview.page.tsx';
import { overviewTexts as texts } from './overview-texts.ts';

const serve = (
  counts: Partial<Record<(typeof waitingKinds)[number], number>>,
  program = { version: '0.0.1', commit: '' },
) =>
  fakeServer().answer(calls.overview, () => ({
    waiting: waitingKinds.map((_id) => ({
      _id,
      count: counts[_id] ?? 0,
      since: _id === 'tickets' ? '2026-11-21T06:00:00.000Z' : null,
    })),
    today: {
      _id: '2026-11-21',
      day: '2026-11-21',
      signUseNum: 4,
      payNum: 3,
      income: 59.8,
      normalUserNum: 2,
      normalTraffic: 6 * GIB,
      normalAvg: 3 * GIB,
      dayUserNum: 5,
      dayTrafficUse: 10 * GIB,
      dayAvg: 2 * GIB,
      lotterySpendNum: 0,
      lotterySpendTraffic: 0,
      lotteryRewardNum: 0,
      lotteryRewardTraffic: 0,
      closed: false,
    },
    totalRemainingTraffic: 1536 * GIB,
    activeVipCount: 42,
    program,
  }));

test('what waits leads where it is done with, and today has its figures', async () => {
  serve({ tickets: 3, claims: 1, requests: 2, differences: 4, flags: 5 });
  showPage(<OverviewPage />, '/admin_overview');
  const waiting = within(await screen.findByRole('region', { name: texts.waiting }));
  const links = waiting.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    [`3${texts.kinds.tickets}${texts.since('2026-11-21 14:00:00')}`, '#/admin_tickets'],
    [`5${texts.kinds.flags}`, '#/admin_tradeList?flagged=1'],
    [`1${texts.kinds.claims}`, '#/admin_money?tab=claims'],
    [`2${texts.kinds.requests}`, '#/admin_money?tab=requests'],
    [`4${texts.kinds.differences}`, '#/admin_reconcile'],
  ]);
  const today = within(screen.getByRole('region', { name: texts.today }));
  for (const figure of ['59.80 元', '16.00 G', '1.50 T', '42 人']) expect(today.getByText(figure)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a difference of the ledger is an alarm', async () => {
  serve({ ledger: 1 });
  showPage(<OverviewPage />, '/admin_overview');
  expect((await screen.findByRole('alert')).textContent).toContain(texts.kinds.ledger);
});

test.each([
  ['', '', 1],
  ['', 'https://files.example', 0],
  ['https://files.example', '', 0],
])('guides without a file to download are named while no base is set: %o %o', async (guonei, guowai, lines) => {
  const host = { ...sampleHost, contentUrl_guonei: guonei, contentUrl_guowai: guowai };
  const server = serve({}).answer(noticesCalls.hostGet, () => host);
  showPage(<OverviewPage />, '/admin_overview');
  await screen.findByText(texts.nothing);
  await waitFor(() => expect(server.inputsOf(noticesCalls.hostGet)).toHaveLength(1));
  const links = () => screen.queryAllByRole('link', { name: texts.downloads.set });
  await waitFor(() => expect(links()).toHaveLength(lines));
  for (const link of links())
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('#/admin_config?find=下载地址');
});

test('where nothing waits, that is said', async () => {
  serve({});
  showPage(<OverviewPage />, '/admin_overview');
  expect(await screen.findByText(texts.nothing)).toBeDefined();
});

test('the version of the server is shown with what changed in it, where that is known', async () => {
  const [{ version, changes }] = releases;
  serve({}, { version, commit: '033642d' });
  showPage(<OverviewPage />, '/admin_overview');
  const section = within(await screen.findByRole('region', { name: texts.program }));
  expect(section.getByText(`${version}（033642d）`)).toBeDefined();
  const list = within(section.getByRole('list', { name: texts.changes }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([...changes]);
});

test('a version without notes is shown alone', async () => {
  serve({});
  showPage(<OverviewPage />, '/admin_overview');
  const section = within(await screen.findByRole('region', { name: texts.program }));
  expect(section.getByText('0.0.1')).toBeDefined();
  expect(section.queryByRole('list')).toBeNull();
});
