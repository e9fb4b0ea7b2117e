import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { Entry } from './tables.ts';

/*
 * The rules of charging, written a second time: slowly, in whole numbers without end, from what was agreed and not from
 * the product's code.
 */

const MILLION = 1_000_000n;

/** Four scales in millionths each. */
export const WHOLE = MILLION ** 4n;

const MIB = 1024n ** 2n;

export const GIB = 1024n ** 3n;

const DAY_MS = 86_400_000;

const TEN_MINUTES = 600_000;

/** Beijing has kept one clock all year since 1991. */
const BEIJING_MS = 8 * 3_600_000;

const MOST_BILLED = 2n ** 50n;

interface Trial {
  readonly id: string;
  readonly ends: number;
  left: bigint;
}

export interface ModelAccount {
  readonly agency: boolean;
  ppm: bigint;
  granted: bigint;
  spent: bigint;
  pending: bigint;
  overrun: bigint;
  member: number;
  readonly quota: bigint;
  readonly special: boolean;
  /** Used quota of the two newest days that were charged. */
  readonly days: Map<string, bigint>;
  trials: Trial[];
}

export type BatchEntry = Extract<Entry, { kind: 'batch' }>;

/** What was billed of a node since it last had nothing more to report. */
export interface Window {
  since: number;
  bytes: bigint;
}

/** What the tables must hold, and where a decision of the panel was not the one agreed. */
export interface Expected {
  readonly accounts: ReadonlyMap<number, ModelAccount>;
  /** By `user.line`, in parts of WHOLE. */
  readonly exact: ReadonlyMap<string, bigint>;
  /** By `day user line`. */
  readonly usage: ReadonlyMap<string, { up: bigint; down: bigint; billed: bigint }>;
  readonly records: ReadonlyMap<string, { change: bigint; exempt: bigint }>;
  readonly problems: readonly string[];
}

const dayAt = (ms: number): string => new Date(ms + BEIJING_MS).toISOString().slice(0, 10);

export type Replay = Expected & {
  accounts: Map<number, ModelAccount>;
  exact: Map<string, bigint>;
  usage: Map<string, { up: bigint; down: bigint; billed: bigint }>;
  records: Map<string, { change: bigint; exempt: bigint }>;
  problems: string[];
  windows: Map<string, Window>;
};

export const takeBatch = (expected: Replay, entry: BatchEntry): void => {
  const { batch, at } = entry;
  const name = `batch ${batch.seq} of ${entry.node}`;
  const day = agreedDay(batch.day, at.getTime());
  if (day !== entry.day) expected.problems.push(`${name} went to ${entry.day} and belongs to ${day}`);
  const rows = believable(expected, entry);
  const scaled = scale(expected, { ...entry, batch: { ...batch, rows } });
  const paid = rows.filter(([, user]) => !scaled.left.has(user));
  const state = paid.length < batch.rows.length && paid.length === 0 ? 'held' : 'applied';
  if (state !== entry.state) expected.problems.push(`${name} was ${entry.state} and should be ${state}`);
  windowOf(expected, entry).bytes += bytesIn({ rows: paid });
  if (entry.state === 'applied') charge(expected, entry, day, scaled.rows);
};

/** Yesterday at the earliest, and never ahead of a midnight that is more than ten minutes away. */
const agreedDay = (day: string, now: number): string => {
  const [first, last] = [dayAt(now - DAY_MS), dayAt(now + TEN_MINUTES)];
  if (day < first) return first;
  return day > last ? last : day;
};

const bytesIn = ({ rows }: Pick<UsageBatch, 'rows'>): bigint =>
  rows.reduce((sum, [, , up, down]) => sum + BigInt(up) + BigInt(down), 0n);

const windowOf = ({ windows }: Replay, { node }: BatchEntry): Window => windows.get(node)!;

/**
 * The rows of a batch that may be billed. None where a person must look: times that cannot be, or more than the link
 * could carry since the node last had nothing to report. Rows of lines that are not the node's are left out.
 */
const believable = (expected: Replay, entry: BatchEntry): UsageRow[] => {
  const { batch, at, lines, linkMbps } = entry;
  const now = at.getTime();
  if (batch.to < batch.from || batch.to > now + TEN_MINUTES) return [];
  const { since, bytes } = windowOf(expected, entry);
  const own = withinHour(
    batch.rows.filter(([line]) => lines.has(line)),
    spanOf(batch, since, now),
  );
  const ms = BigInt(Math.max(0, now - since) + 5000);
  // 1.25 × megabits a second, in bytes over these milliseconds.
  return (bytes + bytesIn({ rows: own })) * 8n * 4n > 5n * BigInt(linkMbps) * 1000n * ms ? [] : own;
};

/** How long a batch counts, in ms: its own time within the window, or the whole window when nothing is left of it. */
const spanOf = ({ from, to }: UsageBatch, since: number, now: number): number => {
  const own = Math.min(to, now) - Math.max(from, since);
  return own >= 1000 ? own : now - since;
};

const HOUR_MOST = 50_000_000_000n;

/** Rows of users who did not carry more than 50 GB in an hour. */
const withinHour = (rows: UsageRow[], ms: number): UsageRow[] => {
  const sums = new Map<number, bigint>();
  for (const [, user, up, down] of rows) sums.set(user, (sums.get(user) ?? 0n) + BigInt(up) + BigInt(down));
  const longest = BigInt(Math.max(ms, 3_600_000));
  return rows.filter(([, user]) => sums.get(user)! * 3_600_000n <= HOUR_MOST * longest);
};

interface Scaled {
  readonly user: number;
  readonly line: number;
  readonly up: bigint;
  readonly down: bigint;
  readonly billed: bigint;
}

const ppm = (scale: number): bigint => BigInt(Math.round(scale * 1e6));

