import { trouble } from '@skyport/contract/node-trouble';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { healthNow } from './health-now.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
/** What is said of a healthy node after so many ms without a health check, at an interval in seconds. */
const after = (ms: number, updateV2rayDuration = 60) =>
  healthNow(
    { health: 'healthy', troubles: [], looked_at: new Date(NOW.getTime() - ms) },
    { now: NOW, settings: { updateV2rayDuration } },
  );
const saying = (ms: number) => ({
  health: 'unknown',
  troubles: [trouble('looksStopped', { seconds: ms / SECOND_MS })],
});

test('a node is as it was seen until three health checks are overdue; from then on nobody knows', () => {
  expect(after(0)).toEqual({ health: 'healthy', troubles: [] });
  expect(after(3 * MINUTE_MS)).toEqual({ health: 'healthy', troubles: [] });
  expect(after(3 * MINUTE_MS + 1)).toEqual(saying(3 * MINUTE_MS));
  expect(after(-HOUR_MS).health).toBe('healthy');
});

test('three health checks an hour apart are three hours, and a few seconds without one are never called a standstill', () => {
  expect(after(3 * HOUR_MS, 3600).health).toBe('healthy');
  expect(after(3 * HOUR_MS + 1, 3600)).toEqual(saying(3 * HOUR_MS));
  expect(after(3 * MINUTE_MS, 2).health).toBe('healthy');
  expect(after(3 * MINUTE_MS + SECOND_MS, 2)).toEqual(saying(3 * MINUTE_MS + SECOND_MS));
});

test('whatever a node was when it was seen, nobody knows later; one that was never looked at is what it is stored as', () => {
  const rhythm = { now: NOW, settings: { updateV2rayDuration: 60 } };
  const why = [trouble('refused', { detail: 'HTTP 403' })];
  const old = new Date(NOW.getTime() - HOUR_MS);
  expect(healthNow({ health: 'offline', troubles: why, looked_at: old }, rhythm)).toEqual(saying(HOUR_MS));
  expect(healthNow({ health: 'refused', troubles: why, looked_at: null }, rhythm)).toEqual({
    health: 'refused',
    troubles: why,
  });
  expect(healthNow({ health: null, troubles: null, looked_at: null }, rhythm)).toEqual({
    health: 'unknown',
    troubles: [],
  });
});
