import { noticesCalls } from '@skyport/contract/notices';
import { trafficAdminCalls } from '@skyport/contract/traffic-admin';
import { trafficCalls } from '@skyport/contract/traffic';
import type { TrafficRecord } from '@skyport/contract/traffic-types';
import { GIB } from '@skyport/contract/units';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleHost } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import AllRecordsPage from './all-records.page.tsx';
import { allRecordsTexts, recordsTexts as texts } from './records-texts.ts';
import RecordsPage from './records.page.tsx';

const sampleId = '01970000-0000-7000-8000-000000000001';
const today = new Date().toISOString().slice(0, 10);
const record = (more: Partial<TrafficRecord>): TrafficRecord => ({
  type: 'spend',
  desc: '',
  trafficChange: 0,
  exemptionTraffic: 0,
  allTraffic: 10 * GIB,
  allSpend: 2 * GIB,
  day: today,
  updateTime: `${today}T01:00:00.000Z`,
  ...more,
});
const own = [
  record({ trafficChange: -2 * GIB, exemptionTraffic: GIB }),
  record({ type: 'buy', trafficChange: 10 * GIB, desc: '大流量' }),
];
const facts = (label: string): string => screen.getByLabelText(label).textContent;

test('ten days of records are listed with their sums, and narrowed to a type', async () => {
  fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(trafficCalls.myTrafficRecords, () => own);
  showPage(<RecordsPage />, '/traffic_records');
  expect(await screen.findByText('大流量')).toBeDefined();
  expect(screen.getAllByText('8.00 G')).toHaveLength(2);
  expect(facts(texts.totals)).toBe('记录2 条用量3.00 G其中限时与公共1.00 G增加10.00 G其他减少0 M');
  fireEvent.change(screen.getByLabelText(texts.type), { target: { value: 'buy' } });
  await waitFor(() => expect(facts(texts.totals)).toContain('记录1 条'));
  expect(screen.getByRole('img', { name: texts.chart('购买', '10.00 G') })).toBeDefined();
  const offered = [...screen.getByLabelText(texts.type).querySelectorAll('option')].map(({ value }) => value);
  expect(offered).toHaveLength(12);
});

test('whoever has used nothing is told how to begin, and a list that failed can be read again', async () => {
  const server = fakeServer().answer(trafficCalls.myTrafficRecords, () => refusal('fault'));
  showPage(<RecordsPage />, '/traffic_records');
  await screen.findByText('列表没有加载出来');
  server.answer(trafficCalls.myTrafficRecords, () => []);
  await press('重试');
  expect(await screen.findByText(texts.nothing)).toBeDefined();
});

test('sums and order that are ten minutes old are said to be, and the number of records is about right', async () => {
  const totals = { records: 1_300_000, trafficChange: -3 * GIB, exemptionTraffic: GIB };
  fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(trafficAdminCalls.trafficRecords, () => [{ ...own[0]!, uid: sampleId, email: 'lin@example.com' }])
    .answer(trafficAdminCalls.recordTotals, () => ({ ...totals, days: [{ day: today, ...totals }], copied: true }));
  showPage(<AllRecordsPage />, '/all_traffic_records');
  expect(await screen.findByText(allRecordsTexts.copied)).toBeDefined();
  expect(screen.getByText('约 130 万条')).toBeDefined();
});

test('admins see everybody’s records by type, days and account, with what they come to', async () => {
  const totals = { records: 150, trafficChange: -3 * GIB, exemptionTraffic: GIB };
  const server = fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(trafficAdminCalls.trafficRecords, () => [{ ...own[0]!, uid: sampleId, email: 'lin@example.com' }])
    .answer(trafficAdminCalls.recordTotals, () => ({ ...totals, days: [{ day: today, ...totals }] }));
  showPage(<AllRecordsPage />, '/all_traffic_records');
  const link = await screen.findByRole('link', { name: 'lin@example.com' });
  expect(link.getAttribute('href')).toContain(sampleId);
  await waitFor(() => expect(facts(allRecordsTexts.totals)).toContain('记录150 条'));
  const asked = { type: 'spend', day_num: 2, filterStr: '' };
  expect(server.inputsOf(trafficAdminCalls.trafficRecords)).toEqual([{ ...asked, limit: 100, offset: 0 }]);
  expect(server.inputsOf(trafficAdminCalls.recordTotals)).toEqual([asked]);
  const offered = [...screen.getByLabelText(allRecordsTexts.type).querySelectorAll('option')].map(({ value }) => value);
  expect(offered).not.toContain('tiyan_expire');
  fireEvent.change(screen.getByLabelText(allRecordsTexts.days), { target: { value: '7' } });
  fireEvent.change(screen.getByLabelText(allRecordsTexts.type), { target: { value: 'agency_spend' } });
  await userEvent.type(screen.getByLabelText(allRecordsTexts.search), 'lin');
  await waitFor(() =>
    expect(server.inputsOf(trafficAdminCalls.recordTotals).at(-1)).toEqual({
      type: 'agency_spend',
      day_num: 7,
      filterStr: 'lin',
    }),
  );
});
