import { parseArgs } from 'node:util';
import { runCommand, unknownName } from '../tools/command.ts';
import { prepareFor } from '../tools/needs.ts';
import { provers } from './provers.ts';
import { bound95, missedSabotages, type ProofOptions, type Prover } from './prover.ts';

/** Instead of the name of a fault: each of them, one after the other. */
const ALL = 'all';

const USAGE = `Usage: npm run prove -- NAME [--quick] [--runs N] [--seed N] [--sabotage NAME|all] [--attacks PART,PART]
${Object.entries(provers)
  .map(([name, { claim, sabotages }]) => {
    const faults = Object.entries(sabotages).map(([fault, what]) => `      --sabotage ${fault}: ${what}`);
    return [`  ${name}: ${claim}`, ...faults].join('\n');
  })
  .join('\n')}
`;

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Brings in every fault of a prover; the last line is JSON, the exit code 0 when all of them were noticed. */
const proveSabotages = async (name: string, prover: Prover, options: ProofOptions): Promise<number> => {
  const begun = performance.now();
  const missed = await missedSabotages(prover, options, say);
  const sabotages = Object.keys(prover.sabotages).length;
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  say(JSON.stringify({ name, sabotages, caught: sabotages - missed.length, missed, seed: options.seed, seconds }));
  return missed.length === 0 ? 0 : 1;
};

/** Runs one prover; the last line is JSON, the exit code 0 when there was no failure. */
const proveClaim = async (name: string, prover: Prover, options: ProofOptions): Promise<number> => {
  const begun = performance.now();
  const { runs, failures } = await prover.prove(options, say);
  for (const failure of failures) say(`FAILURE: ${failure}`);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const bound = bound95(runs, failures.length);
  say(JSON.stringify({ name, runs, failures: failures.length, bound95: bound, seed: options.seed, seconds }));
  return failures.length === 0 ? 0 : 1;
};

const isSabotage = (prover: Prover, name: string): boolean => name === ALL || Object.hasOwn(prover.sabotages, name);

const main = async (args: string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string' },
      sabotage: { type: 'string' },
      attacks: { type: 'string' },
    },
  });
  const [name = ''] = positionals;
  const prover = Object.hasOwn(provers, name) ? provers[name] : undefined;
  if (!prover) return unknownName(USAGE, name);
  const { sabotage } = values;
  if (sabotage !== undefined && !isSabotage(prover, sabotage)) return unknownName(USAGE, sabotage);
  await prepareFor(prover.needs ?? {});
  const seed = numberOf(values.seed) ?? Date.now() % 2 ** 31;
  const rounds = numberOf(values.runs ?? values.rounds);
  const only = values.attacks?.split(',');
  const options = { quick: values.quick, rounds, seed, sabotage, only };
  return (sabotage === ALL ? proveSabotages : proveClaim)(name, prover, options);
};

await runCommand(() => main(process.argv.slice(2)));
