import { readdirSync, readFileSync } from 'node:fs';
import { until } from '../../../../../testkit/until.ts';

/** Ids of processes whose command line names a folder. */
export const processesOf = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => commandOf(name).includes(folder))
    .map(Number);

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/** Kills whatever runs from a folder; supervisors start what they lost again, so it is looked for more than once. */
export const killAllOf = async (folder: string): Promise<void> => {
  await until(`nothing to run from ${folder}`, () => {
    const found = processesOf(folder);
    for (const pid of found) process.kill(pid, 'SIGKILL');
    return found.length === 0;
  });
};
