import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from './check.ts';
import { engineBinary, engineNames } from './engines.ts';
import type { EngineName } from './engines.ts';
import { ensure } from './prepare.ts';
import { binary, root, run } from './run.ts';
import { mihomoSchema } from './schemas.ts';

/**
 * The whole test run: checks, preparation, then the test projects, one step after the other. Ends with one line
 * `N passed, N failed, N skipped`; every skip is printed with its reason. `node tools/test.ts pure db` runs a part.
 */
const steps = [['pure'], ['db'], ['web'], ['engine', 'install'], ['e2e']] as const;

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; meta?: { skipReason?: string } }[];
  }[];
}

const runProject = async (project: string, tally: Tally): Promise<void> => {
  const report = join(root, 'var/test', `${project}.json`);
  rmSync(report, { force: true });
  const code = await run(binary('vitest'), [
    'run',
    '--project',
    project,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const result = readReport(report);
  if (!result) {
    tally.failed += 1;
    process.stdout.write(`FAILED: ${project} ended with code ${code} and no report\n`);
    return;
  }
  tally.passed += result.numPassedTests;
  tally.failed += result.numFailedTests || (code === 0 ? 0 : 1);
  tally.skipped += result.numPendingTests + result.numTodoTests;
  for (const file of result.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'pending' || test.status === 'skipped') process.stdout.write(`SKIPPED: ${test.fullName}\n`);
    }
  }
};

const readReport = (path: string): VitestReport | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
};

const runChecks = async (tally: Tally): Promise<void> => {
  for (const check of checks) {
    const code = await check.run();
    process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}: ${check.name}\n`);
    if (code === 0) tally.passed += 1;
    else tally.failed += 1;
  }
};

/** Brings what tests run, before them. What cannot be had is one failure and the tests without it go on. */
const prepareTools = async (
  tally: Tally,
  engines: readonly EngineName[],
  ...others: readonly (() => Promise<string>)[]
): Promise<void> => {
  for (const bring of [...engines.map((name) => () => engineBinary(name)), ...others]) {
    await bring().catch((fault: unknown) => {
      tally.failed += 1;
      process.stdout.write(`FAILED: ${fault instanceof Error ? fault.message : String(fault)}\n`);
    });
  }
};

const main = async (): Promise<void> => {
  mkdirSync(join(root, 'var/test'), { recursive: true });
  const asked = process.argv.slice(2);
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  if (asked.length === 0) await runChecks(tally);
  const chosen = steps.map((step) => step.filter((project) => asked.length === 0 || asked.includes(project)));
  const isChosen = (...names: readonly string[]): boolean => chosen.flat().some((project) => names.includes(project));
  if (isChosen('e2e')) {
    ensure('chromium', 'fonts', 'sockets', 'packetFilter');
    const code = await run(process.execPath, ['tools/build-web.ts']);
    if (code !== 0) throw new Error('the console could not be built');
  }
  if (isChosen('engine')) await prepareTools(tally, engineNames, mihomoSchema);
  else if (isChosen('install', 'e2e')) await prepareTools(tally, engineNames);
  for (const step of chosen) await Promise.all(step.map((project) => runProject(project, tally)));
  process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
};

main().catch((fault: unknown) => {
  process.stdout.write(`${fault instanceof Error ? fault.message : String(fault)}\n\n0 passed, 1 failed, 0 skipped\n`);
  process.exit(1);
});
