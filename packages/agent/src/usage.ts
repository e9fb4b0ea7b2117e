import { createHash } from 'node:crypto';
import type { TrafficPull, UsageBatch, UsageRow } from '@skyport/contract/fleet';
import { batchText, MOST_ROWS } from '@skyport/contract/fleet';
import type { BookMark, Books, LastRead } from './books.ts';
import type { Counter, Reading } from './engines/engine.ts';
import { businessDay } from './clock.ts';
import type { WireBooks, WireMark } from './wire.ts';

/** Acknowledged batches stay this long, so that a panel restored from a backup can ask for them again. */
export const ACKED_KEPT_MS = 7 * 24 * 3_600_000;
/** While this many batches wait for the panel, nothing new is sealed: `open` merges and the disk stays small. */
const MAX_UNACKED = 256;

/** Bytes that one tick added to a user of a line. */
export type Use = { line: number; user: number; bytes: number };

/** Batches as the very texts that were sealed, of the books called `epoch`. */
export type Pulled = { epoch: string; batches: string[]; more: boolean };

/** Counts: turns readings of counters into committed usage, and usage into sealed batches. */
export type Usage = {
  tick(reading: Reading, now: number, timezone: string): Use[];
  pull(ask: TrafficPull, now: number): Pulled;
  /** What is kept of the kernel's count of bytes. */
  readonly wire: WireBooks;
  /** Notes bytes that a dead engine took with it: nobody is billed for them, and they stay in sight. Its mark goes. */
  setAside(bytes: number): void;
  totals(): { epoch: string; unacked: number; openBytes: number; unattributed: number };
};

/** JSON text of a TrafficPulled: asking again gives the same bytes. */
export const pulledText = (usage: Usage, ask: TrafficPull, frame: { applied_gen: number; clock: number }): string => {
  const { batches, ...pulled } = usage.pull(ask, frame.clock);
  return `${JSON.stringify({ ...pulled, ...frame }).slice(0, -1)},"batches":[${batches.join(',')}]}`;
};

type Delta = { name: string; value: number; line: number; user: number; up: number; down: number };

/**
 * Opens the books; the last readings are mirrored in memory and change only after a commit. `openedAt` (ms) begins the
 * first interval of new books; older ones go on where their last written tick ended, since the engine went on counting
 * meanwhile. `newEpoch` names books that begin again.
 */
export const openUsage = (
  books: Books,
  { openedAt, newEpoch }: { openedAt: number; newEpoch: () => string },
): Usage => {
  let mirror = books.lastRead();
  let lastTickAt = Number(books.mark('last_tick') ?? openedAt);
  let ticked = false;
  /** The reading that the mirror holds; whatever fails in between, the next one is compared as a whole again. */
  let held: Reading['news'];
  return {
    tick(reading, now, timezone) {
      const deltas = deltasOf(reading, mirror, held);
      held = undefined;
      const from = Math.min(lastTickAt, now);
      const aside = !ticked && books.mark('set_aside') === '1';
      if (deltas.length === 0 && !aside) {
        lastTickAt = now;
        ticked = true;
        held = reading.news;
        return [];
      }
      const day = businessDay(now, timezone);
      books.transaction(() => {
        books.noteRead(
          reading.instance,
          deltas.map(({ name, value }) => [name, value]),
        );
        books.setMark('last_tick', String(now));
        if (aside) setAside(books, sumOf(deltas));
        else note(books, { day, from, to: now, deltas });
        if (aside) books.setMark('set_aside', '0');
      });
      lastTickAt = now;
      ticked = true;
      if (mirror.instance !== reading.instance) mirror = { instance: reading.instance, values: new Map() };
      for (const { name, value } of deltas) mirror.values.set(name, value);
      held = reading.news;
      return usesOf(deltas);
    },
    pull: (ask, now) =>
      books.transaction(() => {
        if (ask.epoch === markOf(books, 'epoch') && !isOurs(books, ask)) {
          beginAgain(books, { epoch: newEpoch(), ticked });
          return { epoch: markOf(books, 'epoch'), batches: [], more: false };
        }
        return pull(books, ask, now);
      }),
    wire: wireBooks(books, () => mirror),
    setAside: (bytes) => books.transaction(() => forgetEngine(books, bytes)),
    totals: () => ({
      epoch: markOf(books, 'epoch'),
      unacked: books.unacked(),
      openBytes: books.openBytes(),
      unattributed: numberAt(books, 'unattributed'),
    }),
  };
};

const wireBooks = (books: Books, mirror: () => LastRead): WireBooks => ({
  mark: () => {
    const text = books.mark('wire') ?? '';
    return text === '' ? undefined : (JSON.parse(text) as WireMark);
  },
  setMark: (mark) => books.transaction(() => books.setMark('wire', mark ? JSON.stringify(mark) : '')),
  held: () => {
    const { instance, values } = mirror();
    let read = 0;
    for (const value of values.values()) read += value;
    return { instance, read };
  },
});

/** Shows what an engine took with it, and takes the mark away that told so: once is enough. */
const forgetEngine = (books: Books, bytes: number): void => {
  setAside(books, bytes);
  books.setMark('wire', '');
};

const markOf = (books: Books, name: BookMark): string => {
  const value = books.mark(name);
  if (value === undefined) throw new Error(`The agent's books have no ${name}; they are damaged.`);
  return value;
};

const numberAt = (books: Books, name: BookMark): number => Number(markOf(books, name));

