import type { TrafficRecord } from '@skyport/contract/traffic-types';
import { expect, test } from 'vitest';
import { dailyUse } from './daily-use.ts';

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

test('ten days are shown, the last one today, across the end of a month', () => {
  const days = dailyUse([], '2026-12-03').map(({ day }) => day);
  expect(days).toHaveLength(10);
  expect([days[0], days[9]]).toEqual(['2026-11-24', '2026-12-03']);
});

test('what was charged and what the quota carried are added up, gifts are not', () => {
  const days = dailyUse(
    [
      record({ trafficChange: -100, exemptionTraffic: 40 }),
      record({ type: 'sign_use', trafficChange: 500 }),
      record({ trafficChange: -7, day: '2026-11-20' }),
      record({ trafficChange: -9, day: '2026-11-01' }),
    ],
    '2026-11-21',
  );
  expect(days.slice(-2)).toEqual([
    { day: '2026-11-20', used: 7 },
    { day: '2026-11-21', used: 140 },
  ]);
  expect(days.reduce((sum, { used }) => sum + used, 0)).toBe(147);
});

test('the use of an agency customer counts too', () => {
  const days = dailyUse([record({ type: 'agency_spend', trafficChange: -5 })], '2026-11-21');
  expect(days.at(-1)).toEqual({ day: '2026-11-21', used: 5 });
});
