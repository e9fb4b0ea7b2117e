import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction } from '@skyport/db';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { raiseBackupAlarm } from './alarm.ts';
import { copyBackup, findDueCopy, removeCopy } from './copies.ts';
import { backupFolder, listBackupFiles, prepareFolder } from './folder.ts';
import {
  changeBackup,
  findLastRestore,
  findRestoreWaiting,
  findToDelete,
  findWaiting,
  forgetLost,
  hasScheduleFailed,
  insertBackup,
  isNewestGood,
  listBackups,
  listBeyond,
  listInterrupted,
  removeBackup,
  type BackupRow,
} from './list-store.ts';
import { runProgram, type ProgramEnd } from './program.ts';
import { sentenceOf, texts } from './texts.ts';

/** Backups that are compared with the folder. */
const MOST = 10_000;
/** How long backups without a file stay in the list. */
const LOST_KEPT_MS = 90 * DAY_MS;
/** Time from one test restore to the next that the schedule asks for; less than a day, so that none slips. */
const RESTORE_AFTER_MS = 0.8 * DAY_MS;
/** Progress is stored in steps. */
const STEP_PERCENT = 5;

/** Does all work on backups that waits: writes, checks and restores them, and removes those beyond the retention. */
export const workOnBackups = async (deps: Deps, stop?: AbortSignal): Promise<void> => {
  const folder = backupFolder(deps.env);
  await prepareFolder(folder, deps.clock.now());
  for (const row of await listInterrupted(deps.db)) await resume(deps, folder, row);
  await compareFolder(deps, folder);
  while (!stop?.aborted && (await workOnNext(deps, folder, stop)));
  await removeOld(deps, folder);
};

/** Decides about a backup at which an earlier worker ended. */
const resume = async ({ db, clock }: Deps, folder: string, row: BackupRow): Promise<void> => {
  if (row.state !== 'writing') return changeBackup(db, row.id, { restore_state: 'waiting' });
  await rm(join(folder, `${row.file}.partial`), { force: true });
  // A restored panel finds the row as it was while its own backup was written.
  if ((await listBackupFiles(folder)).has(row.file)) return changeBackup(db, row.id, { state: 'unchecked' });
  return changeBackup(db, row.id, { state: 'failed', problem: texts.interrupted, ended_at: clock.now() });
};

/** Compares the table with the folder: adds unknown files, marks rows without a file as missing. */
const compareFolder = async ({ db, ids, clock }: Deps, folder: string): Promise<void> => {
  const files = await listBackupFiles(folder);
  const rows = await listBackups(db, clock.now(), MOST);
  const known = new Map(rows.map((row) => [row.file, row]));
  for (const file of files) {
    const row = known.get(file);
    const found = { id: ids.next(), file, origin: 'found', state: 'unchecked', started_at: clock.now() } as const;
    if (!row) await insertBackup(db, found);
    else if (row.state === 'missing') await changeBackup(db, row.id, { state: 'unchecked', problem: '' });
  }
  for (const { id, file, state } of rows)
    if ((state === 'good' || state === 'unchecked' || state === 'damaged') && !files.has(file))
      await changeBackup(db, id, { state: 'missing', problem: texts.gone });
};

/** Does one piece of waiting work; false when there is none. */
const workOnNext = async (deps: Deps, folder: string, stop?: AbortSignal): Promise<boolean> => {
  // Delete first: this frees disk space for the next backup.
  const toDelete = await findToDelete(deps.db);
  if (toDelete) {
    await deleteAsked(deps, folder, toDelete);
    return true;
  }
  const waiting = await findWaiting(deps.db, 'waiting');
  if (waiting) {
    await write(deps, waiting, stop);
    await removeOld(deps, folder);
    return true;
  }
  const unchecked = await findWaiting(deps.db, 'unchecked');
  if (unchecked) {
    await check(deps, unchecked, stop);
    return true;
  }
  const restoring = await findRestoreWaiting(deps.db);
  if (restoring) {
    await restore(deps, restoring, stop);
    return true;
  }
  const uncopied = await findDueCopy(deps.db, deps);
  if (uncopied) await copyBackup(deps, folder, uncopied);
  return uncopied !== undefined;
};

