import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LOG_FILES, openAccessLog } from './access-log.ts';

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'log-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

test('the log never takes more than its files, holds the newest lines, and cuts none in two', () => {
  const at = folder();
  const log = openAccessLog(join(at, 'access.log'), 1000);
  for (let number = 0; number < 500; number++) log.append(`line ${number}\n`);
  log.close();
  const names = readdirSync(at).toSorted();
  expect(names).toEqual(['access.log', 'access.log.1', 'access.log.2']);
  expect(names.length).toBe(LOG_FILES);
  for (const name of names) expect(statSync(join(at, name)).size).toBeLessThanOrEqual(1000);
  const kept = names.toReversed().flatMap((name) => readFileSync(join(at, name), 'utf8').trim().split('\n'));
  const first = Number(kept[0]?.split(' ')[1]);
  expect(kept).toEqual(Array.from({ length: 500 - first }, (_, index) => `line ${first + index}`));
  expect(kept.length).toBeGreaterThan(200);
});

test('a log that was there is continued, and one that cannot be written says so until it can', () => {
  const at = folder();
  const path = join(at, 'deeper', 'access.log');
  const log = openAccessLog(path);
  log.append('lost\n');
  expect(log.problem()).toContain('ENOENT');
  const [first, second] = [openAccessLog(join(at, 'access.log')), openAccessLog(join(at, 'access.log'))];
  first.append('one\n');
  second.append('two\n');
  expect([first.problem(), readFileSync(join(at, 'access.log'), 'utf8')]).toEqual(['', 'one\ntwo\n']);
});
