import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of the data directory where backups go that no other place was named for. */
export const BACKUPS_FOLDER = 'backups';

/** Name of a backup in that folder: `skyport-YYYYMMDD-HHMMSS.tar`, UTC. */
export const backupName = (at: Date): string =>
  `skyport-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.tar`;

const NAME = /^skyport-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})\.tar$/;

/** The newest backup in the folder of the data directory; its time is the one of its name. */
export const findNewestBackup = async (dataDir: string): Promise<{ at: Date; bytes: number } | undefined> => {
  const folder = join(dataDir, BACKUPS_FOLDER);
  const names = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return [];
    throw fault;
  });
  const newest = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .at(-1);
  const [, year, month, day, hour, minute, second] = NAME.exec(newest ?? '') ?? [];
  if (newest === undefined) return undefined;
  const { size } = await stat(join(folder, newest));
  return { at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), bytes: size };
};
