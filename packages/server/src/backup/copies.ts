import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction, type Db } from '@skyport/db';
import { s3LargeFiles, storeFaultOf } from '../files/index.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { raiseBackupAlarm } from './alarm.ts';
import { ENCRYPTED, encryptFile } from './encrypted-file.ts';
import { COPY_FILE } from './folder.ts';
import { changeBackup, findUncopied, type BackupRow } from './list-store.ts';
import { texts } from './texts.ts';

/** Folder of the backups in the bucket. */
const FOLDER = 'backups';
/** A copy that failed is tried again after this time. */
const RETRY_MS = HOUR_MS;

/** The backup of which a copy is due; undefined without one, and while no copies are made. */
export const findDueCopy = async (
  db: Db,
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
): Promise<BackupRow | undefined> => {
  const now = clock.now();
  const triedBefore = new Date(now.getTime() - RETRY_MS);
  return settings.current().backup_s3 ? findUncopied(db, { now, triedBefore }) : undefined;
};

/** Uploads a backup; encrypted as `NAME.tar.age` if BACKUP_PASSPHRASE is set. */
const putCopy = async ({ settings, env }: Deps, folder: string, file: string): Promise<void> => {
  const store = s3LargeFiles(settings.current(), FOLDER);
  const path = join(folder, file);
  if (env.BACKUP_PASSPHRASE === '') return store.put(file, path);
  const sealed = join(folder, `${COPY_FILE}${file}`);
  try {
    await encryptFile(path, sealed, env.BACKUP_PASSPHRASE);
    await store.put(`${file}${ENCRYPTED}`, sealed);
  } finally {
    await rm(sealed, { force: true });
  }
};

/** Copies a backup to the object store. The first failure of a backup is an alarm. */
export const copyBackup = async (deps: Deps, folder: string, { id, file, copy_problem }: BackupRow): Promise<void> => {
  const { db, clock } = deps;
  await changeBackup(db, id, { copy_tried_at: clock.now() });
  try {
    await putCopy(deps, folder, file);
  } catch (fault) {
    const problem = texts.copyFailed(storeFaultOf(fault).reason);
    return inTransaction(db, async (trx) => {
      await changeBackup(trx, id, { copy_problem: problem });
      if (copy_problem === '') await raiseBackupAlarm(trx, deps, texts.copyAlarm(file, problem));
    });
  }
  return changeBackup(db, id, { copied_at: clock.now(), copy_problem: '' });
};

/** Removes the copy of a backup that goes; one that cannot be removed is left to the operator. */
export const removeCopy = async ({ settings, log }: Deps, { file, copied_at }: BackupRow): Promise<void> => {
  if (copied_at === null) return;
  const store = s3LargeFiles(settings.current(), FOLDER);
  // The row does not say whether the copy is encrypted: delete both names.
  for (const name of [file, `${file}${ENCRYPTED}`])
    await store
      .remove(name)
      .catch((fault: unknown) => log.warn({ name, reason: storeFaultOf(fault).reason }, 'a copy of a backup stays'));
};
