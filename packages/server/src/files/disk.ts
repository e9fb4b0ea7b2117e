import { constants } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Blobs } from './blobs.ts';

const isMissing = (fault: unknown): boolean => fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';

/**
 * Bytes in a folder of the data directory. Names come from rows of the database, never from a request; links are not
 * followed, and nothing is written over.
 */
export const diskBlobs = (root: string): Blobs => {
  const pathOf = (name: string): string => join(root, name.slice(0, 2), name);
  return {
    put: async (name, bytes) => {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
      const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    open: async (name) => {
      try {
        const file = await open(pathOf(name), constants.O_RDONLY | constants.O_NOFOLLOW);
        return file.createReadStream();
      } catch (fault) {
        if (isMissing(fault)) return undefined;
        throw fault;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
};
