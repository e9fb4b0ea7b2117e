import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** What a process says about itself while it holds a lock. */
export interface LockHolder {
  readonly pid: number;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** Where it serves, when it serves. */
  readonly address?: string;
}

/** A lock that this process holds until it releases it or dies. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock at `path` for this process; undefined when another one (or this one, by an earlier call) holds it. The
 * lock is SQLite's own, a lock of the kernel on the file: it ends with the process, however that dies, and holds across
 * containers that share the folder. `waitMs` is how long a lock in use is waited for, blocking.
 */
export const acquireFileLock = (
  path: string,
  about: { address?: string; waitMs?: number } = {},
): FileLock | undefined => {
  const { address, waitMs = 0 } = about;
  const file = new DatabaseSync(path, { timeout: waitMs });
  try {
    file.exec('begin immediate');
  } catch (fault) {
    file.close();
    if (isBusy(fault)) return undefined;
    throw fault;
  }
  const holder: LockHolder = { pid: process.pid, since: new Date().toISOString(), ...(address && { address }) };
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
export const readLockHolder = (path: string): LockHolder | undefined => {
  try {
    const note = JSON.parse(readFileSync(noteOf(path), 'utf8')) as LockHolder;
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
