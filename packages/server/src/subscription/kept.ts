/** What is kept under a key, with the bytes it takes. */
interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
}

/** A memory that keeps what was asked for last, up to a number of bytes. */
export interface Kept<T> {
  get(key: string): T | undefined;
  /** Keeps a value, also in the place of another; what does not fit at all is not kept. */
  set(key: string, value: T, bytes: number): void;
  /** Bytes that are taken now. */
  bytes(): number;
}

/** Bytes that a key and the memory's own bookkeeping are counted with. */
const OVERHEAD = 512;

/** A memory of at most `maxBytes`, which forgets first what nobody has asked for the longest. */
export const createKept = <T>(maxBytes: number): Kept<T> => {
  const entries = new Map<string, Entry<T>>();
  let taken = 0;
  /** The entry that was asked for last is at the end already: one person asking on and on moves nothing. */
  let newest: Entry<T> | undefined;
  const remove = (key: string): void => {
    taken -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry || entry === newest) return entry?.value;
      entries.delete(key);
      entries.set(key, entry);
      newest = entry;
      return entry.value;
    },
    set: (key, value, size) => {
      const bytes = size + OVERHEAD;
      remove(key);
      if (bytes > maxBytes) return;
      newest = { value, bytes };
      entries.set(key, newest);
      taken += bytes;
      while (taken > maxBytes) remove(entries.keys().next().value!);
    },
    bytes: () => taken,
  };
};

/** Remembers for a while that something was asked for, in two generations of at most `max` each. */
export const createSeen = (max: number, forMs: number): { again(key: number, nowMs: number): boolean } => {
  let recent = new Set<number>();
  let older = new Set<number>();
  let since = 0;
  return {
    /** Whether the key was seen lately; it has been seen from now on. */
    again: (key, nowMs) => {
      const age = Math.abs(nowMs - since);
      if (age >= forMs || recent.size >= max) {
        older = age < 2 * forMs ? recent : new Set();
        recent = new Set();
        since = nowMs;
      }
      const known = recent.has(key) || older.has(key);
      recent.add(key);
      return known;
    },
  };
};
