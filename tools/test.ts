import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from './check.ts';
import { engineNames } from './engines.ts';
import { preparationsFor, type Needs, type Preparation } from './needs.ts';
import { fileKey, OUTCOME_FILE, retriableFiles, type Failure, type Outcome } from './outcome.ts';
import { PROPERTY_SEED, WHOLE_RUN } from '../testkit/property-seed.ts';
import { binary, root, run } from './run.ts';
import { stageTimes, type StageTimes } from './stage-times.ts';

/*
 * The test run: checks and preparation, then the test projects. `node tools/test.ts` is the short run, `--all` runs
 * everything, names of projects run a part. Ends with the time of each stage, every failure and skip with its reason,
 * and one line `N passed, N failed, N skipped`.
 */

/** Stages in order; projects joined by a comma share one vitest process, others run side by side. */
const SHORT = [['pure,db,web,web-mocks'], ['short']];
const ALL = [
  ['pure,db,web,web-mocks'],
  ['short'],
  ['long-db'],
  ['engine', 'install', 'documents'],
  ['timing'],
  ['networks'],
  // Each keeps both processors busy with its browsers.
  ['e2e'],
  ['access'],
];
/** What the short run leaves to `npm run test:all`. */
const LEFT_OUT =
  'provers on a database, the engines other than Xray, real time, installation over SSH, networks, the other browser journeys, accessibility of every page';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  retried: number;
  /** Number of passed tests by `fileKey`. */
  readonly passedIn: Record<string, number>;
  /** Failures, skips and retries, a line each. */
  readonly remarks: string[];
}

const failed = (tally: Tally, text: string): void => {
  tally.failed += 1;
  tally.remarks.push(`FAILED: ${text}`);
};

interface TestRun {
  readonly code: number;
  readonly outcome: Outcome | undefined;
}

/** Runs vitest for projects joined by commas, perhaps one file only. */
const runVitest = async (projects: string, file?: string): Promise<TestRun> => {
  const path = join(root, 'var/test', `${projects.replaceAll(',', '-')}.json`);
  rmSync(path, { force: true });
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tools/outcome.ts')}`];
  const named = projects.split(',').flatMap((project) => ['--project', project]);
  const args = ['run', ...named, '--passWithNoTests', ...reporters, ...(file === undefined ? [] : [file])];
  const code = await run(binary('vitest'), args, { [OUTCOME_FILE]: path });
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

/** Runs the projects; gives their failures, which are not counted yet. */
const runProjects = async (projects: string, tally: Tally): Promise<readonly Failure[]> => {
  const { code, outcome } = await runVitest(projects);
  if (!outcome) {
    failed(tally, `${projects} ended with code ${code} and left no result`);
    return [];
  }
  tally.passed += sum(outcome.passed);
  Object.assign(tally.passedIn, outcome.passed);
  tally.skipped += outcome.skips.length;
  for (const skip of outcome.skips) tally.remarks.push(`SKIPPED: ${skip}`);
  if (code !== 0 && outcome.failures.length === 0) failed(tally, `${projects} ended with code ${code}`);
  return outcome.failures;
};

/** Runs files that failed by timeouts only once more, alone; gives the failures that remain. */
const retry = async (failures: readonly Failure[], tally: Tally): Promise<readonly Failure[]> => {
  let left = failures;
  for (const { project, file } of retriableFiles(failures)) {
    const own = left.filter((failure) => failure.project === project && failure.file === file);
    const { code, outcome } = await runVitest(project, file);
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
  const everyEngine = isChosen('engine', 'timing', 'install', 'documents', 'networks', 'e2e');
  return {
    packages: [
      ...(isChosen('pure', 'install') ? (['busybox'] as const) : []),
      ...(isChosen('install') ? (['sshd'] as const) : []),
      ...(isChosen('engine', 'timing', 'install', 'networks', 'short') ? (['sockets', 'packetFilter'] as const) : []),
      ...(isChosen('networks', 'e2e', 'access', 'short') ? (['chromium', 'fonts'] as const) : []),
    ],
    engines: everyEngine ? engineNames : isChosen('short') ? ['xray'] : [],
    schema: isChosen('documents'),
    console: isChosen('networks', 'e2e', 'access', 'short'),
  };
};

/** Brings what the chosen projects need. What cannot be had is one failure, and the tests without it go on. */
const prepare = async (preparations: readonly Preparation[], tally: Tally, { timed }: StageTimes): Promise<void> => {
  for (const { name, bring } of preparations) {
    await timed(name, bring).catch((fault: unknown) =>
      failed(tally, fault instanceof Error ? fault.message : String(fault)),
    );
  }
};

const stagesOf = (asked: readonly string[]): readonly (readonly string[])[] => {
  if (asked.length === 0) return SHORT;
  if (asked.includes('--all')) return ALL;
  return ALL.map((stage) =>
    stage
      .map((projects) => projects.split(',').filter((project) => asked.includes(project)))
      .filter((projects) => projects.length > 0)
      .map((projects) => projects.join(',')),
  );
};

const summary = (tally: Tally, isShort: boolean): string => {
  const { passed, failed: failures, skipped, retried, remarks } = tally;
  const notes = [...remarks, ...(isShort ? [`Left to \`npm run test:all\`: ${LEFT_OUT}.`] : [])];
  return `${notes.join('\n')}\n\n${retried} retried\n${passed} passed, ${failures} failed, ${skipped} skipped\n`;
};

const main = async (): Promise<void> => {
  mkdirSync(join(root, 'var/test'), { recursive: true });
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'var/compile-cache');
  const asked = process.argv.slice(2);
  const isWhole = asked.length === 0 || asked.includes('--all');
  if (asked.includes('--all')) {
    process.env[WHOLE_RUN] = '1';
    process.env[PROPERTY_SEED] ??= String(Date.now() % 2 ** 31);
    process.stdout.write(`Property tests use the seed ${process.env[PROPERTY_SEED]} (${PROPERTY_SEED}).\n`);
  }
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, retried: 0, passedIn: {}, remarks: [] };
  const times = stageTimes();
  const stages = stagesOf(asked);
  const { console, ...others } = needsOf(stages.flat().flatMap((projects) => projects.split(',')));
  await Promise.all([isWhole ? runChecks(tally, times) : undefined, prepare(preparationsFor(others), tally, times)]);
  await prepare(preparationsFor({ console }), tally, times);
  let failures: readonly Failure[] = [];
  for (const stage of stages) {
    const results = await Promise.all(
      stage.map((projects) => times.timed(`tests: ${projects}`, () => runProjects(projects, tally))),
    );
    failures = [...failures, ...results.flat()];
  }
  // The whole run retries nothing: it shows what is slow.
  if (asked.length === 0) failures = await times.timed('retries', () => retry(failures, tally));
  for (const { text } of failures) failed(tally, text);
  process.stdout.write(`\n${times.table().join('\n')}\n\n${summary(tally, asked.length === 0)}`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
};

main().catch((fault: unknown) => {
  process.stdout.write(`${fault instanceof Error ? fault.message : String(fault)}\n\n0 passed, 1 failed, 0 skipped\n`);
  process.exit(1);
});
