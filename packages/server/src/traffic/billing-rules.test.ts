import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chargeAccount,
  globalScale,
  isPaused,
  leftOfTrials,
  type AccountUse,
  type ChargedAccount,
  type TrialLeft,
} from './billing-rules.ts';

const at = new Date('2026-05-05T12:00:00Z');
const account = (change: Partial<ChargedAccount> = {}): ChargedAccount => ({
  granted: 0,
  spent: 0,
  vipUntil: null,
  dailyQuota: 0,
  dailyUnlimited: false,
  dailyUnlimitedGb: 0,
  day: '2026-05-05',
  dayUsed: 0,
  prevDay: '2026-05-04',
  prevUsed: 0,
  pending: 0,
  overrun: 0,
  trialLeft: 0,
  ...change,
});
const use = (billed: number, change: Partial<AccountUse> = {}): AccountUse => ({
  free: 0,
  billed,
  day: '2026-05-05',
  at,
  ...change,
});
const atLeast = (minimum: number) => ({ minimum, hourLimit: 0 });
const size = fc.integer({ min: 0, max: 60 });

test('the global scale spares accounts below the threshold', () => {
  expect([globalScale(9, 10, 5), globalScale(10, 10, 5), globalScale(0, 0, 5)]).toEqual([1_000_000, 5, 5]);
});

/** An account and the trials that its sum stands for. */
interface Holder {
  readonly before: ChargedAccount;
  readonly trials: readonly TrialLeft[];
}

/** The same rules, byte by byte, as one would do it on paper. */
const chargeSlowly = (
  { before, trials: open }: Holder,
  { free, billed, day }: AccountUse,
  minimum: number,
  member: boolean,
) => {
  const sums = { exempt: free, spent: 0, overrun: 0, pending: before.pending + billed };
  const trials = open.map((trial) => ({ ...trial }));
  const used = new Map([
    [before.prevDay, before.prevUsed],
    [before.day, before.dayUsed],
  ]);
  const bucket = day < before.prevDay ? before.day : day;
  const limit = before.dailyUnlimited ? before.dailyUnlimitedGb * 1024 ** 3 : before.dailyQuota;
  if (sums.pending < minimum) return { ...sums, trials, used };
  while (sums.pending > 0) {
    sums.pending -= 1;
    if ((member || before.dailyUnlimited) && (used.get(bucket) ?? 0) < limit) {
      used.set(bucket, (used.get(bucket) ?? 0) + 1);
      sums.exempt += 1;
    } else if (before.spent + sums.spent < before.granted) {
      sums.spent += 1;
      const trial = trials.find(({ left }) => left > 0);
      if (trial) trial.left -= 1;
    } else sums.overrun += 1;
  }
  return { ...sums, trials, used };
};

const anyAccount = fc
  .record({
    spent: size,
    more: size,
    member: fc.boolean(),
    dailyUnlimited: fc.boolean(),
    dailyQuota: size,
    dayUsed: size,
    prevUsed: size,
    pending: size,
    trials: fc.array(size, { maxLength: 3 }),
  })
  .map(({ more, member, trials, ...rest }): Holder => ({
    before: account({
      ...rest,
      granted: rest.spent + more,
      vipUntil: member ? new Date(at.getTime() + 1) : new Date(at),
      trialLeft: trials.reduce((sum, left) => sum + left, 0),
    }),
    trials: trials.map((left, index) => ({ id: String(index), left })),
  }));
const anyDay = fc.constantFrom('2026-05-03', '2026-05-04', '2026-05-05', '2026-05-06');

test('charging agrees with the rules done byte by byte, and every byte is somewhere', () => {
  fc.assert(
    fc.property(anyAccount, size, size, anyDay, size, (holder, free, billed, day, minimum) => {
      const { before, trials } = holder;
      const charge = chargeAccount(before, use(billed, { free, day }), atLeast(minimum));
      const slow = chargeSlowly(holder, use(billed, { free, day }), minimum, before.vipUntil! > at);
      const after = charge.account;
      expect(charge).toMatchObject({ exempt: slow.exempt, spent: slow.spent, overrun: slow.overrun });
      expect(after.pending).toBe(slow.pending);
      expect(leftOfTrials(trials, after.trialLeft)).toEqual(slow.trials);
      expect(after.spent).toBe(before.spent + charge.spent);
      expect(after.overrun).toBe(before.overrun + charge.overrun);
      expect(after.spent).toBeLessThanOrEqual(after.granted);
      expect(after.dayUsed).toBe(slow.used.get(after.day) ?? 0);
      expect(after.prevUsed).toBe(slow.used.get(after.prevDay) ?? 0);
      expect(charge.exempt + charge.spent + charge.overrun + after.pending).toBe(free + billed + before.pending);
    }),
    { numRuns: 3000 },
  );
});

