import type { BuiltCall, Output } from '@skyport/contract/call';
import { errorsCalls, type Fault } from '@skyport/contract/errors';
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

/** The error log and the queue of jobs. */
export const giveSystem = (give: Give, { empty }: { empty: boolean }): void => {
  give(errorsCalls.list, faults);
  const counts = { failed: 1, retrying: 1, running: 1, waiting: 2 };
  const none = { failed: 0, retrying: 0, running: 0, waiting: 0 };
  give(jobsCalls.list, empty ? { jobs: [], counts: none } : { jobs, counts });
};
