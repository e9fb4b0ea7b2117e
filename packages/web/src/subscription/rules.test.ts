import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { platforms } from '@skyport/contract/devices';
import { advancedClients, clients, recommendedClient } from './clients.ts';
import { importRefusal, permanentLeft, quotaOf, standingOf, subscribeRefusal } from './rules.ts';
import { texts } from './texts.ts';

test('each platform lists its clients in the order of the specification', () => {
  const names = Object.fromEntries(platforms.map((p) => [p, clients[p].map((client) => client.name)]));
  expect(names).toEqual({
    Windows: ['FLClash', 'Clash', 'v2ray'],
    Android: ['FLClash', 'SingBox', 'Clash', 'v2rayNG', 'Clash Meta'],
    iOS: ['Shadowrocket', 'SingBox', 'QuantumultX', 'Streisands', 'V2Box'],
    macOS: ['FLClash', 'SingBox', 'Clash', 'v2ray 通用订阅链接'],
  });
  expect(recommendedClient('iOS').name).toBe('Shadowrocket');
});

test('the advanced card recommends three clients and warns about four', () => {
  expect(advancedClients.map(({ name, label }) => [name, label])).toEqual([
    ['Shadowrocket', 'recommended'],
    ['FLClash', 'recommended'],
    ['SSR', 'recommended'],
    ['Clash', 'noDirect'],
    ['Surge', 'noDirect'],
    ['QuantumultX', 'noDirect'],
    ['Surfboard', 'noDirect'],
  ]);
});

test('a visitor is asked to log in, with the text of that client', () => {
  const visitor = { visitor: true, user: undefined };
  expect(subscribeRefusal('clash', visitor)?.message).toEqual({ text: '请您登录后再进行订阅', ms: 2000 });
  expect(subscribeRefusal('singbox', visitor)?.message.text).toBe('请登录');
});

test('whose account could not be read is not asked to log in: it is read again', () => {
  expect(subscribeRefusal('clash', { visitor: false, user: undefined })).toEqual({
    message: { text: '网络异常，请稍后重试', ms: 2000 },
    refresh: true,
  });
});

const userkey = 'k'.repeat(32);

test('without the key, which comes for a whole session only, there is no link: somebody logs in anew', () => {
  const refusal = subscribeRefusal('clash', { visitor: false, user: { _id: 'x', userkey: '' } });
  expect(refusal).toEqual({ message: texts.loginAgain, refresh: false });
});

test('Shadowrocket and SSR need a record with an id', () => {
  for (const app of ['shadowrocket', 'ssr'] as const) {
    for (const _id of ['', 'undefined'])
      expect(subscribeRefusal(app, { visitor: false, user: { _id, userkey } })).toEqual({
        message: { text: '网络异常，请稍后重试', ms: 2000 },
        refresh: true,
      });
    expect(subscribeRefusal(app, { visitor: false, user: { _id: 'x', userkey } })).toBeUndefined();
  }
  expect(subscribeRefusal('clash', { visitor: false, user: { _id: 'undefined', userkey } })).toBeUndefined();
});

test('some clients are opened on phones only, Surge on iOS only', () => {
  for (const app of ['shadowrocket', 'quantumultX', 'quantumult'] as const) {
    expect(importRefusal(app, 'Windows')?.text).toBe('请在手机端打开本网站，再进行一件订阅的操作');
    expect(importRefusal(app, 'macOS')).toBeDefined();
    expect(importRefusal(app, 'Android')).toBeUndefined();
    expect(importRefusal(app, 'iOS')).toBeUndefined();
  }
  expect(importRefusal('surge', 'Android')?.text).toBe('仅 IOS surge支持一键订阅');
  expect(importRefusal('surge', 'iOS')).toBeUndefined();
  for (const app of ['flclash', 'ssr'] as const) expect(importRefusal(app, 'Windows')).toBeUndefined();
});

test('the share of the quota stops at 100 percent, and the quota is 50 G when none is named', () => {
  expect(quotaOf({ dailyTimePackageUsage: 18.5 * GIB, limit: 50 * GIB }).percent).toBeCloseTo(37);
  expect(quotaOf({ dailyTimePackageUsage: 60 * GIB, limit: 50 * GIB }).percent).toBe(100);
  expect(quotaOf({ dailyTimePackageUsage: 25 * GIB })).toEqual({ used: 25 * GIB, limit: 50 * GIB, percent: 50 });
});

test('a quota of 0 G is used up, and not shown as 50 G', () => {
  expect(quotaOf({ dailyTimePackageUsage: 0, limit: 0 })).toEqual({ used: 0, limit: 0, percent: 100 });
});

test('an account has days, or a daily quota, or traffic, or nothing', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  const none = {
    traffic: 5,
    spendTraffic: 5,
    vipExpireTime: null,
    specialDailyUnlimitTraffic: false,
    limit: 50 * GIB,
  };
  expect(standingOf(none, now)).toBe('nothing');
  expect(standingOf({ ...none, traffic: 6 }, now)).toBe('traffic');
  expect(standingOf({ ...none, vipExpireTime: '2026-11-22T00:00:00Z' }, now)).toBe('member');
  expect(standingOf({ ...none, vipExpireTime: '2026-11-20T00:00:00Z' }, now)).toBe('nothing');
  const special = { ...none, specialDailyUnlimitTraffic: true };
  expect(standingOf(special, now)).toBe('quota');
  expect(standingOf({ ...special, traffic: 6, limit: 0 }, now)).toBe('traffic');
  expect(permanentLeft({ traffic: 5, spendTraffic: 7 })).toBe(0);
});
