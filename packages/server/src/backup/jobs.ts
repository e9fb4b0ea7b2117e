import { inTransaction, type Db } from '@skyport/db';
import { timeText } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput, type Job } from '../platform/jobs.ts';
import { raiseBackupAlarm } from './alarm.ts';
import { findDueCopy } from './copies.ts';
import { backupFolder, backupName, listBackupFiles } from './folder.ts';
import {
  changeWatch,
  findLast,
  hasWork,
  insertBackup,
  isUnderWay,
  listFilesNotGone,
  lockWatch,
  withBackupLock,
  type BackupWatch,
} from './list-store.ts';
import { isDue, isStale, type LastBackups } from './schedule.ts';
import { texts } from './texts.ts';
import { workOnBackups } from './work.ts';

/** Works on backups while some wait; does nothing while another process holds the lock. */
export const backupWork: Job<object> = job({
  name: 'backup.work',
  input: NoInput,
  maxAttempts: 1,
  places: 'slow',
  key: () => '',
  run: async (deps, _input, stop) => void (await withBackupLock(deps.db, () => workOnBackups(deps, stop))),
});

/** Characters of the id that keep the names of two backups of one second apart. */
const MARK = 4;

/** Adds a backup that waits, in the caller's transaction. */
export const addBackup = async (
  trx: Db,
  { ids, clock, jobs }: Pick<Deps, 'ids' | 'clock' | 'jobs'>,
  { id = ids.next(), origin }: { readonly id?: string; readonly origin: 'schedule' | 'staff' },
): Promise<void> => {
  const now = clock.now();
  await insertBackup(trx, { id, file: backupName(now, id.slice(-MARK)), origin, state: 'waiting', started_at: now });
  await jobs.add(trx, backupWork, {});
};

/** Adds a backup that is due, raises the alarm for one that is too old, and has waiting work done. */
const tendBackups = async (deps: Deps): Promise<void> => {
  const files = await listBackupFiles(backupFolder(deps.env));
  await inTransaction(deps.db, async (trx) => {
    const watch = await lockWatch(trx);
    const last = await findLast(trx, deps.clock.now());
    await watchAge(trx, deps, { watch, last });
    const settings = deps.settings.current();
    if (isDue(settings, last, deps.clock.now()) && !(await isUnderWay(trx)))
      return addBackup(trx, deps, { origin: 'schedule' });
    const listed = await listFilesNotGone(trx);
    const isOther = files.size !== listed.length || listed.some((file) => !files.has(file));
    if (isOther || (await hasWork(trx)) || (await findDueCopy(trx, deps))) await deps.jobs.add(trx, backupWork, {});
    return undefined;
  });
};

/** Notes since when the schedule is watched, and since when its newest good backup is too old. */
const watchAge = async (
  trx: Db,
  deps: Deps,
  { watch, last }: { readonly watch: BackupWatch; readonly last: LastBackups },
): Promise<void> => {
  const now = deps.clock.now();
  const settings = deps.settings.current();
  const hours = settings.backup_every_hours;
  if (hours !== watch.every_hours) {
    // Another schedule is counted from now on.
    const watched_from = hours > 0 ? now : null;
    return changeWatch(trx, { every_hours: hours, watched_from, stale_at: null });
  }
  const isOld = isStale(settings, { good: last.good, watchedFrom: watch.watched_from }, now);
  if (isOld === (watch.stale_at !== null)) return undefined;
  await changeWatch(trx, { stale_at: isOld ? now : null });
  if (!isOld) return undefined;
  const since = last.good && timeText(last.good, settings.timezone).slice(0, 'YYYY-MM-DD HH:mm'.length);
  return raiseBackupAlarm(trx, deps, texts.stale(2 * hours, since));
};

const tend = job({
  name: 'backup.tend',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: tendBackups,
});

/** Jobs of this feature. */
export const backupJobs = [tend, backupWork];
