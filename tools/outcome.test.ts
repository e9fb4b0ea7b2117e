import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OUTCOME_FILE, type Outcome } from './outcome.ts';
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
  expect([outcome.passed, outcome.skips.length]).toEqual([2, 3]);
  expect(outcome.failures.toSorted()).toEqual([
    'broken.test.js: does not load',
    'kinds.test.js a group: no set-up',
    'kinds.test.js breaks: expected { got: 1 } to deeply equal { got: 2 }',
    'outside of tests: nobody waits',
  ]);
  expect(outcome.skips).toEqual([
    'kinds.test.js cannot: no network here',
    'kinds.test.js later',
    'kinds.test.js a group > inside',
  ]);
});
