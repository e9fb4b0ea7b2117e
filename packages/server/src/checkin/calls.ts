import type { checkinCalls } from '@skyport/contract/checkin';
import { inTransaction } from '@skyport/db';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { createSemaphore } from '../platform/semaphore.ts';
import { checkIn, signUseRewardInfo } from './index.ts';

/** Check-ins of a process that hold a connection at once. The others stay free for purchases at midnight. */
const AT_ONCE = 3;
/** About five seconds of check-ins; later ones are refused instead of kept waiting. */
const MAX_WAITING = 1000;

const turns = createSemaphore({ running: AT_ONCE, waiting: MAX_WAITING });

const signUse: Handler<(typeof checkinCalls)['signUse']> = async (_input, { caller }, deps) => {
  const inTurn = turns.run(() => inTransaction(deps.db, (trx) => checkIn(trx, deps, caller)));
  const answer = await (inTurn ?? refuse('throttled', '签到的人较多，请稍后再试'));
  deps.crash.at('checkin.after-commit');
  return answer;
};

/** The daily check-in. */
export const checkinHandlers: HandlersOf<typeof checkinCalls> = {
  signUse,
  signUseInfo: async (_input, _context, { settings }) => signUseRewardInfo(settings.current()),
};
