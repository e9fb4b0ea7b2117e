/** Two lengths, as multiples of the bound: linear code takes 10 times longer for the second, quadratic 100 times. */
const TIMES = [10, 100] as const;
/** Shortest of the long texts: below it a clock tells nothing. */
const SHORTEST = 20_000;
/**
 * Growth is measured only above it, in ms: far less than the square of the shortest takes, far more than a single pass.
 */
const FLOOR_MS = 20;
/** Time may grow by so much between the two lengths. */
const MOST_GROWTH = 35;
/** Single runs may take longer, never shorter: the shortest of some counts. */
const REPEATS = 5;
/** A clock tells nothing of what takes less, in ms. */
const TICK_MS = 0.05;

const STARTS = ['', 'a@', '2026-01-01T00:00:00.', 'SHA256:', '1.', '/'] as const;
const PARTS = ['a', '0', '.', '-', '_', ':', '@', ' ', '=', '/', ';', '"', '中', '😀'] as const;
const PAIRS = ['a.', 'a-', '0.', '0:', 'a ', ' =', ';q', '; ', '"a', ', '] as const;
const ENDS = ['', '!', ' @'] as const;

/**
 * Texts of at least `length` characters that make patterns try again and again: something repeated,
 * then what spoils it.
 */
export const hostileTexts = function* (length: number): Generator<string> {
  for (const start of STARTS) {
    for (const part of [...PARTS, ...PAIRS]) {
      const body = start + part.repeat(Math.ceil(length / part.length));
      for (const end of ENDS) yield body + end;
    }
  }
};

/** Longest texts that are kept for the next reader, in characters: some 60 MB of them. */
const LONGEST_KEPT = 100_000;
let kept: { readonly length: number; readonly texts: readonly string[] } = { length: 0, texts: [] };

/** Hostile texts of a length; readers with the same bound share them. */
const textsOf = (length: number): Iterable<string> => {
  if (length > LONGEST_KEPT) return hostileTexts(length);
  if (kept.length !== length) kept = { length, texts: [...hostileTexts(length)] };
  return kept.texts;
};

/** Milliseconds of processor time of this thread: what else the machine does makes no difference. */
const timed = (work: () => void): number => {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
};

const shortest = (work: () => void, repeats: number): number => {
  let best = Infinity;
  for (let n = 0; n < repeats; n += 1) best = Math.min(best, timed(work));
  return best;
};

/**
 * The first hostile text at which a reader of texts takes more than time in proportion, as a sentence; undefined when
 * there is none. `bound` is the longest text that the reader should ever see, in characters.
 */
export const slowness = (read: (text: string) => unknown, bound: number): string | undefined => {
  const long = Math.max(TIMES[1] * bound, SHORTEST);
  const short = Math.ceil((long * TIMES[0]) / TIMES[1]);
  const others = hostileTexts(short);
  for (const text of textsOf(long)) {
    const other = others.next().value ?? '';
    const slow = shortest(() => void read(text), 1);
    if (slow <= FLOOR_MS) continue;
    const quick = Math.max(
      shortest(() => void read(other), REPEATS),
      TICK_MS,
    );
    // The first reading of a long text pays for laying it out in memory, and sometimes for a collection of garbage.
    const again = shortest(() => void read(text), 2);
    if (again > FLOOR_MS && Math.min(slow, again) / quick > MOST_GROWTH) {
      const start = JSON.stringify(text.slice(0, 30));
      return `${text.length} characters of ${start}… take ${Math.round(slow)} ms, ${Math.round(slow / quick)} times those of ${other.length}`;
    }
  }
  return undefined;
};
