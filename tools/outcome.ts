import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';

/** What became of one test project. */
export interface Outcome {
  readonly passed: number;
  /** What failed, a line each with its reason: tests, the set-up of a file or group, errors outside of tests. */
  readonly failures: readonly string[];
  /** What was skipped, a line each with its reason where one was given. */
  readonly skips: readonly string[];
}

/** Variable with the path of the file that the reporter writes. */
export const OUTCOME_FILE = 'SKYPORT_TEST_OUTCOME';

type Errors = readonly { readonly message: string }[];

const LONGEST_REASON = 900;

/** A text on one line, without colours. */
const inShort = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);

const reasons = (errors: Errors): string => inShort(errors.map(({ message }) => message).join('; '));

/** Adds up what a finished run's modules say, and the errors that belong to no test. */
const outcomeOf = (modules: readonly TestModule[], outside: Errors): Outcome => {
  const failures: string[] = [];
  const skips: string[] = [];
  let passed = 0;
  for (const module of modules) {
    const { relativeModuleId: file, children } = module;
    for (const group of [module, ...children.allSuites()]) {
      const name = group.type === 'suite' ? ` ${group.fullName}` : '';
      if (group.errors().length > 0) failures.push(`${file}${name}: ${reasons(group.errors())}`);
    }
    for (const test of children.allTests()) {
      const result = test.result();
      const name = `${file} ${test.fullName}`;
      if (result.state === 'passed') passed += 1;
      else if (result.state === 'failed') failures.push(`${name}: ${reasons(result.errors)}`);
      else skips.push('note' in result && result.note ? `${name}: ${result.note}` : name);
    }
  }
  if (outside.length > 0) failures.push(`outside of tests: ${reasons(outside)}`);
  return { passed, failures, skips };
};

/** Test reporter: leaves the outcome in a file when all has run. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: Errors): void {
    const file = process.env[OUTCOME_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(outcomeOf(modules, outside)));
  }
}
