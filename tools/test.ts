import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from './check.ts';
import { engineNames } from './engines.ts';
import { preparationsFor, type Needs } from './needs.ts';
import { OUTCOME_FILE, type Outcome } from './outcome.ts';
import { binary, root, run } from './run.ts';
import { stageTimes, type StageTimes } from './stage-times.ts';

/**
 * The whole test run: checks, preparation, then the test projects, one step after the other. Ends with the time of each
 * of them, every failure and skip and its reason, and one line `N passed, N failed, N skipped`. `node tools/test.ts
 * pure db` runs a part.
 */
const steps = [
  ['pure'],
  ['db'],
  ['web'],
  ['engine', 'install', 'documents'],
  ['networks'],
  // Not beside one another, though both seem to wait: their browsers use both processors, and are no slower in a row.
  ['e2e'],
  ['access'],
] as const;

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed or was skipped, a line each: told at the end, where nobody has to look for it. */
  readonly remarks: string[];
}

const failed = (tally: Tally, what: string): void => {
  tally.failed += 1;
  tally.remarks.push(`FAILED: ${what}`);
};

const runProject = async (project: string, tally: Tally): Promise<void> => {
  const file = join(root, 'var/test', `${project}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tools/outcome.ts')}`];
  const args = ['run', '--project', project, '--passWithNoTests', ...reporters];
  const code = await run(binary('vitest'), args, { [OUTCOME_FILE]: file });
  const outcome = readOutcome(file);
  if (!outcome) return failed(tally, `${project} ended with code ${code} and told nothing`);
  tally.passed += outcome.passed;
  tally.skipped += outcome.skips.length;
  for (const skip of outcome.skips) tally.remarks.push(`SKIPPED: ${skip}`);
  for (const failure of outcome.failures) failed(tally, failure);
  if (code !== 0 && outcome.failures.length === 0) failed(tally, `${project} ended with code ${code}`);
};

const readOutcome = (path: string): Outcome | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Outcome;
  } catch {
    return undefined;
  }
};

const runChecks = async (tally: Tally, { timed }: StageTimes): Promise<void> => {
  for (const check of checks) {
    const code = await timed(check.name, check.run);
    process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}: ${check.name}\n`);
    if (code === 0) tally.passed += 1;
    else failed(tally, check.name);
  }
};

/** What the chosen projects need. */
const needsOf = (chosen: readonly string[]): Needs => {
  const isChosen = (...names: readonly string[]): boolean => chosen.some((project) => names.includes(project));
  return {
    packages: [
      ...(isChosen('pure', 'install') ? (['busybox'] as const) : []),
      ...(isChosen('install') ? (['sshd'] as const) : []),
      ...(isChosen('engine', 'install', 'networks') ? (['sockets', 'packetFilter'] as const) : []),
      ...(isChosen('networks', 'e2e', 'access') ? (['chromium', 'fonts'] as const) : []),
    ],
    engines: isChosen('engine', 'install', 'documents', 'networks', 'e2e') ? engineNames : [],
    schema: isChosen('documents'),
    console: isChosen('networks', 'e2e', 'access'),
  };
};

/**
 * Brings what the chosen projects need, before them. What cannot be had is one failure, and the tests without it go on.
 * Throws when the console cannot be built, without which nothing can be tried.
 */
const prepare = async (chosen: readonly string[], tally: Tally, { timed }: StageTimes): Promise<void> => {
  const { console, ...others } = needsOf(chosen);
  for (const { name, bring } of preparationsFor(others)) {
    await timed(name, bring).catch((fault: unknown) =>
      failed(tally, fault instanceof Error ? fault.message : String(fault)),
    );
  }
  for (const { name, bring } of preparationsFor({ console })) await timed(name, bring);
};

const main = async (): Promise<void> => {
  mkdirSync(join(root, 'var/test'), { recursive: true });
  const asked = process.argv.slice(2);
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, remarks: [] };
  const times = stageTimes();
  if (asked.length === 0) await runChecks(tally, times);
  const chosen = steps.map((step) => step.filter((project) => asked.length === 0 || asked.includes(project)));
  await prepare(chosen.flat(), tally, times);
  for (const step of chosen) {
    await Promise.all(step.map((project) => times.timed(`tests: ${project}`, () => runProject(project, tally))));
  }
  process.stdout.write(`\n${times.table().join('\n')}\n\n`);
  for (const remark of tally.remarks) process.stdout.write(`${remark}\n`);
  process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
};

main().catch((fault: unknown) => {
  process.stdout.write(`${fault instanceof Error ? fault.message : String(fault)}\n\n0 passed, 1 failed, 0 skipped\n`);
  process.exit(1);
});
