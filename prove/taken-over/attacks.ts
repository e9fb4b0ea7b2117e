import { PROBE_USER, type UsageBatch, type UsageRow } from '@skyport/contract/fleet';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@skyport/server/platform/clock';
import { endless, idle, otherJournal, report, tells, type SimulatedNode } from './simulated-node.ts';
import { GB, type Victim } from './fleet-simulator.ts';

/** One way to misuse a node that was taken over. */
export interface Attack {
  readonly name: string;
  /** What answers in one hour of the hostile day, a pull each. */
  readonly hour: (victim: Victim, hour: number) => SimulatedNode[];
  /** Nothing of this attack may ever be billed. */
  readonly bills: 'bounded' | 'nothing';
}

const rowsOf = ({ line, users }: Victim, bytes: number): UsageRow[] =>
  users.map((user) => [line, user, 0, Math.floor(bytes / users.length)]);

const FULL_LINK_HOUR = 450 * GB;
const HUGE = Number.MAX_SAFE_INTEGER;
/** A report claims so many rows that the panel reads no more of it. */
const TOO_MANY_ROWS = 150_000;
/** It claims nearly as many as it may. */
const NOISE_ROWS = 90_000;

const bounded = (name: string, hour: Attack['hour']): Attack => ({ name, hour, bills: 'bounded' });
const nothing = (name: string, hour: Attack['hour']): Attack => ({ name, hour, bills: 'nothing' });

/** Pseudo-random rows that no packing makes much smaller. */
const noise = (victim: Victim, seq: number, count: number): UsageRow[] => {
  let state = seq * 2_654_435_761 + victim.line;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return Array.from({ length: count }, () => [victim.line, 1 + (next() >>> 1), next() * 1000, next() * 1000]);
};

/** As many rows of customers of the node, of bytes that it is believed. */
const believedNoise = (victim: Victim, seq: number): UsageRow[] =>
  noise(victim, seq, NOISE_ROWS).map(([line, user, up, down]) => [
    line,
    victim.users[user % victim.users.length]!,
    (up / 1000) % 4096,
    (down / 1000) % 4096,
  ]);

/**
 * An empty report, one that an earlier pull showed too early, and the next one too early: the panel
 * kept that one aside.
 */
const gapFilled = (v: Victim): SimulatedNode =>
  endless(v, (seq, turn) => {
    if (turn === 0) return [report(v, { seq, rows: [] })];
    const early = turn === 1 ? seq : seq + 1;
    return [report(v, { seq: early, rows: believedNoise(v, early) })];
  });

