import type { TrafficRecord } from '@skyport/contract/traffic-types';
import { expect, test } from 'vitest';
import { adminTypes, dailyTotals, recordInput, startFilters, startQuery, sumsOf } from './records-rules.ts';

const record = (more: Partial<TrafficRecord>): TrafficRecord => ({
  type: 'spend',
  desc: '',
  trafficChange: 0,
  exemptionTraffic: 0,
  allTraffic: 0,
  allSpend: 0,
  day: '2026-11-21',
  updateTime: '2026-11-21T01:00:00.000Z',
  ...more,
});

test('use, gifts and what was taken away are told apart', () => {
  const sums = sumsOf([
    record({ trafficChange: -100, exemptionTraffic: 40 }),
    record({ type: 'agency_spend', trafficChange: -5 }),
    record({ type: 'buy', trafficChange: 1000 }),
    record({ type: 'agency_allocate', trafficChange: -300 }),
    record({ type: 'tiyan_expire', trafficChange: -7 }),
  ]);
  expect(sums).toEqual({ used: 145, free: 40, gained: 1000, lost: 307 });
});

test('admins choose from ten types; what expires is not one of them', () => {
  expect(adminTypes).toHaveLength(10);
  expect(adminTypes).not.toContain('tiyan_expire');
});

test('the list of everybody begins with two days of use', () => {
  expect(recordInput(startQuery, startFilters)).toEqual({
    type: 'spend',
    day_num: 2,
    filterStr: '',
    limit: 100,
    offset: 0,
  });
  expect(recordInput({ ...startQuery, page: 2, search: ' a@b ' }, { type: 'buy', days: 7 })).toMatchObject({
    type: 'buy',
    day_num: 7,
    filterStr: 'a@b',
    offset: 200,
  });
});

test('days without a record have a place in the chart', () => {
  const totals = { records: 1, trafficChange: -3, exemptionTraffic: 4 };
  const days = dailyTotals({ ...totals, days: [{ day: '2026-12-01', ...totals }] }, '2026-12-02', 3);
  expect(days).toEqual([
    { day: '2026-11-30', used: 0 },
    { day: '2026-12-01', used: 7 },
    { day: '2026-12-02', used: 0 },
  ]);
});
