import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { Settings } from '@skyport/contract/settings-table';
import type { AccountRow, Entry, Tables, View } from './database.ts';

/*
 * The rules of charging, written a second time: slowly, in whole numbers without end, from what was agreed and not from
 * the product's code. It reads the log of commits and says what every table must hold.
 */

const MILLION = 1_000_000n;
/** Four scales in millionths each. */
const WHOLE = MILLION ** 4n;
const MIB = 1024n ** 2n;
const GIB = 1024n ** 3n;
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

interface ModelAccount {
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

type BatchEntry = Extract<Entry, { kind: 'batch' }>;

/** What was billed of a node since it last had nothing more to report. */
interface Window {
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

/** Goes through the log from its first entry. */
const replay = (entries: Iterable<Entry>): Expected => {
  const accounts = new Map<number, ModelAccount>();
  const exact = new Map<string, bigint>();
  const usage = new Map<string, { up: bigint; down: bigint; billed: bigint }>();
  const records = new Map<string, { change: bigint; exempt: bigint }>();
  const problems: string[] = [];
  const expected = { accounts, exact, usage, records, problems, windows: new Map<string, Window>() };
  for (const entry of entries) {
    if (entry.kind === 'batch') takeBatch(expected, entry);
    else if (entry.kind === 'window') beginWindow(expected, entry);
    else takeChange(accounts, entry);
  }
  return expected;
};

const modelAccountOf = (row: AccountRow): ModelAccount => ({
  agency: row.isAgencyUser,
  ppm: BigInt(row.scalePpm),
  granted: BigInt(row.granted),
  spent: 0n,
  pending: 0n,
  overrun: 0n,
  member: row.vipUntil?.getTime() ?? 0,
  quota: row.dailyUnlimited ? BigInt(row.dailyUnlimitedGb) * GIB : BigInt(row.dailyQuota),
  special: row.dailyUnlimited,
  days: new Map([['1970-01-01', 0n]]),
  trials: [],
});

const takeChange = (
  accounts: Map<number, ModelAccount>,
  entry: Exclude<Entry, BatchEntry | { kind: 'window' }>,
): void => {
  if (entry.kind === 'account') return void accounts.set(entry.user, modelAccountOf(entry.row));
  const account = accounts.get(entry.user);
  if (!account) return;
  if (entry.kind === 'grant') account.granted += BigInt(entry.bytes);
  if (entry.kind === 'member') account.member = entry.until?.getTime() ?? 0;
  if (entry.kind === 'scale') account.ppm = BigInt(entry.ppm);
  if (entry.kind === 'trial') {
    account.granted += BigInt(entry.bytes);
    account.trials.push({ id: entry.id, ends: entry.ends, left: BigInt(entry.bytes) });
    account.trials.sort((a, b) => a.ends - b.ends || (a.id < b.id ? -1 : 1));
  }
  if (entry.kind === 'trial ended') {
    const ended = account.trials.find(({ id }) => id === entry.id)!;
    const free = account.granted - account.spent;
    account.granted -= ended.left < free ? ended.left : free;
    account.trials = account.trials.filter((trial) => trial !== ended);
  }
  return undefined;
};

type Replay = Expected & {
  accounts: Map<number, ModelAccount>;
  exact: Map<string, bigint>;
  usage: Map<string, { up: bigint; down: bigint; billed: bigint }>;
  records: Map<string, { change: bigint; exempt: bigint }>;
  problems: string[];
  windows: Map<string, Window>;
};

const takeBatch = (expected: Replay, entry: BatchEntry): void => {
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

/** What was billed beyond what the link carries weighs on the next window. */
const beginWindow = ({ windows }: Replay, { node, since, linkMbps }: Extract<Entry, { kind: 'window' }>): void => {
  const [before, now] = [windows.get(node), since.getTime()];
  // 1.25 × megabits a second, in bytes over these milliseconds.
  const carried = before ? (5n * BigInt(linkMbps) * 1000n * BigInt(now - before.since)) / 32n : 0n;
  const left = before ? before.bytes - carried : 0n;
  windows.set(node, { since: now, bytes: left > 0n ? left : 0n });
};

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
    const { exempt, spent } = chargeAccount(account, due, {
      day,
      at: decidingInstant(entry),
      settings: entry.settings,
    });
    if (exempt + free + spent === 0n) continue;
    const key = `${user} ${day} ${account.agency ? 'agency_spend' : 'spend'}`;
    const record = expected.records.get(key) ?? { change: 0n, exempt: 0n };
    expected.records.set(key, { change: record.change - spent, exempt: record.exempt + exempt + free });
  }
};

/** Membership is decided at the batch's beginning, but not further back than the day before yesterday. */
const decidingInstant = ({ batch, at }: BatchEntry): number => {
  const midnight = Date.parse(`${at.toISOString().slice(0, 10)}T00:00:00Z`);
  return Math.min(at.getTime(), Math.max(batch.from, midnight - 2 * DAY_MS));
};

const chargeAccount = (
  account: ModelAccount,
  billed: bigint,
  { day, at, settings }: { readonly day: string; readonly at: number; readonly settings: Settings },
): { exempt: bigint; spent: bigint } => {
  let due = account.pending + billed;
  account.pending = 0n;
  if (due < BigInt(settings.minestTrafficSpend) * MIB || due === 0n) {
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

/** Where tables and model differ. */
export const chargingProblems = (view: View): string[] => {
  const { accounts, exact, usage, records, problems } = replay(view.all('log').values());
  return [
    ...problems,
    ...[...accounts].flatMap(([user, account]) => accountProblems(user, account, view)),
    ...[...exact].flatMap(([key, value]) =>
      differs(`remainder of ${key}`, view.get('remainder', key) ?? 0n, value % WHOLE),
    ),
    ...same('use of', usage, view.all('usage')),
    ...same('record of', records, view.all('record')),
  ];
};

const accountProblems = (user: number, account: ModelAccount, view: View): string[] => {
  const row: Tables['account'] | undefined = view.get('account', user);
  if (!row) return [`user ${user} has no account`];
  const days = new Map([
    [row.prevDay, row.prevUsed],
    [row.day, row.dayUsed],
  ]);
  const numbers = (['granted', 'spent', 'pending', 'overrun'] as const).flatMap((name) =>
    differs(`${name} of user ${user}`, BigInt(row[name]), account[name]),
  );
  const quotas = [...account.days].flatMap(([day, used]) =>
    differs(`quota of user ${user} on ${day}`, BigInt(days.get(day) ?? 0), used),
  );
  const trials = account.trials.flatMap(({ id, left }) =>
    differs(`trial ${id} of user ${user}`, BigInt(view.get('trial', id)?.left ?? 0), left),
  );
  return [...numbers, ...quotas, ...trials];
};

const differs = (what: string, is: bigint, should: bigint): string[] =>
  is === should ? [] : [`${what} is ${is} and should be ${should}`];

const same = <T extends object>(
  what: string,
  should: ReadonlyMap<string, T>,
  is: ReadonlyMap<string, object>,
): string[] =>
  [...new Set([...should.keys(), ...is.keys()])].flatMap((key) => {
    const [a, b] = [textOf(is.get(key)), textOf(should.get(key))];
    return a === b ? [] : [`${what} ${key} is ${a} and should be ${b}`];
  });

const textOf = (row: object | undefined): string =>
  row === undefined
    ? 'nothing'
    : Object.entries(row)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ');
