import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { runCommand, unknownName } from '../tools/command.ts';
import { prepareFor } from '../tools/needs.ts';

const USAGE = `Usage: npm run bench -- NAME [--quick]    NAME: ${Object.keys(benches).join(', ')}\n`;

const machine = (): string => {
  const cores = cpus();
  const gib = Math.round(totalmem() / 1024 ** 3);
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${gib} GB, Node ${process.versions.node}`;
};

const commit = (): string => {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
};

/** Runs one bench; the last line is JSON, the exit code 0 without failures, whatever the figures are. */
const main = async (args: string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  const [name = ''] = positionals;
  const chosen = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!chosen) return unknownName(USAGE, name);
  await prepareFor(chosen.needs ?? {});
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const { ratios, figures, failures = [] } = await chosen.bench({ quick: values.quick, say });
  for (const failure of failures) say(`FAILED: ${failure}`);
  say(JSON.stringify({ name, ratios, figures, machine: machine(), commit: commit() }));
  return failures.length === 0 ? 0 : 1;
};

await runCommand(() => main(process.argv.slice(2)));
