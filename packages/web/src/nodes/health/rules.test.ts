import type { NodePoint } from '@skyport/contract/node-health';
import { expect, test } from 'vitest';
import { sampleLive } from '../testing.ts';
import { offsetText } from './figures.ts';
import {
  certificateTone,
  CHART_STEPS,
  chartSteps,
  chartText,
  clockTone,
  duration,
  factsOf,
  summaryOf,
} from './rules.ts';

const NOW = Date.parse('2026-11-02T00:00:00Z');

test('durations and offsets read as a person says them', () => {
  expect([duration(59), duration(3 * 3600 + 120), duration(2 * 86_400 + 3600)]).toEqual([
    '0 分钟',
    '3 小时 2 分钟',
    '2 天 1 小时',
  ]);
  const read = [-1500, -20, 0, 31_000].map(offsetText);
  expect(read).toEqual(['−1.5 秒', '0 秒', '0 秒', '+31 秒']);
});

test('a clock and a certificate are marked where the panel calls them unwell', () => {
  expect([5000, 5001, -30_000, -30_001].map(clockTone)).toEqual(['ok', 'warn', 'warn', 'bad']);
  const days = (n: number): string => new Date(NOW + n * 86_400_000).toISOString();
  expect([15, 13, 0].map((n) => certificateTone(days(n), NOW))).toEqual(['ok', 'warn', 'bad']);
});

test('an engine that stands still, a full disk and a node that cannot cut are marked', () => {
  const agent = {
    ...sampleLive.agent!,
    engine_running: false,
    engine_restarts: 2,
    disk_free: 1,
    can_cut_udp: false,
    unacked_batches: 4,
  };
  const marked = factsOf(sampleLive, agent, NOW).filter(({ tone }) => tone !== 'ok');
  expect(marked.map(({ label, value, tone }) => [label, value, tone])).toEqual([
    ['引擎', '26.3.27 · 未运行 · 重启 2 次', 'bad'],
    ['未确认批次', '4', 'warn'],
    ['可用磁盘', '1 B', 'bad'],
    ['断开被移除的用户', '仅 TCP', 'warn'],
  ]);
  expect(factsOf(sampleLive, sampleLive.agent!, NOW).every(({ tone }) => tone === 'ok')).toBe(true);
});

test('a chart has its columns whatever was measured; gaps stay gaps', () => {
  const point = (minutesAgo: number, part: Partial<NodePoint>): NodePoint => ({
    at: new Date(NOW - minutesAgo * 60_000).toISOString(),
    up: 0,
    down: 0,
    load: null,
    memory_free: null,
    disk_free: null,
    online: 0,
    latency_ms: null,
    lost: 0,
    ...part,
  });
  const points = [point(25 * 60, { load: 9 }), point(14, { load: 1, down: 300 }), point(6, { load: 3, down: 900 })];
  const load = chartSteps(points, 'load', { hours: 24, now: NOW });
  expect(load).toHaveLength(CHART_STEPS);
  expect(load.slice(-2).map(({ value }) => value)).toEqual([null, 2]);
  expect(summaryOf(load)).toEqual({ average: 2, peak: 2 });
  expect(chartSteps(points, 'down', { hours: 24, now: NOW }).at(-1)?.value).toBe(2);
  expect(summaryOf(chartSteps(points, 'latency', { hours: 24, now: NOW }))).toBeUndefined();
  expect(chartText('down', 1_250_000)).toBe('10 Mbps');
});
