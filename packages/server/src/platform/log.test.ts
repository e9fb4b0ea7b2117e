import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Numbers of the lines that a program has written which logs 70 request lines and then does what is said. */
const writtenBy = (then: string): number[] => {
  const program = `import { createGatheredLog } from '${new URL('./log.ts', import.meta.url).href}';
    const gathered = createGatheredLog('info');
    for (let at = 0; at < 70; at += 1) gathered.log.info({ at }, 'request');
    ${then}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { at: number }).at);
};

const upTo = (lines: number): number[] => Array.from({ length: lines }, (_, at) => at);

test.each([
  ['its log is closed', 'gathered.close();'],
  ['the program ends', 'process.exit(0);'],
  ['a quarter of a second has passed', 'setTimeout(() => process.kill(process.pid, "SIGKILL"), 1500);'],
])('every request line is written, once and in order, when %s', (_when, then) => {
  expect(writtenBy(then)).toEqual(upTo(70));
});

test('a program that is killed loses the lines that were gathered last, and no others', () => {
  expect(writtenBy('process.kill(process.pid, "SIGKILL");')).toEqual(upTo(64));
});
