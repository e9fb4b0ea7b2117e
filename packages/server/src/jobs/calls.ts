import type { jobsCalls, JobState } from '@skyport/contract/jobs';
import { inTransaction } from '@skyport/db';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { presentQueued } from './present.ts';
import { countQueued, findQueued, listQueued, rescheduleJobs } from './store.ts';

type Calls = typeof jobsCalls;

/** Jobs that one call answers. */
const MOST = 1000;

const none: Readonly<Record<JobState, number>> = { failed: 0, retrying: 0, running: 0, waiting: 0 };

const list: Handler<Calls['list']> = async ({ state }, _context, { db }) => {
  const counts = await countQueued(db);
  return {
    jobs: (await listQueued(db, state, MOST)).map(presentQueued),
    counts: { ...none, ...Object.fromEntries(counts.map((each) => [each.state, each.count])) },
  };
};

/** Whether a job may be tried again by hand: it failed, and nobody works on it. */
const hasFailed = ({ state }: { readonly state: JobState }): boolean => state === 'failed' || state === 'retrying';

const retry: Handler<Calls['retry']> = async ({ ids }, { audited }, { db }) =>
  inTransaction(db, async (trx) => {
    const found = await findQueued(trx, ids);
    if (found.length === 0) refuse('notFound', '任务不存在，或已经完成');
    const failed = found.filter(hasFailed).map(({ id }) => id);
    const retried = failed.length === 0 ? 0 : await audited(trx, { ids: failed }, () => rescheduleJobs(trx, failed));
    if (retried === 0) refuse('conflict', '任务正在执行，或还没有失败过');
    return { retried };
  });

/** The queue of jobs. */
export const jobsHandlers: HandlersOf<Calls> = { list, retry };
