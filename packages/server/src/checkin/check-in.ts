import type { SignUseResult } from '@skyport/contract/checkin';
import { bytes, megabytes } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { dayOf } from '../platform/clock.ts';
import type { Account, Deps } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { refuse } from '../platform/refuse.ts';
import { grantTraffic } from '../traffic/index.ts';
import { nextStreak, shownStreak } from './rules.ts';
import { findLastCheckin, insertCheckin } from './store.ts';

/**
 * Checks an account in for today, in the caller's transaction, wherever it asked. Refuses `checkinRefused`, before
 * anything is written, when it never paid or has checked in today.
 */
export const checkIn = async (
  trx: Db,
  deps: Deps,
  account: Pick<Account, 'id' | 'num' | 'paid'>,
): Promise<SignUseResult> => {
  if (!account.paid) return refuse('checkinRefused', '付费用户可领取每日福利');
  const at = deps.clock.now();
  const settings = await deps.settings.fresh(trx);
  const day = dayOf(at, settings.timezone);
  const wanted = settings.continueSignUseDay;
  const streak = nextStreak(await findLastCheckin(trx, account.id), day, wanted);
  if (!(await insertCheckin(trx, account.id, { day, streak }))) return refuse('checkinRefused', '今天已经签到过了');
  const extraReward = streak >= wanted;
  const addTraffic = bytes(
    megabytes(settings.signUseRewardTraffic) + (extraReward ? megabytes(settings.continueSignReward) : 0),
  );
  await grantTraffic(trx, {
    userNum: account.num,
    amount: addTraffic,
    recordType: 'sign_use',
    key: `checkin:${account.id}:${day}`,
    ref: day,
    actor: account.id,
    at,
    day,
    description: extraReward ? `连续签到 ${streak} 天` : '每日签到',
  });
  await usersChanged(trx, deps, [account.num]);
  return { addTraffic, haveContinueSignUseData: shownStreak({ day, streak }, day, wanted), extraReward };
};
