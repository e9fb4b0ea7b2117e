import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOf } from './clock.ts';

test.each([
  ['2026-11-20T15:59:59.999Z', '2026-11-20'],
  ['2026-11-20T16:00:00.000Z', '2026-11-21'],
])('in Shanghai %s is %s', (instant, day) => {
  expect(dayOf(new Date(instant), 'Asia/Shanghai')).toBe(day);
});

test('a day is what the calendar says, in whatever order instants and zones are asked for', () => {
  const zones = ['Asia/Shanghai', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'] as const;
  const min = new Date('2020-01-01T00:00:00Z');
  const max = new Date('2035-01-01T00:00:00Z');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.date({ min, max, noInvalidDate: true }), fc.constantFrom(...zones))), (asked) => {
      for (const [instant, timeZone] of asked) {
        const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);
        expect(dayOf(instant, timeZone)).toBe(parts);
      }
    }),
  );
});

test('days are counted over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});
