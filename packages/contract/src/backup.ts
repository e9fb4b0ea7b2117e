import { z } from 'zod';
import { access, call } from './call.ts';
import { Nothing } from './shapes.ts';
import { ByteCount, Id, Instant } from './units.ts';

/**
 * How a backup stands. `unchecked`: a file that was found and not read yet; `damaged`: its checksums are wrong;
 * `failed`: it was not completed; `missing`: its file is gone.
 */
export const BackupState = z.enum(['waiting', 'writing', 'unchecked', 'good', 'damaged', 'failed', 'missing']);
export type BackupState = z.output<typeof BackupState>;

/** Chinese names of the states. */
export const backupStateNames = {
  waiting: '等待执行',
  writing: '备份中',
  unchecked: '等待校验',
  good: '完好',
  damaged: '已损坏',
  failed: '备份失败',
  missing: '文件不存在',
} as const satisfies Record<BackupState, string>;

/** Who asked for a backup; `found`: its file was put into the folder. */
export const BackupOrigin = z.enum(['schedule', 'staff', 'found']);
export type BackupOrigin = z.output<typeof BackupOrigin>;

/** Chinese names of the origins. */
export const backupOriginNames = {
  schedule: '自动',
  staff: '手动',
  found: '文件夹中发现',
} as const satisfies Record<BackupOrigin, string>;

/** How the test restore of a backup stands. */
export const RestoreState = z.enum(['waiting', 'running', 'passed', 'failed']);
export type RestoreState = z.output<typeof RestoreState>;

/** Chinese names of these states. */
export const restoreStateNames = {
  waiting: '等待试恢复',
  running: '试恢复中',
  passed: '已通过',
  failed: '未通过',
} as const satisfies Record<RestoreState, string>;

/** A backup of the list. */
export const Backup = z.object({
  _id: z.string(),
  /** Name in the folder of backups. */
  file: z.string(),
  origin: BackupOrigin,
  state: BackupState,
  /** Progress of one that is written. */
  percent: z.number().int().min(0).max(100),
  /** The moment of its data. */
  startedAt: Instant,
  bytes: ByteCount.nullable(),
  rows: z.number().int().nonnegative().nullable(),
  /** Why it is not good, in Chinese; empty for none. */
  problem: z.string(),
  /** When all its checksums were right. */
  checkedAt: Instant.nullable(),
  restoreState: RestoreState.nullable(),
  restoreProblem: z.string(),
  restoredAt: Instant.nullable(),
  /** When the object store took its copy. */
  copiedAt: Instant.nullable(),
  copyProblem: z.string(),
  /** Whether staff asked to delete it; a worker will. */
  deleting: z.boolean(),
});
export type Backup = z.output<typeof Backup>;

/** The schedule as the settings say it. */
export const BackupSchedule = z.object({
  /** 0: none. */
  everyHours: z.number().int().nonnegative(),
  keep: z.number().int().positive(),
  triesRestore: z.boolean(),
  /** Whether the newest good one is copied to the object store. */
  copies: z.boolean(),
  /** When the next backup begins; null without a schedule. */
  nextAt: Instant.nullable(),
  /** Since when the newest good backup is older than two intervals. */
  staleAt: Instant.nullable(),
});

export const backupCalls = {
  list: call({
    path: '/api/admin/backup/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Backups, newest first, at most 1,000, and their schedule.',
    input: Nothing,
    output: z.object({ schedule: BackupSchedule, backups: z.array(Backup) }),
    fails: [],
  }),
  make: call({
    path: '/api/admin/backup/make',
    access: access.admin,
    rate: 'change',
    audit: 'backup',
    summary: 'Has a worker write a backup now; the list shows its progress. One at a time.',
    input: Nothing,
    output: z.object({ _id: z.string() }),
    fails: ['conflict'],
  }),
  tryRestore: call({
    path: '/api/admin/backup/try_restore',
    access: access.admin,
    rate: 'change',
    audit: 'backup',
    summary: 'Has a worker restore a good backup into a database of its own, check its ledger and drop it again.',
    input: z.object({ _id: Id }),
    output: z.object({ _id: z.string() }),
    fails: ['notFound', 'conflict'],
  }),
  delete: call({
    path: '/api/admin/backup/delete',
    access: access.admin,
    rate: 'change',
    audit: 'backup',
    stepUp: 'always',
    summary:
      'Has a worker delete the file of a backup and its copy. 1109 for the newest good one, for one that is written or restored, and when the file is gone.',
    input: z.object({ _id: Id }),
    output: z.object({ _id: z.string() }),
    fails: ['notFound', 'conflict'],
  }),
} as const;
