import { inTransaction, type Db } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { trafficEntries } from './movements.ts';
import { postUse } from './posting.ts';
import { takenBack } from './rules.ts';
import { addRecord, changeAccount, lockAccount } from './store.ts';
import { closeTrial, listDueTrials, type Trial } from './trial-store.ts';

/** Trials ended in one run of the job; the next run takes the rest. */
const BATCH = 500;

type TrialDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/**
 * Ends every trial whose time is over, each in a transaction of its own: what it has left is taken back and recorded.
 * `changed` is told, inside the transaction, whose access may have changed. Gives the number of trials ended.
 */
export const endDueTrials = async (
  deps: TrialDeps,
  changed: (trx: Db, userNum: number) => Promise<void>,
): Promise<number> => {
  const due = await listDueTrials(deps.db, deps.clock.now(), BATCH);
  for (const trial of due) {
    await inTransaction(deps.db, async (trx) => {
      if (await endTrial(trx, trial, deps)) await changed(trx, trial.userNum);
    });
  }
  return due.length;
};

const endTrial = async (trx: Db, trial: Trial, { clock, settings }: TrialDeps): Promise<boolean> => {
  const { id, userNum } = trial;
  const at = clock.now();
  const account = await lockAccount(trx, userNum);
  const left = await closeTrial(trx, trial, at);
  if (left === undefined) return false;
  const back = takenBack(left, account);
  if (back === 0) return true;
  await postUse(trx, { userNums: [userNum] }, at);
  const outcome = await post(trx, {
    key: `trial-end:${id}`,
    kind: 'tiyan_expire',
    ref: id,
    actor: 'traffic.end-trials',
    at,
    entries: trafficEntries(userNum, -back, 'promo'),
  });
  if (outcome !== 'posted') throw new Error(`trial ${id} cannot be ended: ${outcome}`);
  const granted = account.granted - back;
  await changeAccount(trx, userNum, { granted });
  await addRecord(trx, {
    userNum,
    day: dayOf(at, settings.current().timezone),
    type: 'tiyan_expire',
    change: -back,
    granted,
    spent: account.spent,
    description: '限时流量到期',
    at,
  });
  return true;
};
