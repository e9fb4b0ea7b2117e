import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** The log file, and those before it by their age. */
export const LOG_FILES = 3;
/** A file is put aside above this size in bytes. */
export const LOG_MAX_BYTES = 10 * 1024 * 1024;

/** Lines on disk, in at most three files of 10 MB. */
export type AccessLog = {
  /** Appends whole lines. A full disk loses them and nothing else; `problem` then says so. */
  append(lines: string): void;
  /** Why the last append failed; empty when it did not. */
  problem(): string;
  close(): void;
};

/** Opens the log at `path`; its predecessors are `path.1` and `path.2`. */
export const openAccessLog = (path: string, maxBytes: number = LOG_MAX_BYTES): AccessLog => {
  let file: number | undefined;
  let size = 0;
  let problem = '';
  const open = (): number => {
    const opened = openSync(path, 'a', 0o600);
    size = fstatSync(opened).size;
    return opened;
  };
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    append: (lines) => {
      try {
        file ??= open();
        const bytes = Buffer.byteLength(lines);
        if (size > 0 && size + bytes > maxBytes) {
          close();
          putAside(path);
          file = open();
        }
        size += writeSync(file, lines);
        problem = '';
      } catch (cause) {
        problem = cause instanceof Error ? cause.message : String(cause);
      }
    },
    problem: () => problem,
    close,
  };
};

/** Makes room for a new file; the oldest one goes. */
const putAside = (path: string): void => {
  for (let age = LOG_FILES - 1; age > 0; age--) {
    try {
      renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    }
  }
};
