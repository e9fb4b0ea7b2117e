import { expect, test } from 'vitest';
import { HOUR_MS } from '../platform/clock.ts';
import { isDue, isStale, nextBackupAt, type ScheduleSettings } from './schedule.ts';

const daily: ScheduleSettings = { backup_every_hours: 24, backup_hour: 4, timezone: 'Asia/Shanghai' };
/** An instant of a day in Shanghai. */
const at = (time: string, day = '2026-11-21'): Date => new Date(`${day}T${time}:00+08:00`);
const yesterday = at('04:05', '2026-11-20');
const last = (good: Date | null, any = good) => ({ good, any });

test('a daily backup is due once, from its hour of the shop’s day on', () => {
  expect(isDue(daily, last(yesterday), at('03:59'))).toBe(false);
  expect(isDue(daily, last(yesterday), at('04:00'))).toBe(true);
  expect(isDue(daily, last(at('04:00')), at('23:00'))).toBe(false);
  expect(isDue(daily, last(at('04:00')), at('03:59', '2026-11-22'))).toBe(false);
  expect(isDue(daily, last(at('04:00')), at('04:00', '2026-11-22'))).toBe(true);
});

test('the first backup is due at once, and none without a schedule', () => {
  expect(isDue(daily, last(null), at('12:00'))).toBe(true);
  expect(isDue({ ...daily, backup_every_hours: 0 }, last(null), at('12:00'))).toBe(false);
  expect(nextBackupAt({ ...daily, backup_every_hours: 0 }, last(null), at('12:00'))).toBe(null);
});

test('one that failed is begun again after an hour', () => {
  expect(isDue(daily, last(yesterday, at('04:00')), at('04:59'))).toBe(false);
  expect(nextBackupAt(daily, last(yesterday, at('04:00')), at('04:59'))).toEqual(at('05:00'));
  expect(isDue(daily, last(yesterday, at('04:00')), at('05:00'))).toBe(true);
});

test('intervals of hours and of days are counted from the hour', () => {
  const sixHours = { ...daily, backup_every_hours: 6 };
  expect(isDue(sixHours, last(at('04:00')), at('09:59'))).toBe(false);
  expect(isDue(sixHours, last(at('04:00')), at('10:00'))).toBe(true);
  const weekly = { ...daily, backup_every_hours: 168 };
  const next = nextBackupAt(weekly, last(at('12:00')), at('12:00'))!;
  expect(next.getTime() - at('12:00').getTime()).toBeLessThanOrEqual(168 * HOUR_MS);
  expect(next.getTime() % (24 * HOUR_MS)).toBe(at('04:00').getTime() % (24 * HOUR_MS));
  expect(isDue(weekly, last(at('12:00')), new Date(next.getTime() - 1000))).toBe(false);
  expect(isDue(weekly, last(at('12:00')), next)).toBe(true);
});

test('the next time is the next hour of the schedule', () => {
  expect(nextBackupAt(daily, last(at('04:00')), at('12:34'))).toEqual(at('04:00', '2026-11-22'));
  expect(nextBackupAt(daily, last(yesterday), at('12:34'))).toEqual(at('12:34'));
});

test('a backup is too old after two intervals, counted from the begin of the schedule at the earliest', () => {
  const watchedFrom = at('00:00', '2026-11-01');
  expect(isStale(daily, { good: yesterday, watchedFrom }, at('04:05', '2026-11-22'))).toBe(false);
  expect(isStale(daily, { good: yesterday, watchedFrom }, at('04:06', '2026-11-22'))).toBe(true);
  expect(isStale(daily, { good: null, watchedFrom: yesterday }, at('04:05', '2026-11-22'))).toBe(false);
  expect(isStale(daily, { good: null, watchedFrom: yesterday }, at('04:06', '2026-11-22'))).toBe(true);
  expect(isStale(daily, { good: null, watchedFrom: null }, at('04:06', '2026-11-22'))).toBe(false);
  expect(isStale({ ...daily, backup_every_hours: 0 }, { good: null, watchedFrom }, at('12:00'))).toBe(false);
});
