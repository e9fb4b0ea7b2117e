import { MIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { checkInDone, checkInRefusal, productDay, streakDots } from './rules.ts';

const rewards = { signUseRewardTraffic: 200, continueSignUseDay: 30, continueSignReward: 1024 };

test('a day begins at midnight in the zone of the settings', () => {
  const [before, after] = [Date.parse('2026-11-21T15:59:59Z'), Date.parse('2026-11-21T16:00:00Z')];
  expect([before, after].map((now) => productDay(now, 'Asia/Shanghai'))).toEqual(['2026-11-21', '2026-11-22']);
  expect([before, after].map((now) => productDay(now, 'Asia/Tokyo'))).toEqual(['2026-11-22', '2026-11-22']);
});

test('checking in is for paid accounts, once a day and browser', () => {
  const today = '2026-11-21';
  expect(checkInRefusal({ paidUser: false }, { lastDay: undefined, today })).toEqual({
    text: '付费用户可领取每日福利',
    ms: 2000,
  });
  expect(checkInRefusal({ paidUser: true }, { lastDay: today, today })).toEqual({
    text: '已经使用其他账号签过到',
    ms: 5000,
  });
  expect(checkInRefusal({ paidUser: true }, { lastDay: '2026-11-20', today })).toBeUndefined();
});

test('the answer is told with its megabytes, its days and the extra reward', () => {
  const plain = { addTraffic: 200 * MIB, haveContinueSignUseData: 13, extraReward: false };
  expect(checkInDone(plain, rewards).text).toBe('签到成功，获得 200 M 流量，已连续签到 13 天');
  const full = { addTraffic: 1224 * MIB, haveContinueSignUseData: 0, extraReward: true };
  expect(checkInDone(full, rewards).text).toBe('签到成功，获得 1224 M 流量，已连续签到 30 天，包含额外奖励 1024 M');
});

test('a streak has a dot a day, and no more dots than fit', () => {
  expect(streakDots(12, 30)).toEqual({ all: 30, lit: 12 });
  expect(streakDots(3, 7)).toEqual({ all: 7, lit: 3 });
  expect(streakDots(50, 100)).toEqual({ all: 30, lit: 15 });
  expect(streakDots(9, 7)).toEqual({ all: 7, lit: 7 });
});
