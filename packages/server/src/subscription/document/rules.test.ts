import fc from 'fast-check';
import { GIB, MIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import type { TrafficState } from '../../traffic/index.ts';
import { preferredDomainOf } from '../../platform/preferred-domain.ts';
import { personalTexts } from './personal.ts';
import { consoleHostsOf, emptyReason, linkAddressesOf, usageOf } from './rules.ts';

const now = new Date('2026-11-21T04:00:00Z');
const today = '2026-11-21';
const state: TrafficState = {
  granted: 10 * GIB,
  spent: 3 * GIB,
  vipUntil: null,
  dailyQuota: 50 * GIB,
  day: today,
  dayUsed: 2 * GIB,
  dailyUnlimited: false,
  dailyUnlimitedGb: 0,
};

test('permanent traffic alone is what a client shows without membership, and nothing expires', () => {
  expect(usageOf(state, now, today)).toEqual({
    upload: 0,
    download: 3 * GIB,
    total: 10 * GIB,
    expireSeconds: null,
  });
});

test("a member sees today's quota on top, and when it ends", () => {
  const vipUntil = new Date(now.getTime() + 1500);
  expect(usageOf({ ...state, vipUntil }, now, today)).toEqual({
    upload: 0,
    download: 5 * GIB,
    total: 60 * GIB,
    expireSeconds: Math.floor(vipUntil.getTime() / 1000),
  });
  expect(usageOf({ ...state, vipUntil }, now, '2026-11-22').download).toBe(3 * GIB);
});

test('membership that has ended is distinguished from traffic that is used up', () => {
  expect(emptyReason({ ...state, vipUntil: now }, now)).toBe('expired');
  expect(emptyReason(state, now)).toBe('usedUp');
});

test('a new account, which never had anything, is not told that it has used everything up', () => {
  const fresh = { ...state, granted: 0, spent: 0, dayUsed: 0 };
  expect(emptyReason(fresh, now)).toBe('new');
  expect(emptyReason({ ...fresh, dailyUnlimited: true }, now)).toBe('usedUp');
  expect(emptyReason({ ...fresh, vipUntil: new Date(now.getTime() + 1) }, now)).toBe('usedUp');
});

test('the end of a membership stays when it has passed, unless something is left that does not expire', () => {
  const vipUntil = new Date(now.getTime() - 1500);
  const end = Math.floor(vipUntil.getTime() / 1000);
  expect(usageOf({ ...state, spent: state.granted, vipUntil }, now, today).expireSeconds).toBe(end);
  expect(usageOf({ ...state, vipUntil }, now, today).expireSeconds).toBeNull();
});

test('numbers for the header are whole and never negative', () => {
  const when = fc.option(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }));
  fc.assert(
    fc.property(fc.nat(), fc.nat(), when, fc.boolean(), (granted, spent, vipUntil, dailyUnlimited) => {
      const usage = usageOf({ ...state, granted, spent, vipUntil, dailyUnlimited, dailyUnlimitedGb: 5 }, now, today);
      for (const value of [usage.download, usage.total, usage.expireSeconds ?? 0]) {
        expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
      }
    }),
  );
});

test('links are fetched from their own base, else from the public address, else from where the request came to', () => {
  const request = { host: 'panel.example:8443', secure: true };
  expect(linkAddressesOf('https://sub.example', 'https://www.example', request).selfHost).toBe('sub.example');
  expect(linkAddressesOf('sub.example:444', '', request).selfHost).toBe('sub.example');
  expect(linkAddressesOf('', 'https://www.example', request)).toEqual({
    selfHost: 'www.example',
    linkBase: 'https://www.example',
    webPage: 'https://www.example',
    pageHost: 'www.example',
    isByRequest: false,
  });
  const [origin, isByRequest] = ['https://panel.example:8443', true];
  const named = {
    selfHost: 'panel.example',
    linkBase: origin,
    webPage: origin,
    pageHost: 'panel.example',
    isByRequest,
  };
  expect(linkAddressesOf('', '', request)).toEqual(named);
  const linkBase = 'https://sub.example';
  expect(linkAddressesOf(linkBase, '', request)).toEqual({ ...named, selfHost: 'sub.example', linkBase });
});

test('a document names the console that its account is sent to, and its own page, and no other', () => {
  const settings = { preferDomain: 'www.example', agency_user_domain: 'agency.example' };
  const of = (prefer_domain: string, is_agency_user = false) =>
    consoleHostsOf(preferredDomainOf({ is_agency_user, prefer_domain }, settings), 'panel.example');
  expect(of('')).toEqual(['www.example', 'panel.example']);
  expect(of('own.example')).toEqual(['own.example', 'panel.example']);
  expect(of('panel.example')).toEqual(['panel.example']);
  expect(of('own.example', true)).toEqual(['agency.example', 'panel.example']);
});

test('the status line shows little traffic in M', () => {
  const usage = { upload: 0, download: 12.5 * MIB, total: 4 * MIB, expireSeconds: null };
  const textOf = personalTexts({ link: () => '', usage, timezone: 'Asia/Shanghai', useEnglish: false });
  expect(textOf('usage')).toBe('STATUS=🚀↑:0GB,↓:12.5MB,TOT:4MB');
});
