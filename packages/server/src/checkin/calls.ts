import type { checkinCalls } from '@skyport/contract/checkin';
import { bytes, megabytes } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { usersChanged } from '../platform/fleet-changes.ts';
import { dayOf } from '../platform/clock.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { grantTraffic } from '../traffic/index.ts';
import { signUseRewardInfo } from './index.ts';
import { nextStreak, shownStreak } from './rules.ts';
import { findLastCheckin, insertCheckin } from './store.ts';

const signUse: Handler<(typeof checkinCalls)['signUse']> = async (_input, { caller }, deps) => {
  if (!caller.paid) return refuse('checkinRefused', '付费用户可领取每日福利');
  const at = deps.clock.now();
  const answer = await inTransaction(deps.db, async (trx) => {
    const settings = await deps.settings.fresh(trx);
    const day = dayOf(at, settings.timezone);
    const wanted = settings.continueSignUseDay;
    const streak = nextStreak(await findLastCheckin(trx, caller.id), day, wanted);
    if (!(await insertCheckin(trx, caller.id, { day, streak }))) return refuse('checkinRefused', '今天已经签到过了');
    const extraReward = streak >= wanted;
    const addTraffic = bytes(
      megabytes(settings.signUseRewardTraffic) + (extraReward ? megabytes(settings.continueSignReward) : 0),
    );
    await grantTraffic(trx, {
      userNum: caller.num,
      amount: addTraffic,
      recordType: 'sign_use',
      key: `checkin:${caller.id}:${day}`,
      ref: day,
      actor: caller.id,
      at,
      day,
      description: extraReward ? `连续签到 ${streak} 天` : '每日签到',
    });
    await usersChanged(trx, deps, [caller.num]);
    return { addTraffic, haveContinueSignUseData: shownStreak({ day, streak }, day, wanted), extraReward };
  });
  deps.crash.at('checkin.after-commit');
  return answer;
};

/** The daily check-in. */
export const checkinHandlers: HandlersOf<typeof checkinCalls> = {
  signUse,
  signUseInfo: async (_input, _context, { settings }) => signUseRewardInfo(settings.current()),
};
