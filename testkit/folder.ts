import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for one run, which the database's own user may enter too. */
export const makeFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `skyport-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
};

/** Removes a folder of a run with everything in it. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
