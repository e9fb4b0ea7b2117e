import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

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
  for (let tries = 0; tries < 20; tries++) {
    const found = processesOf(folder);
    if (found.length === 0) return;
    for (const pid of found) process.kill(pid, 'SIGKILL');
    await sleep(100);
  }
};
