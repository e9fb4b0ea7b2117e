import type { Needs } from '../tools/needs.ts';

/** How a prover is asked to run. */
export interface ProofOptions {
  /** A few rounds only. */
  readonly quick: boolean;
  readonly rounds: number | undefined;
  readonly seed: number;
  /** Name of the fault to bring in; the prover must then find failures. */
  readonly sabotage: string | undefined;
  /** Parts of names: where a prover makes attacks, only those are made whose names have one of these in them. */
  readonly only?: readonly string[] | undefined;
}

/** What a prover found. A failure is one sentence. */
export interface Proof {
  /** How many independent trials there were. */
  readonly runs: number;
  readonly failures: readonly string[];
}

/** One prover: what it proves, the faults it can bring in to show that it would notice, and the proof itself. */
export interface Prover {
  readonly claim: string;
  readonly sabotages: Readonly<Record<string, string>>;
  /** What it needs of the machine; nothing when absent. */
  readonly needs?: Needs;
  prove(options: ProofOptions, say: (line: string) => void): Promise<Proof>;
}

/** Brings in every fault of a prover, one after the other; gives the names of those that it does not notice. */
export const missedSabotages = async (
  prover: Prover,
  options: ProofOptions,
  say: (line: string) => void,
): Promise<string[]> => {
  const missed: string[] = [];
  for (const sabotage of Object.keys(prover.sabotages)) {
    const { failures } = await prover.prove({ ...options, sabotage }, say);
    if (failures.length === 0) missed.push(sabotage);
    say(`${sabotage}: ${failures.length === 0 ? 'NOT NOTICED' : failures[0]}`);
  }
  return missed;
};

/**
 * Upper bound of the failure rate at 95 %: the rule of three without failures, the exact sum (Clopper-Pearson) with.
 */
export const bound95 = (runs: number, failures: number): number => {
  if (runs === 0) return 1;
  if (failures >= runs) return 1;
  if (failures === 0) return round(Math.min(1, 3 / runs));
  let [low, high] = [failures / runs, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(failures, runs, middle) > 0.05) low = middle;
    else high = middle;
  }
  return round(high);
};

/** Probability of at most `k` of `n` at rate `p`. */
const atMost = (k: number, n: number, p: number): number => {
  let term = (1 - p) ** n;
  let sum = term;
  for (let i = 1; i <= k; i += 1) {
    term *= ((n - i + 1) / i) * (p / (1 - p));
    sum += term;
  }
  return sum;
};

const round = (rate: number): number => Number(rate.toPrecision(3));