/** Every attack, by what it tries. */
export const attacks: readonly Attack[] = [
  bounded('forged volume within a second', (v, hour) => [
    tells(v, rowsOf(v, 40 * GB), { from: v.now() - SECOND_MS }),
    tells(v, rowsOf(v, (30 + hour) * GB), { from: v.now() - SECOND_MS }),
  ]),
  bounded('forged volume over a whole day, inside what the link carries', (v) => [tells(v, rowsOf(v, FULL_LINK_HOUR))]),
  bounded('a little more than an honest hour, all day', (v) => [tells(v, rowsOf(v, 5 * GB))]),
  nothing('a customer whom the node never served', (v) => [tells(v, [[v.line, v.stranger, 0, GB]])]),
  nothing('a customer who was removed hours ago', (v) => [tells(v, [[v.line, v.removed, 0, GB]])]),
  nothing("another node's line", (v) => [tells(v, [[v.foreignLine, v.users[0]!, 0, GB]])]),
  nothing('customers who do not exist', (v) => [tells(v, [[v.line, 1_999_999_999, 0, GB]])]),
  bounded('strangers between honest rows', (v) => [
    tells(v, [...rowsOf(v, GB), [v.line, v.stranger, GB, GB], [v.foreignLine, v.stranger, 0, GB]]),
  ]),
  bounded('empty reports before a big one', (v, hour) => [
    endless(v, (seq, turn) => (turn < 50 ? [report(v, { seq, rows: [], change: { from: v.now() - DAY_MS } })] : [])),
    ...(hour % 6 === 5 ? [tells(v, rowsOf(v, FULL_LINK_HOUR))] : []),
  ]),
  bounded('a report of the whole last month', (v) => [tells(v, rowsOf(v, 45 * GB), { from: v.now() - 30 * DAY_MS })]),
  bounded('a clock that runs backwards', (v, hour) => [
    tells(v, rowsOf(v, 30 * GB), { from: v.now() - (hour + 2) * DAY_MS, to: v.now() - (hour + 1) * DAY_MS }),
  ]),
  nothing('a report that ends before it begins', (v) => [tells(v, rowsOf(v, GB), { to: v.now() - 2 * HOUR_MS })]),
  nothing('a report from tomorrow', (v) => [tells(v, rowsOf(v, GB), { to: v.now() + DAY_MS })]),
  bounded('business days of long ago and of the future', (v, hour) => [
    tells(v, rowsOf(v, 30 * GB), { day: hour % 2 === 0 ? '1999-01-01' : '2999-12-31' }),
  ]),
  nothing('a new journal with every pull', (v) => [
    otherJournal(v, rowsOf(v, GB)),
    otherJournal(v, rowsOf(v, 40 * GB)),
  ]),
  bounded('thousands of small reports in one pull', (v) => [
    endless(v, (seq) => [report(v, { seq, rows: rowsOf(v, 0.7 * GB), change: { from: v.now() - 5 * SECOND_MS } })]),
  ]),
  bounded('many reports in one answer', (v) => [
    endless(v, (seq) => Array.from({ length: 40 }, (_, n) => report(v, { seq: seq + n, rows: rowsOf(v, 20 * GB) }))),
  ]),
  bounded('always more, and never anything', (v) => [endless(v, () => [])]),
  nothing('sums beyond what a number holds', (v) => [
    tells(v, [
      [v.line, v.users[0]!, HUGE, HUGE],
      [v.line, v.users[0]!, HUGE, HUGE],
      [v.line, v.users[1]!, HUGE, 0],
    ]),
  ]),
  bounded('one customer a thousand times in one report', (v) => [
    tells(
      v,
      Array.from({ length: 1000 }, (): UsageRow => [v.line, v.users[0]!, 0, 45_000_000]),
    ),
  ]),
  bounded('one customer emptied within the hour', (v) => [
    tells(v, [[v.line, v.users[0]!, 0, 55 * GB], ...rowsOf(v, 1_000_000)]),
  ]),
  nothing('another content under a known number', (v, hour) => [
    endless(v, (seq, turn) => (turn === 0 ? [report(v, { seq: seq - 1, rows: rowsOf(v, GB + hour) })] : [])),
  ]),
  nothing('a digest that does not hold', (v) => [tells(v, rowsOf(v, GB), { sha256: 'ab'.repeat(32) })]),
  nothing('numbers far ahead', (v, hour) => [
    endless(v, (seq, turn) => (turn < 3 ? [report(v, { seq: seq + 1000 + hour, rows: rowsOf(v, GB) })] : [])),
  ]),
  nothing('reports of many rows of noise, to fill the disk', (v) => [
    endless(v, (seq) => [report(v, { seq, rows: noise(v, seq, NOISE_ROWS) })]),
  ]),
  bounded('a gap that is filled with the next pull', (v) => [gapFilled(v), gapFilled(v), gapFilled(v)]),
  nothing('more rows than a report has', (v) => [tells(v, noise(v, 1, TOO_MANY_ROWS))]),
  nothing('the name of the panel itself', (v) => [tells(v, [[v.line, PROBE_USER, 0, 900 * GB]])]),
  bounded('the same report again under the next number', (v, hour) => {
    const again = (seq: number): UsageBatch =>
      report(v, { seq, rows: rowsOf(v, 2 * GB), change: { from: v.now() - HOUR_MS } });
    return hour < 1 ? [tells(v, rowsOf(v, 2 * GB))] : [endless(v, (seq, turn) => (turn < 20 ? [again(seq)] : []))];
  }),
  bounded('a quiet half of a day, then all of it at once', (v, hour) =>
    hour < 12 ? [idle(v)] : [tells(v, rowsOf(v, 100 * GB), { from: v.now() - 12 * HOUR_MS })],
  ),
];
