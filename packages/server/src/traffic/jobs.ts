import { MOST_RECORD_DAYS } from '@skyport/contract/traffic-admin';
import { inTransaction } from '@skyport/db';
import { z } from 'zod';
import { dayOf } from '../platform/clock.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { job, NoInput, type Job } from '../platform/jobs.ts';
import { betweenTurns } from './billing-turn.ts';
import { postUse } from './posting.ts';
import { listUnposted } from './posting-store.ts';
import { daysToSum, dropSums, sumDay } from './record-sum-store.ts';
import { firstDay } from './records.ts';
import { rollUpUsage } from './usage-store.ts';
import { countOpenDays, applyRetention } from './retention-store.ts';
import { endDueTrials } from './trials.ts';

/** Users posted in one transaction. */
const POSTED_AT_ONCE = 500;

const today = ({ clock, settings }: Deps): string => dayOf(clock.now(), settings.current().timezone);

/**
 * Posts the use of a slice of users in one transaction. A slice that fails is halved, until the fault of each single
 * user is written down.
 */
const postSlice = async (deps: Deps, userNums: readonly number[]): Promise<void> => {
  const { db, clock } = deps;
  try {
    await betweenTurns(db, (session) => inTransaction(session, (trx) => postUse(trx, { userNums }, clock.now())));
  } catch (fault) {
    const half = Math.ceil(userNums.length / 2);
    if (userNums.length === 1)
      return createFaultLog(deps)(fault, { call: `job traffic.post-use ${userNums[0]}`, requestId: '' });
    for (const part of [userNums.slice(0, half), userNums.slice(half)]) await postSlice(deps, part);
  }
  return undefined;
};

/**
 * Slice after slice, each between two billing turns: turns would begin again, time after time, for accounts of a slice.
 * Stopped in between, it leaves the rest to a job of its own.
 */
const postAllUse = async (deps: Deps, after: number, stop: AbortSignal | undefined): Promise<void> => {
  const next = (behind: number) => listUnposted(deps.db, { after: behind, limit: POSTED_AT_ONCE });
  for (let some = await next(after); some.length > 0; some = await next(some.at(-1)!)) {
    if (stop?.aborted) {
      const input = { after: some[0]! - 1 };
      return inTransaction(deps.db, (trx) => deps.jobs.add(trx, postDailyUse, input));
    }
    await postSlice(deps, some);
  }
  return undefined;
};

/** Takes back what is left of trials whose time is over. */
const endTrials = job({
  name: 'traffic.end-trials',
  input: NoInput,
  maxAttempts: 5,
  cron: '* * * * *',
  run: async (deps) => void (await endDueTrials(deps, (trx, userNum) => usersChanged(trx, deps, [userNum]))),
});

/** Brings the ledger up to date with the day's use, of users behind `after`: one posting a user. */
const postDailyUse: Job<{ after: number }> = job({
  name: 'traffic.post-use',
  input: z.object({ after: z.int().nonnegative().default(0) }),
  maxAttempts: 10,
  cron: '10 16 * * *',
  run: (deps, { after }, stop) => postAllUse(deps, after, stop),
});

/** Makes the partitions of the coming months and removes what is older than the settings say. */
const retention = job({
  name: 'traffic.keep',
  input: NoInput,
  maxAttempts: 10,
  cron: '25 17 * * *',
  run: (deps) => applyRetention(deps.db, deps.settings.current(), { now: deps.clock.now(), today: today(deps) }),
});

/** Rolls up reports into the use of their days. */
const rollUp = job({
  name: 'traffic.fold',
  input: NoInput,
  maxAttempts: 5,
  cron: '*/30 * * * *',
  run: ({ db }) => rollUpUsage(db),
});

/** Counts the users of lines and nodes. */
const countUsers = job({
  name: 'traffic.count-users',
  input: NoInput,
  maxAttempts: 3,
  cron: '7 * * * *',
  run: (deps) => countOpenDays(deps.db, today(deps)),
});

/** Sums the records of each day and type, for lists of many accounts. */
export const sumRecordDays = job({
  name: 'traffic.sum-records',
  input: NoInput,
  maxAttempts: 3,
  cron: '*/10 * * * *',
  run: async (deps, _input, stop) => {
    const range = { since: firstDay(deps, MOST_RECORD_DAYS), today: today(deps) };
    await dropSums(deps.db, range.since);
    for (const day of await daysToSum(deps.db, range)) {
      if (stop?.aborted) return;
      await inTransaction(deps.db, (trx) => sumDay(trx, { day, today: range.today }));
    }
  },
});

/** Jobs of this feature. */
export const trafficJobs = [endTrials, postDailyUse, retention, rollUp, countUsers, sumRecordDays];
