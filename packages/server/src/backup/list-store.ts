import type { BackupOrigin, BackupState, RestoreState } from '@skyport/contract/backup';
import type { Db } from '@skyport/db';
import { locks } from '@skyport/db/locks';
import { sql } from 'kysely';
import type { LastBackups } from './schedule.ts';

/** A backup of the list. */
export interface BackupRow {
  readonly id: string;
  readonly file: string;
  readonly origin: BackupOrigin;
  readonly state: BackupState;
  readonly percent: number;
  readonly started_at: Date;
  readonly bytes: number | null;
  readonly row_count: number | null;
  readonly problem: string;
  readonly checked_at: Date | null;
  readonly restore_state: RestoreState | null;
  readonly restore_problem: string;
  readonly restored_at: Date | null;
  /** When the object store took its copy. */
  readonly copied_at: Date | null;
  readonly copy_problem: string;
  /** When staff asked to delete it; null for not. */
  readonly delete_asked_at: Date | null;
}

const columns = sql`id::text as id, file, origin, state, percent, started_at, bytes, row_count, problem, checked_at,
  restore_state, restore_problem, restored_at, copied_at, copy_problem, delete_asked_at`;

/** Newest first; a backup of the future, of a clock that was ahead, is the oldest. */
const newestFirst = (now: Date) => sql`started_at > ${now}, started_at desc, id desc`;

/** Backups, newest first; at most `most`. */
export const listBackups = async (db: Db, now: Date, most: number): Promise<BackupRow[]> => {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups order by ${newestFirst(now)} limit ${most}`.execute(db);
  return rows;
};

/** Those of the backups that there are. */
export const findBackups = async (db: Db, ids: readonly string[]): Promise<BackupRow[]> => {
  const { rows } = await sql<BackupRow>`select ${columns} from backups where id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
};

/** Locks a backup; undefined when there is none. */
export const lockBackup = async (trx: Db, id: string): Promise<BackupRow | undefined> => {
  const { rows } = await sql<BackupRow>`select ${columns} from backups where id = ${id} for update`.execute(trx);
  return rows[0];
};

/** The oldest backup that waits, of `state`; undefined when none does. */
export const findWaiting = async (db: Db, state: 'waiting' | 'unchecked'): Promise<BackupRow | undefined> => {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups where state = ${state} order by started_at, id limit 1`.execute(db);
  return rows[0];
};

/** The oldest backup that waits for its test restore. */
export const findRestoreWaiting = async (db: Db): Promise<BackupRow | undefined> => {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups where restore_state = 'waiting' order by started_at, id limit 1`.execute(db);
  return rows[0];
};

/** The oldest backup that staff asked to delete. */
export const findToDelete = async (db: Db): Promise<BackupRow | undefined> => {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups where delete_asked_at is not null order by delete_asked_at, id limit 1`.execute(db);
  return rows[0];
};

/** Whether a backup is the newest good one. */
export const isNewestGood = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from backups where state = 'good' order by ${newestFirst(now)} limit 1`.execute(db);
  return rows[0]?.id === id;
};

/** Whether a backup waits to be written or is. */
export const isUnderWay = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from backups where state in ('waiting', 'writing') limit 1`.execute(db);
  return rows.length > 0;
};

/** Whether a worker has something to do. */
export const hasWork = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`
    select from backups where state in ('waiting', 'writing', 'unchecked') or restore_state in ('waiting', 'running')
       or delete_asked_at is not null limit 1`.execute(db);
  return rows.length > 0;
};

/** A new backup that waits, or a file that was found. */
export type BackupDraft = Pick<BackupRow, 'id' | 'file' | 'origin' | 'state' | 'started_at'>;

/** Adds a backup; nothing when its file is listed. */
export const insertBackup = async (db: Db, draft: BackupDraft): Promise<void> => {
  await db
    .insertInto('backups')
    .values(draft)
    .onConflict((conflict) => conflict.column('file').doNothing())
    .execute();
};

/** Fields that a worker changes. */
export type BackupChange = Partial<
  Omit<BackupRow, 'id' | 'file' | 'origin'> & { readonly ended_at: Date; readonly copy_tried_at: Date }
>;

/** Changes a backup. */
export const changeBackup = async (db: Db, id: string, change: BackupChange): Promise<void> => {
  await db.updateTable('backups').set(change).where('id', '=', id).execute();
};

/** Removes a backup from the list. */
export const removeBackup = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('backups').where('id', '=', id).execute();
};

/** Removes backups without a file that began before. */
export const forgetLost = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('backups').where('state', 'in', ['failed', 'missing']).where('started_at', '<', before).execute();
};

/**
 * Good backups beyond the newest `keep`, but the newest one that passed a test restore. Those that were found are the
 * operator's own, and those that staff delete are not counted.
 */
export const listBeyond = async (db: Db, keep: number, now: Date): Promise<BackupRow[]> => {
  const { rows } = await sql<BackupRow>`
    select * from (select ${columns} from backups
                    where state = 'good' and origin <> 'found' and delete_asked_at is null
                    order by ${newestFirst(now)} offset ${keep}) beyond
     where id is distinct from (select id::text from backups where state = 'good' and restore_state = 'passed'
                                 order by ${newestFirst(now)} limit 1)`.execute(db);
  return rows;
};

/** When the newest backups until now began. */
export const findLast = async (db: Db, now: Date): Promise<LastBackups> => {
  const { rows } = await sql<LastBackups>`
    select max(started_at) filter (where state = 'good') as good, max(started_at) filter (where origin <> 'found') as "any"
      from backups where started_at <= ${now}`.execute(db);
  return rows[0]!;
};

/** When a test restore was begun or asked for last; null for never. */
export const findLastRestore = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select max(coalesce(restored_at, started_at)) as at from backups where restore_state is not null`.execute(db);
  return rows[0]!.at;
};

