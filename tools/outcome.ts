import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** A failed test, set-up of a file or group, or error outside of tests. */
export interface Failure {
  readonly project: string;
  /** Path inside the checkout; empty for an error outside of tests. */
  readonly file: string;
  /** Name and reason in one line. */
  readonly text: string;
  /** Every error is a timeout, so that a quieter machine may pass. */
  readonly isTimeout: boolean;
}

/** Result of one vitest run. */
export interface Outcome {
  /** Number of passed tests by project and file, joined by a space. */
  readonly passed: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
  /** Skipped tests, a line each, with the reason where one was given. */
  readonly skips: readonly string[];
}

/** Key of a file in `Outcome.passed`. */
export const fileKey = (project: string, file: string): string => `${project} ${file}`;

/** More files than this mean that something is broken, not slow. */
const MOST_FILES = 3;

/** A test file of one project. */
type FilePlace = Pick<Failure, 'project' | 'file'>;

/** Files that failed by timeouts only; none when there are more than three. */
export const retriableFiles = (failures: readonly Failure[]): readonly FilePlace[] => {
  const files = Map.groupBy(failures, ({ project, file }) => fileKey(project, file));
  const slow = [...files.values()].filter((own) => own.every(({ file, isTimeout }) => file !== '' && isTimeout));
  return slow.length > MOST_FILES ? [] : slow.map(([first]) => ({ project: first!.project, file: first!.file }));
};

/** Variable with the path of the file that the reporter writes. */
export const OUTCOME_FILE = 'SKYPORT_TEST_OUTCOME';

interface TestFault {
  readonly name?: string | undefined;
  readonly message: string;
  readonly cause?: unknown;
}

const LONGEST_REASON = 900;

/** Messages of vitest, Playwright, Testing Library (by our set-up) and `until` when time runs out. */
const TIMEOUTS = [
  /^(Test|Hook) timed out in \d+ms/,
  /Timeout \d+ms exceeded/,
  /^waited [\d.]+ s in vain/,
  /did not succeed in time/,
  /Failed to start .* worker|Timeout (waiting for|starting) .*worker/,
];

const isTimeout = ({ name, message, cause }: TestFault): boolean =>
  !message.startsWith('Property failed') &&
  (name === 'TimeoutError' ||
    TIMEOUTS.some((pattern) => pattern.test(stripVTControlCharacters(message))) ||
    (typeof cause === 'object' && cause !== null && 'message' in cause && isTimeout(cause as TestFault)));

/** A text on one line, without colours. */
const inShort = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);

const reasons = (errors: readonly TestFault[]): string => inShort(errors.map(({ message }) => message).join('; '));

const failureOf = (where: Pick<Failure, 'project' | 'file'>, name: string, errors: readonly TestFault[]): Failure => ({
  ...where,
  text: `${name}: ${reasons(errors)}`,
  isTimeout: errors.length > 0 && errors.every(isTimeout),
});

const placeOf = ({ project, relativeModuleId: file }: TestModule): Pick<Failure, 'project' | 'file'> => ({
  project: project.name,
  file,
});

const failureOfTest = (test: TestCase): Failure => {
  const place = placeOf(test.module);
  return failureOf(place, `${place.file} ${test.fullName}`, test.result().errors ?? []);
};

const outcomeOf = (modules: readonly TestModule[], outside: readonly TestFault[]): Outcome => {
  const failures: Failure[] = [];
  const skips: string[] = [];
  const passed: Record<string, number> = {};
  for (const module of modules) {
    const place = placeOf(module);
    for (const group of [module, ...module.children.allSuites()]) {
      const name = group.type === 'suite' ? ` ${group.fullName}` : '';
      if (group.errors().length > 0) failures.push(failureOf(place, `${place.file}${name}`, group.errors()));
    }
    let count = 0;
    for (const test of module.children.allTests()) {
      const result = test.result();
      const name = `${place.file} ${test.fullName}`;
      if (result.state === 'passed') count += 1;
      else if (result.state === 'failed') failures.push(failureOfTest(test));
      else skips.push('note' in result && result.note ? `${name}: ${result.note}` : name);
    }
    passed[fileKey(place.project, place.file)] = count;
  }
  if (outside.length > 0) failures.push(failureOf({ project: '', file: '' }, 'outside of tests', outside));
  return { passed, failures, skips };
};

/** Test reporter: prints each failure at once, and leaves the outcome in a file at the end. */
export default class implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') process.stdout.write(`FAILED just now: ${failureOfTest(test).text}\n`);
  }

  onTestRunEnd(modules: readonly TestModule[], outside: readonly TestFault[]): void {
    const file = process.env[OUTCOME_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(outcomeOf(modules, outside)));
  }
}
