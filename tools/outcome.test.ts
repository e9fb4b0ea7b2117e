import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OUTCOME_FILE, retriableFiles, type Outcome } from './outcome.ts';
import { binary, root } from './run.ts';

/** Files of tests that are written and run below: each kind of outcome once, a skip and a `todo` among them. */
const SAMPLES = {
  'kinds.test.js': `
    test('holds', () => {});
    test('breaks', () => expect({ got: 1 }).toEqual({ got: 2 }));
    test('cannot', ({ skip }) => skip(true, 'no network here'));
    test.todo('later');
    describe('a group', () => {
      beforeAll(() => { throw new Error('no set-up'); });
      test('inside', () => {});
    });`,
  'broken.test.js': `throw new Error('does not load');`,
  'late.test.js': `
    test('never ends', () => new Promise(() => {}), 20);
    test('polls in vain', () => expect.poll(() => 1, { timeout: 20 }).toBe(2));
    test('waits in vain', async () => { throw new Error('the page', { cause: new Error('waited 120 s in vain') }); });`,
  'stray.test.js': `test('leaves a promise', () => void Promise.reject(new Error('nobody waits')));`,
};

const outcomeOfSamples = (): { code: number | null; outcome: Outcome } => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-outcome-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(SAMPLES)) writeFileSync(join(folder, name), text);
  const file = join(folder, 'outcome.json');
  const args = ['run', '--root', folder, '--globals', `--reporter=${join(root, 'tools/outcome.ts')}`];
  const { status } = spawnSync(binary('vitest'), args, { env: { ...process.env, [OUTCOME_FILE]: file } });
  return { code: status, outcome: JSON.parse(readFileSync(file, 'utf8')) as Outcome };
};

test('every way to fail is printed with its file and reason, and every skip with its own', () => {
  const { code, outcome } = outcomeOfSamples();
  expect(code).toBe(1);
  expect([Object.values(outcome.passed).toSorted(), outcome.skips.length]).toEqual([[0, 0, 1, 1], 3]);
  expect(
    outcome.failures
      .filter(({ isTimeout }) => !isTimeout)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual([
    'broken.test.js: does not load',
    'kinds.test.js a group: no set-up',
    'kinds.test.js breaks: expected { got: 1 } to deeply equal { got: 2 }',
    'outside of tests: nobody waits',
  ]);
  expect(outcome.failures.filter(({ isTimeout }) => isTimeout).map(({ text }) => text)).toEqual([
    'late.test.js never ends: Test timed out in 20ms. If this is a long-running test, pass a timeout value as the last argument or configure it globally with "testTimeout".',
    'late.test.js polls in vain: expected 1 to be 2 // Object.is equality',
    'late.test.js waits in vain: the page',
  ]);
  expect(outcome.skips).toEqual([
    'kinds.test.js cannot: no network here',
    'kinds.test.js later',
    'kinds.test.js a group > inside',
  ]);
});

test('only files that failed by timeouts alone are retried, and none when there are more than three', () => {
  const failure = (file: string, isTimeout: boolean) => ({ project: 'pure', file, text: file, isTimeout });
  const slow = ['a', 'b', 'c', 'd'].map((file) => failure(file, true));
  expect(retriableFiles([...slow.slice(0, 2), failure('b', false), failure('', true)])).toEqual([
    { project: 'pure', file: 'a' },
  ]);
  expect(retriableFiles(slow.slice(0, 3))).toHaveLength(3);
  expect(retriableFiles(slow)).toEqual([]);
});
