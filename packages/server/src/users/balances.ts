import { yuanOf } from '@skyport/contract/units';
import type { UserBalances } from '@skyport/contract/users-page';
import { isMember, leftOfTrials, limitOf, permanentLeft, trafficStateOf, usedToday } from '../traffic/index.ts';
import type { BalanceRow } from './balance-store.ts';

/** Trials that have something left: reports only count down the sum of all. */
const trialsOf = ({ trials, trial_left }: BalanceRow): UserBalances['trials'] => {
  const left = new Map(leftOfTrials(trials, trial_left).map((trial) => [trial.id, trial.left]));
  return trials
    .map(({ id, until }) => ({ _id: id, left: left.get(id) ?? 0, expireTime: new Date(until).toISOString() }))
    .filter((trial) => trial.left > 0);
};

/** An account's balances as of `now`; `today` is the business day. */
export const presentBalances = (row: BalanceRow, now: Date, today: string): UserBalances => {
  const state = trafficStateOf(row);
  const member = isMember(state, now);
  const hasQuota = member || state.dailyUnlimited;
  const { paused_until: until } = row;
  return {
    traffic_left: permanentLeft(state),
    trial_left: row.trial_left,
    pending: row.pending,
    overrun: row.overrun,
    trials: trialsOf(row),
    day_limit: hasQuota ? limitOf(state) : 0,
    day_used: hasQuota ? usedToday(state, today) : 0,
    member,
    paused_until: until !== null && until > now ? until.toISOString() : null,
    wallet: yuanOf(row.wallet),
    wallet_rebate: yuanOf(row.wallet_rebate),
    wallet_hold: yuanOf(row.wallet_hold),
    withdrawing: yuanOf(row.withdraw_pending),
    in_transfer: row.push_escrow,
  };
};
