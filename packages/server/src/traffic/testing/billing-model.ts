/*
 * A reference model of charging (model-based testing): what the domain's document says, point by point, in `bigint` and
 * without any optimisation. Tests hold the product's billing against it; none of the product's code is used here.
 */

/** Settings in their exact units: parts per million, and bytes. */
export interface ModelSettings {
  readonly globalPpm: bigint;
  readonly uploadPpm: bigint;
  readonly spareBelow: bigint;
  readonly minimum: bigint;
  readonly hourLimit: bigint;
}

/** An account. Bytes; days are texts, instants ms since 1970. */
export interface ModelAccount {
  granted: bigint;
  spent: bigint;
  pending: bigint;
  overrun: bigint;
  vipUntil: number | null;
  dailyQuota: bigint;
  dailyUnlimited: boolean;
  dailyUnlimitedGb: bigint;
  readonly scalePpm: bigint;
  readonly isAgencyUser: boolean;
  trials: { readonly id: string; left: bigint; readonly ends: number }[];
  readonly quotaUsed: Map<string, bigint>;
  readonly hourUsed: Map<number, bigint>;
  pausedUntil: number;
}

/** Everything that billing has ever written. */
export interface BillingModel {
  readonly accounts: Map<number, ModelAccount>;
  /** By `user.line`: all that was ever counted, in 10^-24 of a byte, and the whole bytes of it that were billed. */
  readonly counted: Map<string, bigint>;
  readonly billed: Map<string, bigint>;
  /** By `day user line`: raw up, raw down, billed. */
  readonly usage: Map<string, readonly [bigint, bigint, bigint]>;
  /** By `user day type`: change and exempt. */
  readonly records: Map<string, readonly [bigint, bigint]>;
}

/** One report. */
export interface ModelReport {
  readonly rows: readonly {
    readonly line: number;
    readonly user: number;
    readonly up: number;
    readonly down: number;
  }[];
  readonly lines: ReadonlyMap<number, { readonly scalePpm: bigint; readonly isPublic: boolean }>;
  readonly day: string;
  readonly at: number;
  readonly now: number;
  readonly today: string;
}

const GB = 1024n ** 3n;
const HOUR = 3_600_000;
const ONE = 10n ** 24n;

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const orNone = (a: bigint): bigint => (a < 0n ? 0n : a);

const limitOf = (p: ModelAccount): bigint => (p.dailyUnlimited ? p.dailyUnlimitedGb * GB : p.dailyQuota);
const isMember = (p: ModelAccount, at: number): boolean => p.vipUntil !== null && p.vipUntil > at;
const quotaLeft = (p: ModelAccount, at: number, day: string): bigint =>
  isMember(p, at) || p.dailyUnlimited ? orNone(limitOf(p) - (p.quotaUsed.get(day) ?? 0n)) : 0n;
const hasSomething = (p: ModelAccount, now: number, today: string): boolean =>
  p.granted > p.spent || quotaLeft(p, now, today) > 0n;

/** Bills a report; gives the whole bytes billed, who lost the use of lines, and who of them only for this hour. */
export const billInModel = (model: BillingModel, settings: ModelSettings, report: ModelReport) => {
  const { now, today } = report;
  const could = new Map(
    [...model.accounts].map(([user, p]) => [user, hasSomething(p, now, today) && p.pausedUntil <= now]),
  );
  let total = 0n;
  // A row without bytes says nothing, and causes nothing that is pending to be charged.
  const filled = report.rows.filter((row) => row.up + row.down > 0);
  for (const user of new Set(filled.map((row) => row.user))) {
    const { free, due } = countUser(model, settings, report, user);
    total += free + due;
    chargeUser(model, settings, report, { user, free, due });
  }
  const lost = [...model.accounts].filter(
    ([user, p]) => could.get(user) && (!hasSomething(p, now, today) || p.pausedUntil > now),
  );
  return {
    billed: total,
    ranOut: lost.map(([user]) => user),
    paused: lost.filter(([, p]) => hasSomething(p, now, today)).map(([user]) => user),
  };
};

