import type { UsageRow } from '@skyport/contract/fleet';
import type { Counter, Reading } from './engines/engine.ts';
import type { LastRead } from './journal.ts';

/** Bytes that one tick added to a user of a line. */
export type Use = { line: number; user: number; bytes: number };

/** What a counter has grown by since the last reading, in bytes; `value` is what it stands at now. */
export type Delta = { name: string; value: number; line: number; user: number; up: number; down: number };

/**
 * Counters that moved since `last`. A counter of another process, or one that went backwards, began again at zero.
 * `lastCommittedChanges` are those of the reading that `last` holds, set only when it was committed whole: when
 * `reading` is the next one of the same reader, only its changes need comparing.
 */
export const deltasOf = (reading: Reading, last: LastRead, lastCommittedChanges: Reading['changes']): Delta[] => {
  const sameProcess = reading.instance === last.instance;
  const deltas: Delta[] = [];
  for (const { name, value, line, user, direction } of sameProcess
    ? candidatesOf(reading, lastCommittedChanges)
    : reading.counters) {
    const lastValue = sameProcess ? (last.values.get(name) ?? 0) : 0;
    if (value === lastValue) continue;
    const bytes = value > lastValue ? value - lastValue : value;
    const [up, down] = direction === 'up' ? [bytes, 0] : [0, bytes];
    deltas.push({ name, value, line, user, up, down });
  }
  return deltas;
};

/** Counters that can have moved: all of them, unless exactly the reading before this one was committed. */
const candidatesOf = ({ counters, changes }: Reading, committed: Reading['changes']): readonly Counter[] =>
  changes !== undefined && changes.reader === committed?.reader && changes.sequence === committed.sequence + 1
    ? changes.changed
    : counters;

/** One row a user and line, with the bytes of both directions. User 0 is a placeholder and has no row. */
export const usageRowsOf = (deltas: readonly Delta[]): UsageRow[] => {
  const rows = new Map<string, UsageRow>();
  for (const { line, user, up, down } of deltas) {
    if (user === 0) continue;
    const key = `${line}.${user}`;
    const [, , upBefore = 0, downBefore = 0] = rows.get(key) ?? [];
    rows.set(key, [line, user, upBefore + up, downBefore + down]);
  }
  return [...rows.values()];
};

/** Bytes of both directions. */
export const bytesIn = (deltas: readonly Delta[]): number => deltas.reduce((sum, { up, down }) => sum + up + down, 0);

/** Use of customers; what is unattributed is left out. */
export const usesOf = (deltas: readonly Delta[]): Use[] =>
  deltas.filter(({ user }) => user > 0).map(({ line, user, up, down }) => ({ line, user, bytes: up + down }));
