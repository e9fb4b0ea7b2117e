/** What a bench gives back; null where a figure could not be taken because the product does not offer it yet. */
export interface Figures {
  readonly ratios: Readonly<Record<string, number | null>>;
  readonly figures: Readonly<Record<string, unknown>>;
  /** What must not be at any speed; the bench fails by it. */
  readonly failures?: readonly string[];
}

/** How a bench is asked to run: quick is one round of a few seconds. */
export interface BenchOptions {
  readonly quick: boolean;
  readonly say: (line: string) => void;
}

export type Bench = (options: BenchOptions) => Promise<Figures>;

/** The middle of the values, the mean of the two middle ones for an even number. Throws for none. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error('nothing was measured');
  return (low + high) / 2;
};

/** Rounds for reading: whole numbers from 100 on, three figures below. */
export const neat = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** How many rounds, and for how many seconds each load runs. */
export const roundsOf = ({ quick }: BenchOptions): { rounds: number; seconds: number } =>
  quick ? { rounds: 1, seconds: 2 } : { rounds: 3, seconds: 5 };

/**
 * Takes every measurement once a round, in the same order, so that all share the machine's good and bad minutes; gives
 * the medians.
 */
export const inRounds = async <K extends string>(
  rounds: number,
  measurements: Readonly<Record<K, () => Promise<number>>>,
  say: (line: string) => void,
): Promise<Record<K, number>> => {
  const names = Object.keys(measurements) as K[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  // Round 0 does not count: compilers and caches have settled after it.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const value = await measurements[name]();
      if (round > 0) taken[name].push(value);
      say(`round ${round}/${rounds} ${name}: ${neat(value)}`);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(taken[name])])) as Record<K, number>;
};
