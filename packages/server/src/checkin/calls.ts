import type { checkinCalls } from '@skyport/contract/checkin';
import { inTransaction } from '@skyport/db';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { checkIn, signUseRewardInfo } from './index.ts';

const signUse: Handler<(typeof checkinCalls)['signUse']> = async (_input, { caller }, deps) => {
  const answer = await inTransaction(deps.db, (trx) => checkIn(trx, deps, caller));
  deps.crash.at('checkin.after-commit');
  return answer;
};

/** The daily check-in. */
export const checkinHandlers: HandlersOf<typeof checkinCalls> = {
  signUse,
  signUseInfo: async (_input, _context, { settings }) => signUseRewardInfo(settings.current()),
};