/** Only counters that moved. A counter of another process, or one that went backwards, began again at zero. */
const deltasOf = (reading: Reading, mirror: LastRead, held: Reading['news']): Delta[] => {
  const same = reading.instance === mirror.instance;
  const deltas: Delta[] = [];
  for (const { name, value, line, user, direction } of same ? newsOf(reading, held) : reading.counters) {
    const last = same ? (mirror.values.get(name) ?? 0) : 0;
    if (value === last) continue;
    const bytes = value > last ? value - last : value;
    const [up, down] = direction === 'up' ? [bytes, 0] : [0, bytes];
    deltas.push({ name, value, line, user, up, down });
  }
  return deltas;
};

/** What can have moved: all counters, unless the reading just before this one was taken over. */
const newsOf = ({ counters, news }: Reading, held: Reading['news']): readonly Counter[] =>
  news !== undefined && news.reader === held?.reader && news.turn === held.turn + 1 ? news.changed : counters;

/** User 0 is nobody: what the engine counted for its own placeholder is shown as unattributed, never billed. */
const note = (books: Books, add: { day: string; from: number; to: number; deltas: readonly Delta[] }): void => {
  const rows = rowsOf(add.deltas);
  books.addOpen(add.day, { from: add.from, to: add.to }, rows);
  books.meter(rows);
  setAside(books, sumOf(add.deltas.filter(({ user }) => user === 0)));
};

/** One row a user and line, of both directions. */
const rowsOf = (deltas: readonly Delta[]): UsageRow[] => {
  const rows = new Map<string, UsageRow>();
  for (const { line, user, up, down } of deltas) {
    if (user === 0) continue;
    const key = `${line}.${user}`;
    const [, , before = 0, after = 0] = rows.get(key) ?? [];
    rows.set(key, [line, user, before + up, after + down]);
  }
  return [...rows.values()];
};

const sumOf = (deltas: readonly Delta[]): number => deltas.reduce((sum, { up, down }) => sum + up + down, 0);

/** Shows bytes that cannot be billed to anybody. */
const setAside = (books: Books, bytes: number): void => {
  if (bytes > 0) books.setMark('unattributed', String(numberAt(books, 'unattributed') + bytes));
};

/**
 * Whether what the panel acknowledges was reported by these very books. When it was not, their disk was put back to an
 * older state, or they are the copy of another node's.
 */
const isOurs = (books: Books, { ack_seq, ack_sha256 }: TrafficPull): boolean => {
  if (ack_seq >= numberAt(books, 'next_seq')) return false;
  const payload = ack_sha256 === undefined ? undefined : books.sealed(ack_seq);
  return payload === undefined || payload.endsWith(`"sha256":"${ack_sha256}"}`);
};

/**
 * Begins new books, which the panel takes over once an operator agrees. What it was not seen to take may have been billed
 * before the disk was put back, so nobody is billed for it: it is shown as unattributed. As long as nothing was read since
 * the start, that goes for the next reading as well.
 */
const beginAgain = (books: Books, { epoch, ticked }: { epoch: string; ticked: boolean }): void => {
  let bytes = books.openBytes();
  for (const payload of books.sealedAfter(numberAt(books, 'acked_seq'))) {
    const { rows } = JSON.parse(payload) as UsageBatch;
    bytes += rows.reduce((sum, [, , up, down]) => sum + up + down, 0);
  }
  setAside(books, bytes);
  books.clearOpen();
  books.dropSealed();
  books.setMark('epoch', epoch);
  books.setMark('next_seq', '1');
  books.setMark('acked_seq', '0');
  if (!ticked) books.setMark('set_aside', '1');
};

const usesOf = (deltas: readonly Delta[]): Use[] =>
  deltas.filter(({ user }) => user > 0).map(({ line, user, up, down }) => ({ line, user, bytes: up + down }));

const pull = (books: Books, ask: TrafficPull, now: number): Pulled => {
  const epoch = markOf(books, 'epoch');
  if (ask.epoch !== null && ask.epoch !== epoch) return { epoch, batches: [], more: false };
  if (ask.epoch === epoch) acknowledge(books, ask.ack_seq, now);
  if (books.unacked() < MAX_UNACKED) seal(books);
  const batches: string[] = [];
  for (const payload of books.sealedAfter(ask.ack_seq)) {
    // The panel takes one of an answer, whatever its size.
    if (batches.length > 0) return { epoch, batches, more: true };
    batches.push(payload);
  }
  return { epoch, batches, more: false };
};

/**
 * A smaller number than before takes nothing back: a panel that was restored from a backup asks again. It may need a
 * decision of its operator first, so nothing is let go of before it has caught up.
 */
const acknowledge = (books: Books, upTo: number, now: number): void => {
  const before = numberAt(books, 'acked_seq');
  if (upTo < before) return;
  if (upTo > before) {
    books.acknowledge(upTo, now);
    books.setMark('acked_seq', String(upTo));
  }
  books.dropAcked(now - ACKED_KEPT_MS);
};

/** Moves all of `open` into new numbered batches, one a business day (or several for a very large day). */
const seal = (books: Books): void => {
  const days = books.openDays();
  if (days.length === 0) return;
  let seq = numberAt(books, 'next_seq');
  for (const { day, from, to, rows } of days) {
    for (let at = 0; at < rows.length; at += MOST_ROWS) {
      const body = { seq: seq++, day, from, to, rows: rows.slice(at, at + MOST_ROWS) };
      const batch: UsageBatch = { ...body, sha256: createHash('sha256').update(batchText(body)).digest('hex') };
      books.seal(batch.seq, JSON.stringify(batch));
    }
  }
  books.clearOpen();
  books.setMark('next_seq', String(seq));
};
