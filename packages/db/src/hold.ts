import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** What a process says about itself while it holds something. */
export interface Holder {
  readonly pid: number;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** Where it serves, when it serves. */
  readonly address?: string;
}

/** Something held by this process, until it gives it back or dies. */
export interface Hold {
  release(): void;
}

/**
 * Takes the lock at `path` for this process; undefined when another one (or an earlier hold of this one) has it. The
 * lock is SQLite's own, a lock of the kernel on the file: it ends with the process, however that dies, and holds across
 * containers that share the folder. `waitMs` is how long a lock in use is waited for, blocking.
 */
export const takeHold = (path: string, about: { address?: string; waitMs?: number } = {}): Hold | undefined => {
  const { address, waitMs = 0 } = about;
  const file = new DatabaseSync(path, { timeout: waitMs });
  try {
    file.exec('begin immediate');
  } catch (fault) {
    file.close();
    if (isBusy(fault)) return undefined;
    throw fault;
  }
  const holder: Holder = { pid: process.pid, since: new Date().toISOString(), ...(address && { address }) };
  writeFileSync(`${noteOf(path)}.new`, JSON.stringify(holder), { mode: 0o600 });
  renameSync(`${noteOf(path)}.new`, noteOf(path));
  return {
    release: () => {
      if (!file.isOpen) return;
      rmSync(noteOf(path), { force: true });
      file.close();
    },
  };
};

/** Who holds the lock at `path`; undefined when nobody does. The note of a process that died is not believed. */
export const readHolder = (path: string): Holder | undefined => {
  try {
    const note = JSON.parse(readFileSync(noteOf(path), 'utf8')) as Holder;
    return isHeld(path) ? note : undefined;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
};

const isHeld = (path: string): boolean => {
  const file = new DatabaseSync(path);
  try {
    file.exec('begin immediate');
    return false;
  } catch (fault) {
    if (isBusy(fault)) return true;
    throw fault;
  } finally {
    file.close();
  }
};

const noteOf = (path: string): string => `${path}.json`;

const SQLITE_BUSY = 5;
const isBusy = (fault: unknown): boolean => (fault as { errcode?: number }).errcode === SQLITE_BUSY;
