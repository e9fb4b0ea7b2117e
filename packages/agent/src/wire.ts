import type { Engine, Reading } from './engines/engine.ts';

/** How often the kernel's count is taken, as long as all goes well. */
const WIRE_EVERY_MS = 5000;

/** What was read, and whether it is on disk. */
export type Counted = { reading: Reading; written: boolean };

/** The kernel's count at one moment, and what was on disk of that engine then: kept for an agent that comes next. */
export type WireMark = { instance: string; bytes: number; read: number };

/** What the watch knows from the disk. */
export type WireBooks = {
  mark(): WireMark | undefined;
  /** Undefined forgets it. May throw, on a full disk. */
  setMark(mark: WireMark | undefined): void;
  held(): Held;
};

/** The engine that was read last, and the sum of its counters as committed. */
export type Held = { instance: string; read: number };

/**
 * Bytes that went through the lines' ports and that a dead engine had not told. What an engine counted since the last
 * tick dies with it, but the kernel has counted on: the difference is shown as nobody's, also when the agent itself was
 * away while its engine died.
 */
export type WireWatch = {
  /** Notes bytes that were read from the engine and are on disk. */
  committed(bytes: number): void;
  /**
   * Does `count` with the kernel's count taken around it. Gives the bytes that are newly lost: none while the same engine
   * runs. `now` in ms.
   */
  around(now: number, count: () => Promise<Counted | undefined>): Promise<number>;
  /** An engine is about to be started: it may die before it is ever read, so the kernel's count is taken here. */
  starting(): Promise<void>;
  /** It was started as `instance` and serves nobody yet. */
  started(instance: string): void;
  /** Lost bytes that are not on disk yet. */
  waiting(): number;
  /** Hands the waiting bytes to `setAside`, once: when that throws (a full disk), they go on waiting. */
  writeDown(setAside: (bytes: number) => void): void;
};

/** Begins to watch an engine. */
export const watchWire = (engine: Pick<Engine, 'status' | 'wireBytes'>, books: WireBooks): WireWatch => {
  const losses = lossesOf(books);
  /** The kernel's count right before the newest start. */
  let atStart: number | undefined;
  /** Whether the engine that was watched last is gone and its loss not known yet. */
  let died = false;
  return {
    committed: losses.committed,
    around: async (now, count) => {
      const due = engine.status().running && now >= losses.takenAt() + WIRE_EVERY_MS;
      const bytes = due ? await engine.wireBytes() : undefined;
      losses.arrive();
      const counted = await count();
      const left = counted ? losses.begin(counted.reading, bytes) : 0;
      // What this reading brought went by before the kernel was asked. Unwritten, it is still the engine's alone: then
      // the older count stays, since all of that would die with the engine. So it does while the kernel does not answer.
      if (counted?.written === true && bytes !== undefined) losses.take(now, bytes, counted.reading.instance);
      died = losses.isWatching() && !engine.status().running;
      return left + (died ? losses.end(await engine.wireBytes()) : 0);
    },
    starting: async () => {
      atStart = await engine.wireBytes();
      if (died) losses.end(atStart);
      died = false;
    },
    started: (instance) => {
      if (atStart !== undefined) losses.started(instance, atStart);
    },
    waiting: losses.waiting,
    writeDown: losses.writeDown,
  };
};

/** What is lost, from the kernel's counts and what is on disk. */
const lossesOf = (books: WireBooks) => {
  /** The kernel's count when everything before it was on disk, and what was committed since then. */
  let base: { bytes: number; takenAt: number; counted: number } | undefined;
  let waiting = 0;
  /** The mark of the engine that runs now. */
  let newest: WireMark | undefined;
  /** Whether an engine was compared with the mark of an agent before this one, which counts until then. */
  let began = false;
  /** What was on disk when this agent came. */
  let before: Held | undefined;
  /** What waits was lost by the engine of the older mark, which must not go before that is on disk. */
  const mark = (made: WireMark | undefined): void => {
    if (waiting === 0) keepMark(books, made);
  };
  const watch = (from: { bytes: number; takenAt: number }, engine: { instance: string; read: number }): void => {
    base = { ...from, counted: 0 };
    newest = { instance: engine.instance, bytes: from.bytes, read: engine.read };
    mark(newest);
  };
  return {
    takenAt: () => base?.takenAt ?? -Infinity,
    isWatching: () => base !== undefined,
    waiting: () => waiting,
    committed: (bytes: number): void => {
      if (base) base.counted += bytes;
    },
    arrive: (): void => {
      if (!began) before ??= books.held();
    },
    /** Compares what an agent before this one left with the first reading. Put off while the kernel does not answer. */
    begin: (reading: Reading, bytes: number | undefined): number => {
      const left = began ? undefined : books.mark();
      if (began || (left && bytes === undefined)) return 0;
      began = true;
      const lost = orphaned(left, before ?? books.held(), reading, bytes);
      waiting += lost;
      return lost;
    },
    take: (now: number, bytes: number, instance: string): void => {
      const held = books.held();
      watch({ bytes, takenAt: now }, { instance, read: held.instance === instance ? held.read : 0 });
    },
    /** The mark of an engine that died while no agent was there tells of whatever comes after it, too. */
    started: (instance: string, bytes: number): void => {
      if (!began && books.mark()) return;
      began = true;
      watch({ bytes, takenAt: -Infinity }, { instance, read: 0 });
    },
    /** An engine is gone. A kernel that does not answer now is asked again before the next engine starts. */
    end: (bytes: number | undefined): number => {
      if (!base || bytes === undefined) return 0;
      const lost = Math.max(0, bytes - base.bytes - base.counted);
      base = newest = undefined;
      waiting += lost;
      mark(undefined);
      return lost;
    },
    writeDown: (setAside: (bytes: number) => void): void => {
      if (waiting === 0) return;
      setAside(waiting);
      waiting = 0;
      if (newest) mark(newest);
    },
  };
};

const keepMark = (books: WireBooks, made: WireMark | undefined): void => {
  try {
    if (JSON.stringify(books.mark()) !== JSON.stringify(made)) books.setMark(made);
  } catch {
    // The disk is full, which is said already. An older mark shows more as nobody's, never less.
  }
};

/** What an engine took with it while no agent was there: `before` is what was on disk then, `reading` its successor's. */
const orphaned = (mark: WireMark | undefined, before: Held, reading: Reading, bytes: number | undefined): number => {
  if (!mark || bytes === undefined || mark.instance === reading.instance) return 0;
  const same = before.instance === mark.instance;
  // Another engine was read after the mark's: what went by in between cannot be told apart.
  if (!same && mark.read > 0) return 0;
  const told = same ? before.read - mark.read : 0;
  return Math.max(0, bytes - mark.bytes - told - sumOf(reading.counters));
};

const sumOf = (counters: Reading['counters']): number => {
  let sum = 0;
  for (const { value } of counters) sum += value;
  return sum;
};
