import { spawn } from 'node:child_process';
import { benches } from '../bench/benches.ts';
import { provers } from '../prove/provers.ts';
import { root } from './run.ts';

/*
 * Runs every bench and every prover once in its smallest form. Fails where one throws, ends with a code other than 0,
 * or prints no JSON line last. Arguments are parts of names: only those run.
 */

interface Trial {
  readonly name: string;
  readonly args: readonly string[];
}

const trials: readonly Trial[] = [
  ...Object.keys(benches).map((name) => ({ name: `bench ${name}`, args: ['bench/main.ts', name, '--quick'] })),
  ...Object.keys(provers).map((name) => ({
    name: `prove ${name}`,
    args: ['prove/main.ts', name, '--quick', '--runs', '1'],
  })),
];

interface Ended {
  readonly code: number;
  readonly output: string;
}

const runTrial = ({ args }: Trial): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

const isJson = (line: string): boolean => {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
};

/** Reason why a trial failed; undefined when it passed. */
const problemOf = ({ code, output }: Ended): string | undefined => {
  const last = output.trim().split('\n').at(-1) ?? '';
  if (!isJson(last)) return `no JSON line last, but ${last.slice(0, 200)}`;
  return code === 0 ? undefined : `code ${code}: ${last.slice(0, 400)}`;
};

/** What a failed trial said of its failures. */
const failuresIn = ({ output }: Ended): string => (output.match(/^FAIL.*\n/gm) ?? []).join('');

const main = async (): Promise<void> => {
  const parts = process.argv.slice(2);
  let failed = 0;
  const chosen = trials.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  for (const trial of chosen) {
    const begun = performance.now();
    const ended = await runTrial(trial);
    const problem = problemOf(ended);
    if (problem !== undefined) failed += 1;
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stdout.write(`${problem === undefined ? 'ok' : 'FAILED'}: ${trial.name}, ${seconds} s ${problem ?? ''}\n`);
    if (problem !== undefined) process.stdout.write(failuresIn(ended));
  }
  process.stdout.write(`${chosen.length - failed} passed, ${failed} failed, 0 skipped\n`);
  process.exitCode = failed === 0 ? 0 : 1;
};

await main();
