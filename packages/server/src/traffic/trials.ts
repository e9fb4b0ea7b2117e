import { inTransaction, type Db } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { trafficEntries } from './movements.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { takenBack } from './rules.ts';
import { settleUse } from './settle-use.ts';
import { addRecord, changeAccount, lockAccount } from './store.ts';
import { closeTrial, listDueTrials, type Trial } from './trial-store.ts';

/** Trials ended in one run of the job; the next run takes the rest. */
const BATCH = 500;

type TrialDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'ids' | 'log'>;

/**
 * Ends every trial whose time is over, each in a transaction of its own: what it has left is taken back and recorded.
 * `changed` gets, inside the transaction, the number of the account. One that fails is written down and stops none of
 * the others; the next run tries it again. Gives the number of trials that were due.
 */
export const endDueTrials = async (
  deps: TrialDeps,
  changed: (trx: Db, userNum: number) => Promise<void>,
): Promise<number> => {
  const due = await listDueTrials(deps.db, deps.clock.now(), BATCH);
  for (const trial of due) {
    await inTransaction(deps.db, async (trx) => {
      if (await endTrial(trx, trial, deps)) await changed(trx, trial.userNum);
    }).catch((fault: unknown) =>
      createFaultLog(deps)(fault, { call: `job traffic.end-trials ${trial.id}`, requestId: '' }),
    );
  }
  return due.length;
};

const endTrial = async (trx: Db, trial: Trial, { clock, settings }: TrialDeps): Promise<boolean> => {
  const { id, userNum } = trial;
  const at = clock.now();
  // Use that waits for the minimum was of the trial as well: charged later, it would be taken from the account twice.
  await settleUse(trx, { clock, settings }, userNum);
  const left = await closeTrial(trx, trial, at);
  if (left === undefined) return false;
  const account = await lockAccount(trx, userNum);
  const back = takenBack(left, account);
  if (back === 0) return true;
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
