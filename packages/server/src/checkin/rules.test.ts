import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../platform/clock.ts';
import { checkedIn, nextStreak, shownStreak, type LastCheckin } from './rules.ts';

const today = '2026-03-01';

test('the first check-in counts one, the next day two, and a missed day starts again', () => {
  expect(nextStreak(undefined, today, 30)).toBe(1);
  expect(nextStreak({ day: '2026-02-28', streak: 1 }, today, 30)).toBe(2);
  expect(nextStreak({ day: '2026-02-27', streak: 7 }, today, 30)).toBe(1);
});

test('a completed streak shows zero and the next day counts one', () => {
  expect(shownStreak({ day: today, streak: 30 }, today, 30)).toBe(0);
  expect(nextStreak({ day: '2026-02-28', streak: 30 }, today, 30)).toBe(1);
});

test('only a check-in of today is one of today', () => {
  expect(checkedIn({ day: today, streak: 3 }, today)).toBe(true);
  expect(checkedIn({ day: '2026-02-28', streak: 3 }, today)).toBe(false);
  expect(checkedIn(undefined, today)).toBe(false);
});

test('over any run of days, the reward is due exactly once in every `wanted` check-ins in a row', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 120 }), (wanted, days) => {
      let last: LastCheckin | undefined;
      let rewards = 0;
      for (let n = 0; n < days; n++) {
        const day = addDays(today, n);
        last = { day, streak: nextStreak(last, day, wanted) };
        if (last.streak >= wanted) rewards++;
      }
      expect(rewards).toBe(Math.floor(days / wanted));
    }),
  );
});
