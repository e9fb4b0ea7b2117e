import type { BuiltCall, Output } from '@skyport/contract/call';
import { errorsCalls, type Fault } from '@skyport/contract/errors';
import { type Backup, backupCalls } from '@skyport/contract/backup';
import { jobsCalls, type QueuedJob } from '@skyport/contract/jobs';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8060-00000000000${n}`;
const at = (hour: number): string => `2026-11-21T${String(hour).padStart(2, '0')}:12:00.000Z`;

const STACK = `    at listCoupons (packages/server/src/coupons/store.ts:41:9)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at runCall (packages/server/src/gate/routes.ts:78:20)`;

const faults: Fault[] = [
  ['error', 'canceling statement due to statement timeout', 'traffic.trafficRecords', 41],
  ['TypeError', "Cannot read properties of undefined (reading 'length')", 'nodes.update', 3],
  ['Error', 'connect ECONNREFUSED 203.0.113.7:465', 'job mail.deliver', 12],
].map(([name, msg, call, count], n) => ({
  _id: id(n),
  createTime: at(5 - n),
  firstTime: at(0),
  count: Number(count),
  name: String(name),
  msg: String(msg),
  call: String(call),
  stack: STACK,
}));

const jobs: QueuedJob[] = (
  [
    ['mail.deliver', 'failed', 8, 8, 'connect ECONNREFUSED 203.0.113.7:465'],
    ['chat.deliver', 'retrying', 2, 25, 'The operation was aborted due to timeout'],
    ['install.batch', 'running', 1, 3, ''],
    ['audit.digest', 'waiting', 0, 3, ''],
    ['traffic.keep', 'waiting', 0, 3, ''],
  ] as const
).map(([name, state, attempts, maxAttempts, error], n) => ({
  _id: String(90_210 + n),
  name,
  state,
  attempts,
  maxAttempts,
  runAt: at(6 + n),
  createdAt: at(n),
  error,
}));

/** The evening of some days ago. */
const dayAt = (ago: number): string => `2026-11-${20 - ago}T20:00:00.000Z`;
const backup = (n: number, more: Partial<Backup>): Backup => ({
  _id: `0198d000-0000-7000-8000-00000000000${n}`,
  file: `skyport-202611${20 - n}-200000-00a${n}.tar`,
  origin: 'schedule',
  state: 'good',
  percent: 100,
  startedAt: dayAt(n),
  bytes: 1_871_234_560 + n * 4_000_000,
  rows: 48_120_331,
  problem: '',
  checkedAt: dayAt(n),
  restoreState: null,
  restoreProblem: '',
  restoredAt: null,
  copiedAt: null,
  copyProblem: '',
  deleting: false,
  ...more,
});
const backups: Backup[] = [
  backup(1, { state: 'writing', percent: 45, bytes: null, rows: null, checkedAt: null, origin: 'staff' }),
  backup(2, { restoreState: 'passed', restoredAt: dayAt(2) }),
  backup(3, { restoreState: 'failed', restoredAt: dayAt(3), restoreProblem: '磁盘空间不足' }),
  backup(4, { state: 'failed', problem: '磁盘空间不足', bytes: null, rows: null, checkedAt: null }),
  backup(5, { state: 'damaged', problem: 'tables/public.users 的校验和不符', checkedAt: null, origin: 'found' }),
];

/** The error log, the queue of jobs and the backups. */
export const giveSystem = (give: Give, { empty }: { empty: boolean }): void => {
  give(errorsCalls.list, faults);
  const counts = { failed: 1, retrying: 1, running: 1, waiting: 2 };
  const none = { failed: 0, retrying: 0, running: 0, waiting: 0 };
  const everyHours = empty ? 0 : 24;
  const schedule = {
    everyHours,
    keep: 7,
    triesRestore: true,
    copies: false,
    nextAt: empty ? null : dayAt(-1),
    staleAt: null,
  };
  give(backupCalls.list, { schedule, backups: empty ? [] : backups });
  give(jobsCalls.list, empty ? { jobs: [], counts: none } : { jobs, counts });
};