/**
 * Billed bytes of every row; what is not whole yet stays in `exact`. Users whom nobody knows, and those whose bytes are
 * beyond belief, are left out.
 */
const scale = (
  { accounts, exact }: Replay,
  { batch, lines, settings }: BatchEntry,
): { rows: Scaled[]; left: ReadonlySet<number> } => {
  const after = new Map<string, bigint>();
  const rows: Scaled[] = [];
  const left = new Set<number>();
  const sums = new Map<number, bigint>();
  for (const [line, user, upload, download] of batch.rows) {
    if (upload + download === 0) continue;
    const [up, down] = [BigInt(upload), BigInt(download)];
    const account = accounts.get(user);
    if (!account) {
      left.add(user);
      continue;
    }
    const spared = account.granted < BigInt(Math.round(settings.noGlobalTrafficScaleLimit * Number(GIB)));
    const counted = down * MILLION + up * ppm(settings.upload_traffic_spend_scale);
    const all =
      counted *
      BigInt(lines.get(line)!.scalePpm) *
      account.ppm *
      (spared ? MILLION : ppm(settings.traffic_spend_scale));
    const key = `${user}.${line}`;
    const before = after.get(key) ?? exact.get(key) ?? 0n;
    after.set(key, before + all);
    const billed = (before + all) / WHOLE - before / WHOLE;
    sums.set(user, (sums.get(user) ?? 0n) + billed);
    rows.push({ user, line, up, down, billed });
  }
  for (const [user, sum] of sums) if (sum > MOST_BILLED) left.add(user);
  for (const [key, value] of after) if (!left.has(Number(key.split('.')[0]))) exact.set(key, value);
  return { rows: rows.filter(({ user }) => !left.has(user)), left };
};

const charge = (expected: Replay, entry: BatchEntry, day: string, rows: readonly Scaled[]): void => {
  const sums = new Map<number, { free: bigint; due: bigint }>();
  for (const { user, line, up, down, billed } of rows) {
    const key = `${day} ${user} ${line}`;
    const used = expected.usage.get(key) ?? { up: 0n, down: 0n, billed: 0n };
    expected.usage.set(key, { up: used.up + up, down: used.down + down, billed: used.billed + billed });
    const sum = sums.get(user) ?? { free: 0n, due: 0n };
    if (entry.lines.get(line)!.isPublic) sum.free += billed;
    else sum.due += billed;
    sums.set(user, sum);
  }
  for (const [user, { free, due }] of sums) {
    const account = expected.accounts.get(user)!;
    const minimum = BigInt(entry.settings.minestTrafficSpend) * MIB;
    const { exempt, spent } = chargeAccount(account, due, { day, at: decidingInstant(entry), minimum });
    record(expected, { user, day, exempt: exempt + free, spent });
  }
};

const record = (
  { accounts, records }: Replay,
  { user, day, exempt, spent }: { user: number; day: string; exempt: bigint; spent: bigint },
): void => {
  if (exempt + spent === 0n) return;
  const key = `${user} ${day} ${accounts.get(user)!.agency ? 'agency_spend' : 'spend'}`;
  const known = records.get(key) ?? { change: 0n, exempt: 0n };
  records.set(key, { change: known.change - spent, exempt: known.exempt + exempt });
};

/** Charges what waits for the minimum, then takes back what the trial has left. */
export const endTrial = (expected: Replay, { id, user, day, at }: Extract<Entry, { kind: 'trial ended' }>): void => {
  const account = expected.accounts.get(user);
  if (!account) return;
  if (account.pending > 0n) record(expected, { user, day, ...chargeAccount(account, 0n, { day, at, minimum: 0n }) });
  const ended = account.trials.find((trial) => trial.id === id)!;
  account.granted -= least(ended.left, account.granted - account.spent);
  account.trials = account.trials.filter((trial) => trial !== ended);
};

/** Membership is decided at the batch's beginning, but not further back than the day before yesterday. */
const decidingInstant = ({ batch, at }: BatchEntry): number => {
  const midnight = Date.parse(`${at.toISOString().slice(0, 10)}T00:00:00Z`);
  return Math.min(at.getTime(), Math.max(batch.from, midnight - 2 * DAY_MS));
};

const chargeAccount = (
  account: ModelAccount,
  billed: bigint,
  { day, at, minimum }: { readonly day: string; readonly at: number; readonly minimum: bigint },
): { exempt: bigint; spent: bigint } => {
  let due = account.pending + billed;
  account.pending = 0n;
  if (due < minimum || due === 0n) {
    account.pending = due;
    return { exempt: 0n, spent: 0n };
  }
  const bucket = bucketOf(account.days, day);
  const quota = account.special || account.member > at ? account.quota - account.days.get(bucket)! : 0n;
  const exempt = least(due, quota);
  account.days.set(bucket, account.days.get(bucket)! + exempt);
  due -= exempt;
  const spent = least(due, account.granted - account.spent);
  account.spent += spent;
  account.overrun += due - spent;
  let fromTrials = spent;
  for (const trial of account.trials) {
    const taken = least(fromTrials, trial.left);
    trial.left -= taken;
    fromTrials -= taken;
  }
  return { exempt, spent };
};

const least = (a: bigint, b: bigint): bigint => {
  const smaller = a < b ? a : b;
  return smaller < 0n ? 0n : smaller;
};

/** The day whose quota pays: its own, or the newest one when two newer days were charged already. */
const bucketOf = (days: Map<string, bigint>, day: string): string => {
  if (!days.has(day)) days.set(day, 0n);
  const newest = [...days.keys()].toSorted().toReversed();
  for (const old of newest.slice(2)) days.delete(old);
  return days.has(day) ? day : newest[0]!;
};