/** State of the schedule's watch. */
export interface BackupWatch {
  readonly every_hours: number;
  readonly watched_from: Date | null;
  readonly stale_at: Date | null;
}

/** Locks the watch: who holds it adds backups and raises alarms. */
export const lockWatch = (trx: Db): Promise<BackupWatch> =>
  trx
    .selectFrom('backup_watch')
    .select(['every_hours', 'watched_from', 'stale_at'])
    .forUpdate()
    .executeTakeFirstOrThrow();

/** The watch without its lock. */
export const findWatch = (db: Db): Promise<BackupWatch> =>
  db.selectFrom('backup_watch').select(['every_hours', 'watched_from', 'stale_at']).executeTakeFirstOrThrow();

/** Changes the watch. */
export const changeWatch = async (trx: Db, watch: Partial<BackupWatch>): Promise<void> => {
  await trx.updateTable('backup_watch').set(watch).execute();
};

/** Newest good backup and newest test restore, for alarms and metrics. */
export interface BackupFigures {
  readonly stale_at: Date | null;
  readonly good_at: Date | null;
  readonly bytes: number | null;
  readonly restored_at: Date | null;
  /** Null before the first one. */
  readonly restore_passed: boolean | null;
}

/** Figures of the backups now. */
export const readBackupFigures = async (db: Db, now: Date): Promise<BackupFigures> => {
  const { rows } = await sql<BackupFigures>`
    select w.stale_at, g.started_at as good_at, g.bytes, r.restored_at, r.restore_state = 'passed' as restore_passed
      from backup_watch w
      left join lateral (select started_at, bytes from backups where state = 'good' and started_at <= ${now}
                          order by started_at desc limit 1) g on true
      left join lateral (select restored_at, restore_state from backups where restore_state in ('passed', 'failed')
                          order by restored_at desc limit 1) r on true`.execute(db);
  return rows[0]!;
};

/** Does `work` while no other process works on backups; false, and no work, when one does. */
export const withBackupLock = (db: Db, work: () => Promise<void>): Promise<boolean> =>
  db.connection().execute(async (session) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${locks.backups}) as taken`.execute(
      session,
    );
    if (!rows[0]!.taken) return false;
    try {
      await work();
    } finally {
      // A session that is lost has lost its lock as well.
      await sql`select pg_advisory_unlock(${locks.backups})`.execute(session).catch(() => undefined);
    }
    return true;
  });

/** Backups at which a worker was when it ended. */
export const listInterrupted = async (db: Db): Promise<BackupRow[]> => {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups where state = 'writing' or restore_state = 'running'`.execute(db);
  return rows;
};

/** Names of the files that should be in the folder. */
export const listFilesNotGone = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('backups')
    .select('file')
    .where('state', 'in', ['good', 'unchecked', 'damaged'])
    .execute();
  return rows.map(({ file }) => file);
};

/** The newest good backup, if the object store has no copy and none was tried since. */
export const findUncopied = async (
  db: Db,
  { now, triedBefore }: { readonly now: Date; readonly triedBefore: Date },
): Promise<BackupRow | undefined> => {
  const { rows } = await sql<BackupRow>`
    select ${columns} from (select * from backups where state = 'good' order by ${newestFirst(now)} limit 1) newest
     where copied_at is null and (copy_tried_at is null or copy_tried_at < ${triedBefore})`.execute(db);
  return rows[0];
};

/** Whether the schedule's newest backup, but this one, was not completed. */
export const hasScheduleFailed = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql<{ state: BackupState }>`
    select state from backups where origin = 'schedule' and id <> ${id} order by started_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.state === 'failed';
};