const write = async (deps: Deps, { id, file, origin }: BackupRow, stop?: AbortSignal): Promise<void> => {
  const { db, clock } = deps;
  const now = clock.now();
  await changeBackup(db, id, { state: 'writing', started_at: now });
  let stored = 0;
  let storing: Promise<void> = Promise.resolve();
  const onPercent = (percent: number): void => {
    if (percent < stored + STEP_PERCENT) return;
    stored = percent;
    // A lost connection is reported by the next statement that matters.
    storing = storing.then(() => changeBackup(db, id, { percent })).catch(() => undefined);
  };
  const end = await runProgram(deps, { task: 'make', file, now, onPercent }, stop);
  await storing;
  const at = clock.now();
  if ('done' in end) {
    const { bytes, rows } = end.done;
    const good = { state: 'good', percent: 100, bytes, row_count: rows, problem: '', checked_at: at } as const;
    const restored = await findLastRestore(db);
    const isDue = restored === null || restored > at || at.getTime() - restored.getTime() >= RESTORE_AFTER_MS;
    const tries = isDue && origin === 'schedule' && deps.settings.current().backup_try_restore;
    return changeBackup(db, id, { ...good, ended_at: at, ...(tries && { restore_state: 'waiting' as const }) });
  }
  await rm(join(backupFolder(deps.env), `${file}.partial`), { force: true });
  const problem = problemOf(end);
  return inTransaction(db, async (trx) => {
    // A schedule that keeps failing is one alarm.
    const isFirst = origin === 'schedule' && !('stopped' in end) && !(await hasScheduleFailed(trx, id));
    await changeBackup(trx, id, { state: 'failed', problem, ended_at: at });
    if (isFirst) await raiseBackupAlarm(trx, deps, texts.failed(problem));
  });
};

const problemOf = (end: Exclude<ProgramEnd, { done: unknown }>): string =>
  'stopped' in end ? texts.interrupted : sentenceOf(end.problem);

const check = async (deps: Deps, { id, file }: BackupRow, stop?: AbortSignal): Promise<void> => {
  const { db, clock } = deps;
  const end = await runProgram(deps, { task: 'check', file, now: clock.now() }, stop);
  if ('stopped' in end) return undefined;
  if ('done' in end) {
    const { bytes, rows, createdAt } = end.done;
    const moment = { started_at: new Date(createdAt), checked_at: clock.now() };
    return changeBackup(db, id, { state: 'good', percent: 100, bytes, row_count: rows, problem: '', ...moment });
  }
  const problem = problemOf(end);
  return inTransaction(db, async (trx) => {
    await changeBackup(trx, id, { state: 'damaged', problem });
    await raiseBackupAlarm(trx, deps, texts.damaged(file, problem));
  });
};

const restore = async (deps: Deps, { id, file }: BackupRow, stop?: AbortSignal): Promise<void> => {
  const { db, clock } = deps;
  await changeBackup(db, id, { restore_state: 'running', restore_problem: '', restored_at: clock.now() });
  const end = await runProgram(deps, { task: 'restore', file, now: clock.now() }, stop);
  // The next worker begins it again.
  if ('stopped' in end) return changeBackup(db, id, { restore_state: 'waiting' });
  const at = clock.now();
  if ('done' in end && (end.done.ledgerProblems ?? []).length === 0)
    return changeBackup(db, id, { restore_state: 'passed', restored_at: at, checked_at: at });
  const problem = 'done' in end ? texts.ledger(end.done.ledgerProblems ?? []) : problemOf(end);
  const isDamaged = 'problem' in end && /^The backup is (?:damaged|cut off)/.test(end.problem);
  return inTransaction(db, async (trx) => {
    const failed = { restore_state: 'failed', restore_problem: problem, restored_at: at } as const;
    await changeBackup(trx, id, { ...failed, ...(isDamaged && { state: 'damaged' as const, problem }) });
    await raiseBackupAlarm(trx, deps, texts.restoreFailed(file, problem));
  });
};

/** Removes a backup: the files first, so that a crash leaves a row for the next run. */
const removeWithFiles = async (deps: Deps, folder: string, row: BackupRow): Promise<void> => {
  await removeCopy(deps, row);
  await rm(join(folder, row.file), { force: true });
  await removeBackup(deps.db, row.id);
};

/** Removes a backup that staff deleted, unless its file is gone or it has become the newest good one. */
const deleteAsked = async (deps: Deps, folder: string, row: BackupRow): Promise<void> => {
  const keep = (problem: string): Promise<void> => changeBackup(deps.db, row.id, { delete_asked_at: null, problem });
  if (row.state === 'missing') return keep(texts.gone);
  if (await isNewestGood(deps.db, row.id, deps.clock.now())) return keep(texts.kept);
  return removeWithFiles(deps, folder, row).catch((fault: unknown) =>
    keep(texts.notDeleted(sentenceOf(fault instanceof Error ? fault.message : String(fault)))),
  );
};

/** Removes good backups beyond the retention. */
const removeOld = async (deps: Deps, folder: string): Promise<void> => {
  const { db, clock, settings } = deps;
  for (const row of await listBeyond(db, settings.current().backup_keep, clock.now()))
    await removeWithFiles(deps, folder, row);
  await forgetLost(db, new Date(clock.now().getTime() - LOST_KEPT_MS));
};
