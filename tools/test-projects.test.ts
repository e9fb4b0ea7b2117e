import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './run.ts';
import { newTally, retryFiles, runProjects, type Checkout } from './test-projects.ts';

/** Counts the runs of a test in a file. */
const COUNT = `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { expect, test } from 'vitest';
  const count = (name) => {
    const file = new URL(name, import.meta.url);
    appendFileSync(file, '.');
    return readFileSync(file, 'utf8').length;
  };`;

/** A checkout with one project, pure, and a test limit of 200 ms. */
const plant = (files: Readonly<Record<string, string>>): Checkout => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-retry-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'var/test'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { projects: [{ test: { name: 'pure', include: ['*.test.mjs'], testTimeout: 200 } }] } };`,
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${COUNT}${text}`);
  return { folder, output: 'ignore' };
};

test('a planted slow file passes on its second run, a planted wrong value fails on its first', async () => {
  const checkout = plant({
    'slow.test.mjs': `
      test('answers in time', () => (count('slow') === 1 ? new Promise(() => {}) : undefined));
      test('is quick', () => {});`,
    'wrong.test.mjs': `test('adds up', () => expect(count('wrong')).toBe(2));`,
  });
  const tally = newTally();
  const failures = await runProjects(checkout, 'pure', tally);
  expect(failures.map(({ file, isTimeout }) => ({ file, isTimeout }))).toEqual(
    expect.arrayContaining([
      { file: 'slow.test.mjs', isTimeout: true },
      { file: 'wrong.test.mjs', isTimeout: false },
    ]),
  );
  const left = await retryFiles(checkout, failures, tally);
  expect(left.map(({ text }) => text)).toEqual(['wrong.test.mjs adds up: expected 1 to be 2 // Object.is equality']);
  expect(tally).toMatchObject({ passed: 2, retried: 1, remarks: [expect.stringMatching(/^RETRIED, PASSED: slow/)] });
  expect(readFileSync(join(checkout.folder, 'wrong'), 'utf8')).toBe('.');
});

test('a file that is slow twice counts as failed', async () => {
  const checkout = plant({ 'slow.test.mjs': `test('answers in time', () => new Promise(() => {}));` });
  const tally = newTally();
  const left = await retryFiles(checkout, await runProjects(checkout, 'pure', tally), tally);
  expect(left).toHaveLength(1);
  expect(tally).toMatchObject({ passed: 0, retried: 0 });
});
