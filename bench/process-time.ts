import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second of /proc on every Linux that Node runs on. */
const TICKS = 100;
/** Places of the parent and of the processor times (own and of ended children) behind the name in /proc/PID/stat. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14] as const;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/** A process of /proc, or undefined when it has just ended. */
const statOf = (pid: number): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = TIMES.reduce((sum, place) => sum + Number(fields[place]), 0);
    return { pid, parent: Number(fields[PARENT]), ticks };
  } catch {
    return undefined;
  }
};

/** Processor seconds that a process, those it started and their ended children have used so far, user and system. */
export const processSeconds = (root: number): number => {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const family = new Set([root]);
  for (let grown = true; grown;) {
    const before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
    grown = family.size > before;
  }
  return all.filter(({ pid }) => family.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS;
};

/** Processor seconds of this very process. */
export const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/**
 * Processor microseconds that a process spends on each answer of a load: a figure in which whoever asks has no part,
 * and which hardly knows how busy the machine is. `load` gives how many answers there were.
 */
export const microsecondsEach = async (pid: number, load: () => Promise<number>): Promise<number> => {
  const before = processSeconds(pid);
  const answers = await load();
  return ((processSeconds(pid) - before) * 1e6) / answers;
};
