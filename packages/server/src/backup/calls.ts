import type { Backup, backupCalls } from '@skyport/contract/backup';
import { inTransaction } from '@skyport/db';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { addBackup, backupWork } from './jobs.ts';
import {
  changeBackup,
  findLast,
  findWatch,
  isNewestGood,
  isUnderWay,
  listBackups,
  lockBackup,
  lockWatch,
  type BackupRow,
} from './list-store.ts';
import { nextBackupAt } from './schedule.ts';
import { texts } from './texts.ts';

type Calls = typeof backupCalls;

/** Backups that one call answers. */
const MOST = 1000;

const present = (row: BackupRow): Backup => ({
  _id: row.id,
  file: row.file,
  origin: row.origin,
  state: row.state,
  percent: row.percent,
  startedAt: row.started_at.toISOString(),
  bytes: row.bytes,
  rows: row.row_count,
  problem: row.problem,
  checkedAt: row.checked_at?.toISOString() ?? null,
  restoreState: row.restore_state,
  restoreProblem: row.restore_problem,
  restoredAt: row.restored_at?.toISOString() ?? null,
  copiedAt: row.copied_at?.toISOString() ?? null,
  copyProblem: row.copy_problem,
  deleting: row.delete_asked_at !== null,
});

const list: Handler<Calls['list']> = async (_input, _context, { db, clock, settings }) => {
  const current = settings.current();
  const now = clock.now();
  const next = nextBackupAt(current, await findLast(db, now), now);
  const { stale_at } = await findWatch(db);
  return {
    schedule: {
      everyHours: current.backup_every_hours,
      keep: current.backup_keep,
      triesRestore: current.backup_try_restore,
      copies: current.backup_s3,
      nextAt: next?.toISOString() ?? null,
      staleAt: stale_at?.toISOString() ?? null,
    },
    backups: (await listBackups(db, now, MOST)).map(present),
  };
};

const make: Handler<Calls['make']> = async (_input, { audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    // Two clicks come one after the other.
    await lockWatch(trx);
    if (await isUnderWay(trx)) refuse('conflict', texts.underWay);
    const id = deps.ids.next();
    await audited(trx, { ids: [id] }, () => addBackup(trx, deps, { id, origin: 'staff' }));
    return { _id: id };
  });

const isRestoring = ({ restore_state }: BackupRow): boolean =>
  restore_state === 'waiting' || restore_state === 'running';

const tryRestore: Handler<Calls['tryRestore']> = async ({ _id }, { audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const row = (await lockBackup(trx, _id)) ?? refuse('notFound');
    if (row.state !== 'good') refuse('conflict', texts.notGood);
    if (row.delete_asked_at !== null) refuse('conflict', texts.deleteUnderWay);
    if (isRestoring(row)) refuse('conflict', texts.restoreUnderWay);
    await audited(trx, { ids: [_id] }, () => changeBackup(trx, _id, { restore_state: 'waiting' }));
    await deps.jobs.add(trx, backupWork, {});
    return { _id };
  });

/** Why a backup is not deleted; undefined when it may be. */
const obstacleOf = (row: BackupRow, isNewest: boolean): string | undefined => {
  if (row.delete_asked_at !== null) return texts.deleteUnderWay;
  if (row.state === 'missing' || row.state === 'failed') return texts.gone;
  if (row.state === 'waiting' || row.state === 'writing' || isRestoring(row)) return texts.inUse;
  return isNewest ? texts.newestGood : undefined;
};

// Only the newest good backup is ever copied to the object store, so none is deleted while it is copied.
const deleteBackup: Handler<Calls['delete']> = async ({ _id }, { audited }, deps) =>
  inTransaction(deps.db, async (trx) => {
    const row = (await lockBackup(trx, _id)) ?? refuse('notFound');
    const obstacle = obstacleOf(row, await isNewestGood(trx, _id, deps.clock.now()));
    if (obstacle !== undefined) refuse('conflict', obstacle);
    await audited(trx, { ids: [_id] }, () => changeBackup(trx, _id, { delete_asked_at: deps.clock.now() }));
    await deps.jobs.add(trx, backupWork, {});
    return { _id };
  });

/** Backups. */
export const backupHandlers: HandlersOf<Calls> = { list, make, tryRestore, delete: deleteBackup };