/** Point 1: raw × scales, one (user, line) after the other, with what was left of earlier reports. */
const countUser = (model: BillingModel, settings: ModelSettings, { rows, lines, day }: ModelReport, user: number) => {
  const account = model.accounts.get(user)!;
  let [free, due] = [0n, 0n];
  for (const row of rows.filter((each) => each.user === user && each.up + each.down > 0)) {
    const line = lines.get(row.line)!;
    const global = account.granted < settings.spareBelow ? 1_000_000n : settings.globalPpm;
    const bytes = BigInt(row.down) * 1_000_000n + BigInt(row.up) * settings.uploadPpm;
    const key = `${user}.${row.line}`;
    const counted = (model.counted.get(key) ?? 0n) + bytes * line.scalePpm * account.scalePpm * global;
    const before = model.billed.get(key) ?? 0n;
    const billed = counted / ONE - before;
    model.counted.set(key, counted);
    model.billed.set(key, before + billed);
    if (line.isPublic) free += billed;
    else due += billed;
    const [u, d, b] = model.usage.get(`${day} ${user} ${row.line}`) ?? [0n, 0n, 0n];
    model.usage.set(`${day} ${user} ${row.line}`, [u + BigInt(row.up), d + BigInt(row.down), b + billed]);
  }
  return { free, due };
};

const chargeUser = (
  model: BillingModel,
  settings: ModelSettings,
  { day, at }: ModelReport,
  { user, free, due }: { user: number; free: bigint; due: bigint },
): void => {
  const p = model.accounts.get(user)!;
  countHour(p, settings, at, due);
  // Point 2: below the minimum it waits; point 3: what is public is exempt at once.
  p.pending += due;
  let exempt = free;
  let spent = 0n;
  if (p.pending >= settings.minimum) {
    let rest = p.pending;
    p.pending = 0n;
    // Point 4: the day's quota pays first.
    const quota = least(rest, quotaLeft(p, at, day));
    p.quotaUsed.set(day, (p.quotaUsed.get(day) ?? 0n) + quota);
    exempt += quota;
    rest -= quota;
    // Point 5: then permanent traffic, of which what ends first is used first.
    spent = least(rest, orNone(p.granted - p.spent));
    p.spent += spent;
    let ofTrials = spent;
    for (const trial of p.trials.toSorted((a, b) => a.ends - b.ends)) {
      const taken = least(ofTrials, trial.left);
      trial.left -= taken;
      ofTrials -= taken;
    }
    // Point 6: the rest is written down and never owed.
    p.overrun += rest - spent;
  }
  if (spent === 0n && exempt === 0n) return;
  const key = `${user} ${day} ${p.isAgencyUser ? 'agency_spend' : 'spend'}`;
  const [change, before] = model.records.get(key) ?? [0n, 0n];
  model.records.set(key, [change - spent, before + exempt]);
};

/** The hourly limit: only the newest hour counts, and only members are paused. */
const countHour = (p: ModelAccount, { hourLimit }: ModelSettings, at: number, due: bigint): void => {
  const hour = Math.floor(at / HOUR);
  if (due === 0n || [...p.hourUsed.keys()].some((known) => known > hour)) return;
  p.hourUsed.set(hour, (p.hourUsed.get(hour) ?? 0n) + due);
  if (hourLimit > 0n && p.hourUsed.get(hour)! > hourLimit && isMember(p, at)) p.pausedUntil = (hour + 1) * HOUR;
};

/** What is unused of limited traffic goes when its time is over; never more than there is. */
export const endTrialsInModel = (p: ModelAccount, now: number): void => {
  for (const trial of p.trials.filter(({ ends }) => ends <= now))
    p.granted -= least(trial.left, orNone(p.granted - p.spent));
  p.trials = p.trials.filter(({ ends }) => ends > now);
};
