import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { leftOfTrials } from './billing-rules.ts';
import { lockAccount } from './store.ts';

/** Trial traffic that ends. */
export interface Trial {
  readonly id: string;
  readonly userNum: number;
}

/** Stores a grant that ends; use is charged to it before anything else. */
export const insertTrial = async (
  trx: Db,
  trial: { id: string; userNum: number; granted: number; expiresAt: Date },
): Promise<void> => {
  // What was used before now must be charged to the earlier trials, not to the new one.
  await updateTrialBalances(trx, trial.userNum);
  await trx
    .insertInto('trial_grants')
    .values({
      id: trial.id,
      user_num: trial.userNum,
      granted: trial.granted,
      left_bytes: trial.granted,
      expires_at: trial.expiresAt,
    })
    .execute();
  await addToTrialLeft(trx, trial.userNum, trial.granted);
};

/** Writes down what each open trial has left: reports only change the sum of them, which stands in the account. */
const updateTrialBalances = async (trx: Db, userNum: number): Promise<void> => {
  await lockAccount(trx, userNum);
  const { trial_left } = await trx
    .selectFrom('traffic_account')
    .select('trial_left')
    .where('user_num', '=', userNum)
    .executeTakeFirstOrThrow();
  const trials = await trx
    .selectFrom('trial_grants')
    .select(['id', 'left_bytes as left'])
    .where('user_num', '=', userNum)
    .where('closed_at', 'is', null)
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
  for (const { id, left } of leftOfTrials(trials, trial_left))
    if (trials.find((trial) => trial.id === id)?.left !== left)
      await trx.updateTable('trial_grants').set({ left_bytes: left }).where('id', '=', id).execute();
};

const addToTrialLeft = async (trx: Db, userNum: number, bytes: number): Promise<void> => {
  await sql`update traffic_account set trial_left = trial_left + ${bytes} where user_num = ${userNum}`.execute(trx);
};

/** Trials whose time is over, oldest first, at most `limit`. */
export const listDueTrials = async (db: Db, now: Date, limit: number): Promise<Trial[]> => {
  const rows = await db
    .selectFrom('trial_grants')
    .select(['id', 'user_num'])
    .where('closed_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, userNum: Number(row.user_num) }));
};

/** Closes a trial and gives what it had left; undefined when it is closed already. Locks its account. */
export const closeTrial = async (trx: Db, { id, userNum }: Trial, now: Date): Promise<number | undefined> => {
  await updateTrialBalances(trx, userNum);
  const row = await trx
    .updateTable('trial_grants')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('left_bytes')
    .executeTakeFirst();
  if (row) await addToTrialLeft(trx, userNum, -row.left_bytes);
  return row?.left_bytes;
};