test('use waits until it reaches the minimum and is then charged whole', () => {
  const first = chargeAccount(account({ granted: 100 }), use(9), atLeast(10));
  expect([first.spent, first.account.pending]).toEqual([0, 9]);
  const second = chargeAccount(first.account, use(1), atLeast(10));
  expect([second.spent, second.account.pending]).toEqual([10, 0]);
});

test('public lines cost nothing, even without anything left', () => {
  expect(chargeAccount(account(), use(0, { free: 50 }), atLeast(0))).toMatchObject({
    exempt: 50,
    spent: 0,
    overrun: 0,
  });
});

test('membership pays first, up to the quota of the day, then permanent traffic', () => {
  const member = account({ granted: 100, vipUntil: new Date(at.getTime() + 1), dailyQuota: 30, dayUsed: 20 });
  expect(chargeAccount(member, use(25), atLeast(0))).toMatchObject({ exempt: 10, spent: 15, account: { dayUsed: 30 } });
});

test('a special daily quota works without membership', () => {
  const special = account({ dailyUnlimited: true, dailyUnlimitedGb: 1 });
  expect(chargeAccount(special, use(500), atLeast(0))).toMatchObject({ exempt: 500, spent: 0, overrun: 0 });
});

test('a new day starts a new quota, and a late report goes to the day it belongs to', () => {
  const member = account({ vipUntil: new Date(at.getTime() + 1), dailyQuota: 30, dayUsed: 30 });
  const next = chargeAccount(member, use(10, { day: '2026-05-06' }), atLeast(0));
  expect(next).toMatchObject({
    exempt: 10,
    account: { day: '2026-05-06', dayUsed: 10, prevDay: '2026-05-05', prevUsed: 30 },
  });
  const late = chargeAccount(next.account, use(5, { day: '2026-05-05' }), atLeast(0));
  expect(late).toMatchObject({ exempt: 0, overrun: 5, account: { dayUsed: 10, prevUsed: 30 } });
});

test('limited traffic is used first, the grant that ends first before the others', () => {
  const trials = [
    { id: 'a', left: 10 },
    { id: 'b', left: 10 },
  ];
  const { account: after } = chargeAccount(account({ granted: 100, trialLeft: 20 }), use(15), atLeast(0));
  expect(leftOfTrials(trials, after.trialLeft)).toEqual([
    { id: 'a', left: 0 },
    { id: 'b', left: 5 },
  ]);
});

const HOUR = 3_600_000;
const member = (change: Partial<ChargedAccount> = {}): ChargedAccount =>
  account({ vipUntil: new Date(at.getTime() + 9 * HOUR), dailyQuota: 1000, ...change });
const limited = { minimum: 0, hourLimit: 10 };

test('a member above the hourly limit is paused until the hour ends, whatever they have left', () => {
  const just = chargeAccount(member({ granted: 500 }), use(10), limited).account;
  expect(isPaused(just.hourly!, at)).toBe(false);
  const above = chargeAccount(just, use(1), limited).account;
  expect(above.hourly).toEqual({ hour: at.getTime() / HOUR, used: 11, pausedUntil: new Date(at.getTime() + HOUR) });
  expect(isPaused(above.hourly!, new Date(at.getTime() + HOUR - 1))).toBe(true);
  expect(isPaused(above.hourly!, new Date(at.getTime() + HOUR))).toBe(false);
  const next = chargeAccount(above, use(10, { at: new Date(at.getTime() + HOUR) }), limited).account;
  expect([next.hourly?.used, isPaused(next.hourly!, new Date(at.getTime() + HOUR))]).toEqual([10, false]);
});

test('the hourly limit is for members, can be off, and leaves public lines and late reports out', () => {
  const pausedUntil = (before: ChargedAccount, own: AccountUse, rules = limited) =>
    chargeAccount(before, own, rules).account.hourly?.pausedUntil ?? null;
  expect(pausedUntil(account({ granted: 500 }), use(99))).toBeNull();
  expect(pausedUntil(member(), use(99), { minimum: 0, hourLimit: 0 })).toBeNull();
  expect(pausedUntil(member(), use(0, { free: 99 }))).toBeNull();
  const now = chargeAccount(member(), use(1), limited).account;
  expect(pausedUntil(now, use(99, { at: new Date(at.getTime() - HOUR) }))).toBeNull();
});

test('use that waits for the minimum counts towards the hour all the same', () => {
  const waiting = chargeAccount(member(), use(11), { minimum: 100, hourLimit: 10 }).account;
  expect([waiting.pending, isPaused(waiting.hourly!, at)]).toEqual([11, true]);
});
