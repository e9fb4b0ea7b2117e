import { startProgram } from '../testkit/program.ts';
import { root } from '../tools/run.ts';
import type { Proof, ProofOptions, Prover } from './prover.ts';
import { monthWeaknesses } from './shop/month-weaknesses.ts';

/** How long a month is, who comes in it, and how much they do. */
interface Length {
  readonly days: number;
  readonly customers: number;
  /** What people do a day, all together. */
  readonly acts: number;
}

const WHOLE: Length = { days: 30, customers: 50, acts: 64 };
const QUICK: Length = { days: 5, customers: 14, acts: 48 };
/** A month on a busy machine. */
const LIMIT_MS = 3_600_000;

/** Lives through one month in a process of its own, with a weakness or without one. */
const liveMonth = async (
  { seed, length: { days, customers, acts } }: { readonly seed: number; readonly length: Length },
  weakness: string | undefined,
  say: (line: string) => void,
): Promise<string[]> => {
  const planted = { WEAKNESS: weakness ?? '', NODE_OPTIONS: `--import=${root}/prove/shop/plant.ts` };
  const args = [seed, days, customers, acts].map(String);
  const program = startProgram('prove/shop-month/run.ts', args, weakness === undefined ? {} : planted);
  try {
    const [, said = '[]'] = await program.says(/^result (.*)$/, LIMIT_MS);
    const newest = program.lines.findLast((line) => line.startsWith('day '));
    if (newest !== undefined) say(newest);
    return JSON.parse(said) as string[];
  } finally {
    await program.stop();
  }
};

const prove = async (
  { quick, rounds = 1, seed, sabotage }: ProofOptions,
  say: (line: string) => void,
): Promise<Proof> => {
  const failures: string[] = [];
  let runs = 0;
  while (runs < rounds && failures.length === 0) {
    failures.push(...(await liveMonth({ seed: seed + runs, length: quick ? QUICK : WHOLE }, sabotage, say)));
    runs += 1;
    say(`${runs}/${rounds} months, ${failures.length} failures`);
  }
  return { runs, failures };
};

/** A whole shop for a month on a moved clock, with providers and nodes that have books of their own. */
export const shopMonth: Prover = {
  claim:
    'after a month of a whole shop statistics, records, ledger, providers and nodes agree to the milli-yuan and byte',
  sabotages: Object.fromEntries(Object.entries(monthWeaknesses).map(([name, { what }]) => [name, what])),
  prove,
};
