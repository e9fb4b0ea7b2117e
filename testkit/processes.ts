import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that works in a folder, or was told of it on its command line. */
export interface Found {
  readonly pid: number;
  readonly command: string;
}

/** The living processes of the machine that have to do with a folder: a database's processes, its shells, initdb. */
export const processesIn = (folder: string): Found[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const isThere = readlinkSync(`/proc/${name}/cwd`).startsWith(folder) || command.includes(folder);
        return isThere ? [{ pid: Number(name), command }] : [];
      } catch {
        // It ended while we looked, or is a zombie, which works nowhere.
        return [];
      }
    });

/** The living processes that a process started, and those that they started. */
export const descendantsOf = (ancestor: number): Found[] => {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(readOrEmpty(`/proc/${name}/status`))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(ancestor).map((pid) => ({
    pid,
    command: readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim(),
  }));
};

/** A process may end while it is looked at. */
const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
