import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileKey, OUTCOME_FILE, retriableFiles, type Failure, type Outcome } from './outcome.ts';
import { binary, root, run } from './run.ts';

/** Counts and remarks of a test run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  retried: number;
  /** Number of passed tests by `fileKey`. */
  readonly passedIn: Record<string, number>;
  /** Failures, skips and retries, a line each. */
  readonly remarks: string[];
}

/** An empty tally. */
export const newTally = (): Tally => ({ passed: 0, failed: 0, skipped: 0, retried: 0, passedIn: {}, remarks: [] });

/** Counts a failure. */
export const addFailure = (tally: Tally, text: string): void => {
  tally.failed += 1;
  tally.remarks.push(`FAILED: ${text}`);
};

/** A checkout with tests. */
export interface Checkout {
  readonly folder: string;
  /** Where vitest prints; this terminal when absent. */
  readonly output?: 'inherit' | 'ignore';
}

interface TestRun {
  readonly code: number;
  readonly outcome: Outcome | undefined;
}

/** Runs vitest for projects joined by commas, perhaps for one file only. */
const runVitest = async ({ folder, output }: Checkout, projects: string, file?: string): Promise<TestRun> => {
  const path = join(folder, 'var/test', `${projects.replaceAll(',', '-')}.json`);
  rmSync(path, { force: true });
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tools/outcome.ts')}`];
  const named = projects.split(',').flatMap((project) => ['--project', project]);
  const args = ['run', '--root', folder, ...named, '--passWithNoTests', ...reporters, ...(file ? [file] : [])];
  const code = await run(binary('vitest'), args, { [OUTCOME_FILE]: path }, output);
  return { code, outcome: readOutcome(path) };
};

const readOutcome = (path: string): Outcome | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Outcome;
  } catch {
    return undefined;
  }
};

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((all, n) => all + n, 0);

/** Runs projects joined by commas; returns their failures, which are not counted yet. */
export const runProjects = async (checkout: Checkout, projects: string, tally: Tally): Promise<readonly Failure[]> => {
  const { code, outcome } = await runVitest(checkout, projects);
  if (!outcome) {
    addFailure(tally, `${projects} ended with code ${code} and left no result`);
    return [];
  }
  tally.passed += sum(outcome.passed);
  Object.assign(tally.passedIn, outcome.passed);
  tally.skipped += outcome.skips.length;
  for (const skip of outcome.skips) tally.remarks.push(`SKIPPED: ${skip}`);
  if (code !== 0 && outcome.failures.length === 0) addFailure(tally, `${projects} ended with code ${code}`);
  return outcome.failures;
};

/** Runs files that failed by timeouts only once more, alone; returns the failures that remain. */
export const retryFiles = async (
  checkout: Checkout,
  failures: readonly Failure[],
  tally: Tally,
): Promise<readonly Failure[]> => {
  let left = failures;
  for (const { project, file } of retriableFiles(failures)) {
    const own = left.filter((failure) => failure.project === project && failure.file === file);
    const { code, outcome } = await runVitest(checkout, project, file);
    const key = fileKey(project, file);
    const passed = outcome?.passed[key] ?? 0;
    if (code !== 0 || passed === 0) continue;
    left = left.filter((failure) => !own.includes(failure));
    tally.retried += 1;
    tally.passed += passed - (tally.passedIn[key] ?? 0);
    tally.remarks.push(`RETRIED, PASSED: ${own[0]?.text ?? key}`);
  }
  return left;
};
