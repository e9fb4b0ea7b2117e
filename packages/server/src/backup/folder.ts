import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DAY_MS } from '../platform/clock.ts';
import { dataDirOf } from '../platform/data-dir.ts';
import type { Env } from '../platform/env.ts';

/** Names of backups in their folder; the table of backups holds the same pattern. */
const NAME = /^skyport-[A-Za-z0-9._-]+\.tar$/;

/** Folder of the backups. */
export const folderOfBackups = ({ BACKUP_DIR }: Pick<Env, 'BACKUP_DIR'>, dataDir: string): string =>
  BACKUP_DIR ? resolve(BACKUP_DIR) : join(dataDir, 'backups');

/** Folder of the backups of an environment. */
export const backupFolder = (env: Pick<Env, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  folderOfBackups(env, dataDirOf(env.DATA_DIR, process.cwd()));

/** Name of a backup that begins now; `mark` keeps two of one second apart. */
export const backupName = (now: Date, mark = ''): string => {
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `skyport-${stamp}${mark && `-${mark}`}.tar`;
};

/** Names of the backups in a folder; none when there is no folder yet. */
export const listBackupFiles = async (folder: string): Promise<ReadonlySet<string>> => {
  try {
    return new Set((await readdir(folder)).filter((name) => NAME.test(name)));
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return new Set();
    throw fault;
  }
};

/** Beginning of the names of folders that test restores make. */
export const SCRATCH_FOLDER = '.restore-test-';

/** Beginning of the names of files that are encrypted for the object store. */
export const COPY_FILE = '.copy-';

/** A backup that is being written, also by the command of the server. */
const PARTIAL = /^skyport-[A-Za-z0-9._-]+\.tar\.partial$/;

/** Whether a file has not changed for a day: its writer has ended. */
const isAbandoned = async (path: string, now: Date): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < now.getTime() - DAY_MS;
};

/** Makes the folder, and removes what a killed worker or backup command left there. */
export const prepareFolder = async (folder: string, now: Date): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isLeft = name.startsWith(SCRATCH_FOLDER) || name.startsWith(COPY_FILE);
    if (isLeft || (PARTIAL.test(name) && (await isAbandoned(path, now))))
      await rm(path, { recursive: true, force: true });
  }
};
