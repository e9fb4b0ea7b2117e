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
  /** The kernel's count when everything before it was on disk, and what was committed since then. */
  let base: { bytes: number; takenAt: number; counted: number } | undefined;
  let waiting = 0;
  /** The mark of the engine that runs now. */
  let newest: WireMark | undefined;
  /** Whether an engine was compared with the mark of an agent before this one, which counts until then. */
  let began = false;
  /** What was on disk when this agent came. */
  let before: Held | undefined;
  /** The kernel's count right before the newest start. */
  let atStart: number | undefined;
  /** Whether the engine that `base` belongs to is gone. */
  let died = false;
  const mark = (made: WireMark | undefined): void => {
    try {
      const known = books.mark();
      if (JSON.stringify(known) !== JSON.stringify(made)) books.setMark(made);
    } catch {
      // The disk is full, which is said already. An older mark shows more as nobody's, never less.
    }
  };
  const isDue = (now: number): boolean =>
    engine.status().running && now >= (base?.takenAt ?? -Infinity) + WIRE_EVERY_MS;
  const take = (now: number, bytes: number, instance: string): void => {
    base = { bytes, takenAt: now, counted: 0 };
    const held = books.held();
    newest = { instance, bytes, read: held.instance === instance ? held.read : 0 };
    // What waits was lost by the engine of the older mark, which must not go before that is on disk.
    if (waiting === 0) mark(newest);
  };
  /** Compares what an agent before this one left with the first reading. Put off while the kernel does not answer. */
  const begin = (reading: Reading, bytes: number | undefined): number => {
    const left = books.mark();
    if (left && bytes === undefined) return 0;
    began = true;
    const lost = orphaned(left, before ?? books.held(), reading, bytes);
    waiting += lost;
    return lost;
  };
  /** An engine is gone. A kernel that does not answer now is asked again before the next engine starts. */
  const end = (bytes: number | undefined): number => {
    if (!base || bytes === undefined) return 0;
    const lost = Math.max(0, bytes - base.bytes - base.counted);
    base = newest = undefined;
    waiting += lost;
    if (waiting === 0) mark(undefined);
    return lost;
  };
  return {
    committed: (bytes) => {
      if (base) base.counted += bytes;
    },
    around: async (now, count) => {
      const due = isDue(now);
      const bytes = due ? await engine.wireBytes() : undefined;
      if (!began) before ??= books.held();
      const counted = await count();
      const left = !began && counted ? begin(counted.reading, bytes) : 0;
      // What this reading brought went by before the kernel was asked. Unwritten, it is still the engine's alone: then
      // the older count stays, since all of that would die with the engine. So it does while the kernel does not answer.
      if (counted?.written === true && bytes !== undefined) take(now, bytes, counted.reading.instance);
      died = base !== undefined && !engine.status().running;
      return left + (died ? end(await engine.wireBytes()) : 0);
    },
    starting: async () => {
      atStart = await engine.wireBytes();
      if (died) end(atStart);
      died = false;
    },
    started: (instance) => {
      // The mark of an engine that died while no agent was there tells of whatever comes after it, too.
      if (atStart === undefined || (!began && books.mark())) return;
      began = true;
      base = { bytes: atStart, takenAt: -Infinity, counted: 0 };
      newest = { instance, bytes: atStart, read: 0 };
      if (waiting === 0) mark(newest);
    },
    waiting: () => waiting,
    writeDown: (setAside) => {
      if (waiting === 0) return;
      setAside(waiting);
      waiting = 0;
      if (newest) mark(newest);
    },
  };
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
