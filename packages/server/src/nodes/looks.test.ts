import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { healthNow } from './looks.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
/** What is said of a healthy node after so many ms without a look, at an interval in seconds. */
const after = (ms: number, updateV2rayDuration = 60) =>
  healthNow(
    { health: 'healthy', last_error: '', looked_at: new Date(NOW.getTime() - ms) },
    { now: NOW, settings: { updateV2rayDuration } },
  );
const saying = (age: string) => ({
  health: 'unknown',
  last_error: `面板的后台任务没有运行，状态是 ${age}前的`,
});

test('a node is as it was seen until three looks are overdue; from then on nobody knows', () => {
  expect(after(0)).toEqual({ health: 'healthy', last_error: '' });
  expect(after(3 * MINUTE_MS)).toEqual({ health: 'healthy', last_error: '' });
  expect(after(3 * MINUTE_MS + 1)).toEqual(saying('3 分钟'));
  expect(after(-HOUR_MS).health).toBe('healthy');
});

test('three looks an hour apart are three hours, and a few seconds without one are never called a standstill', () => {
  expect(after(3 * HOUR_MS, 3600).health).toBe('healthy');
  expect(after(3 * HOUR_MS + 1, 3600)).toEqual(saying('3 小时'));
  expect(after(3 * MINUTE_MS, 2).health).toBe('healthy');
  expect(after(3 * MINUTE_MS + SECOND_MS, 2)).toEqual(saying('3 分钟'));
});

test('the age is told in a unit that can be read', () => {
  expect([119 * MINUTE_MS, 47 * HOUR_MS, 49 * HOUR_MS].map((ms) => after(ms))).toEqual(
    ['119 分钟', '47 小时', '2 天'].map(saying),
  );
});

test('whatever a node was when it was seen, nobody knows later; one that was never looked at is what it is stored as', () => {
  const rhythm = { now: NOW, settings: { updateV2rayDuration: 60 } };
  const old = new Date(NOW.getTime() - HOUR_MS);
  expect(healthNow({ health: 'offline', last_error: 'no route', looked_at: old }, rhythm)).toEqual(saying('60 分钟'));
  expect(healthNow({ health: 'refused', last_error: 'why', looked_at: null }, rhythm)).toEqual({
    health: 'refused',
    last_error: 'why',
  });
  expect(healthNow({ health: null, last_error: null, looked_at: null }, rhythm)).toEqual({
    health: 'unknown',
    last_error: '',
  });
});
