import {
  type BatchEntry,
  endTrial,
  type Expected,
  GIB,
  type ModelAccount,
  type Replay,
  takeBatch,
  WHOLE,
  type Window,
} from './model-rules.ts';
import type { AccountRow, Entry, Tables, View } from './tables.ts';

/*
 * Goes through the log of commits by the rules of charging as they stand in model-rules.ts, and says what every table
 * must hold.
 */

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
    else if (entry.kind === 'trial ended') endTrial(expected, entry);
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
  entry: Exclude<Entry, BatchEntry | { kind: 'window' | 'trial ended' }>,
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
  return undefined;
};

/** What was billed beyond what the link carries weighs on the next window. */
const beginWindow = ({ windows }: Replay, { node, since, linkMbps }: Extract<Entry, { kind: 'window' }>): void => {
  const [before, now] = [windows.get(node), since.getTime()];
  // 1.25 × megabits a second, in bytes over these milliseconds.
  const carried = before ? (5n * BigInt(linkMbps) * 1000n * BigInt(now - before.since)) / 32n : 0n;
  const left = before ? before.bytes - carried : 0n;
  windows.set(node, { since: now, bytes: left > 0n ? left : 0n });
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
