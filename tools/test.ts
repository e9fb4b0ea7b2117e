import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from './check.ts';
import { engineNames } from './engines.ts';
import { preparationsFor, type Needs, type Preparation } from './needs.ts';
import type { Failure } from './outcome.ts';
import { PROPERTY_SEED, WHOLE_RUN } from '../testkit/property-seed.ts';
import { root } from './run.ts';
import { stageTimes, type StageTimes } from './stage-times.ts';
import { addFailure, newTally, retryFiles, runProjects, type Tally } from './test-projects.ts';

/*
 * The test run: checks and preparation, then the test projects. `node tools/test.ts` is the short run, `--all` runs
 * everything, names of projects run a part. Ends with the time of each stage, every failure and skip with its reason,
 * and one line `N passed, N failed, N skipped`.
 */

/** Stages in order; projects joined by a comma share one vitest process, others run side by side. */
const FIRST = ['pure,db,web,web-mocks', 'short'];
const SHORT = [FIRST];
const ALL = [
  FIRST,
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
  'provers and the longest tests on a database, the engines other than Xray, real time, installation over SSH, networks, the other browser journeys, accessibility of every page';

const runChecks = async (tally: Tally, { timed }: StageTimes): Promise<void> => {
  for (const check of checks) {
    const code = await timed(check.name, check.run);
    process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}: ${check.name}\n`);
    if (code === 0) tally.passed += 1;
    else addFailure(tally, check.name);
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
      ...(isChosen('engine') ? (['proxies', 'promtool'] as const) : []),
      ...(isChosen('pure', 'engine', 'timing', 'install', 'networks', 'short') ? (['packetFilter'] as const) : []),
      ...(isChosen('engine', 'timing', 'install', 'networks', 'short') ? (['sockets'] as const) : []),
      ...(isChosen('networks', 'e2e', 'access', 'short') ? (['chromium', 'fonts'] as const) : []),
    ],
    engines: everyEngine ? engineNames : isChosen('short') ? ['xray'] : [],
    schema: isChosen('documents'),
    console: isChosen('networks', 'e2e', 'access', 'short'),
  };
};

/** Brings what tests need. What cannot be had is one failure, and the tests without it go on. */
const prepare = async (preparations: readonly Preparation[], tally: Tally, { timed }: StageTimes): Promise<void> => {
  for (const { name, bring } of preparations) {
    await timed(name, bring).catch((fault: unknown) =>
      addFailure(tally, fault instanceof Error ? fault.message : String(fault)),
    );
  }
};

/** Prepares processes in order; the console is built after the checks. Says of each when it can start. */
const prepareInOrder = (
  processes: readonly string[],
  checked: Promise<void>,
  tally: Tally,
  times: StageTimes,
): ReadonlyMap<string, Promise<void>> => {
  const known = new Set<string>();
  let last = Promise.resolve();
  const ready = processes.map((projects) => {
    const { console, ...others } = needsOf(projects.split(','));
    const fresh = (needs: Needs): readonly Preparation[] =>
      preparationsFor(needs).filter(({ name }) => !known.has(name) && known.add(name));
    const [early, late] = [fresh(others), fresh({ console })];
    last = last.then(async () => {
      await prepare(early, tally, times);
      if (late.length > 0) await checked;
      await prepare(late, tally, times);
    });
    return [projects, last] as const;
  });
  return new Map(ready);
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
  const isShort = asked.length === 0;
  const isWhole = isShort || asked.includes('--all');
  if (asked.includes('--all')) {
    process.env[WHOLE_RUN] = '1';
    process.env[PROPERTY_SEED] ??= String(Date.now() % 2 ** 31);
    process.stdout.write(`Property tests use the seed ${process.env[PROPERTY_SEED]} (${PROPERTY_SEED}).\n`);
  }
  const tally = newTally();
  const times = stageTimes();
  const stages = stagesOf(asked);
  const checked = isWhole ? runChecks(tally, times) : Promise.resolve();
  // The first tests wait for databases: the checks use what they leave of the processors.
  const prepared = prepareInOrder(stages.flat(), checked, tally, times);
  const runPrepared = async (projects: string): Promise<readonly Failure[]> => {
    await prepared.get(projects);
    return times.timed(`tests: ${projects}`, () => runProjects({ folder: root }, projects, tally));
  };
  const failures: Failure[] = [];
  for (const stage of stages) failures.push(...(await Promise.all(stage.map(runPrepared))).flat());
  await checked;
  // The whole run retries nothing: it shows what is slow.
  const remaining = isShort
    ? await times.timed('retries', () => retryFiles({ folder: root }, failures, tally))
    : failures;
  for (const { text } of remaining) addFailure(tally, text);
  process.stdout.write(`\n${times.table().join('\n')}\n\n${summary(tally, isShort)}`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
};

main().catch((fault: unknown) => {
  process.stdout.write(`${fault instanceof Error ? fault.message : String(fault)}\n\n0 passed, 1 failed, 0 skipped\n`);
  process.exit(1);
});
