import type { walletCalls } from '@skyport/contract/withdrawals';
import { milliOfYuan } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
import { lockCustomer, type Customer } from '../accounts/index.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { notifyAsked } from './messages.ts';
import { readParts } from './parts.ts';
import { setAside } from './posting.ts';
import { presentOwn } from './present.ts';
import { payoutOf, rateOf, refusalOf, restedUntil, usdtFor } from './rules.ts';
import { leftAfterWithdrawals } from './history-store.ts';
import { findPayout, findWithdrawal, hasOpenWithdrawal, insertWithdrawal, type PayoutRow } from './store.ts';
import { texts } from './texts.ts';

type Ask = (typeof walletCalls)['makeCharge'];

/** What is asked for, in milli-yuan and thousandths of a USDT, and where it goes. */
interface Asked {
  readonly amount: number;
  readonly rate: number;
  readonly usdt: number;
  readonly payout: PayoutRow;
  /** Days that rebates have waited. */
  readonly holdDays: number;
  /** Ids of orders with rebates that stay in the wallet, because staff look into them. */
  readonly leftOut: readonly string[];
}

/** What an account can be paid out now. Refuses `withdrawalRefused` with the reason. */
const weigh = async (trx: Db, deps: Deps, customer: Customer): Promise<Asked> => {
  const { min_charge_money, withdraw_hold_days: holdDays, exchange_rate, timezone } = await deps.settings.fresh(trx);
  const payout = await findPayout(trx, customer.id);
  const { withdrawable, flaggedOrders: leftOut } = await readParts(trx, deps, { num: customer.num, holdDays });
  const rate = rateOf(exchange_rate);
  const usdt = usdtFor(withdrawable, rate);
  const problem = refusalOf({
    withdrawable,
    usdt,
    least: milliOfYuan(min_charge_money),
    hasOpen: await hasOpenWithdrawal(trx, customer.id),
    changedAt: payout?.changed_at,
    now: deps.clock.now(),
    timezone,
  });
  if (!payout || problem !== undefined) return refuse('withdrawalRefused', problem);
  return { amount: withdrawable, rate, usdt, payout, holdDays, leftOut };
};

/** Refuses `conflict` when somebody has seen something else than what is asked for now. */
const checkShown = (shown: Parameters<Handler<Ask>>[0]['shown'], { amount, usdt, payout }: Asked): void => {
  if (!shown) return;
  const seen = payoutOf(shown);
  const isSame =
    milliOfYuan(shown.money) === amount &&
    Math.round(shown.usdt * 1000) === usdt &&
    seen.network === payout.network &&
    seen.address === payout.address;
  if (!isSame) refuse('conflict', texts.changed);
};

/** Stores a request with a copy of everything it was made with, and sets its money aside; gives its id. */
const store = async (
  trx: Db,
  deps: Deps,
  { customer, asked }: { customer: Customer; asked: Asked },
): Promise<string> => {
  const { amount, rate, usdt, payout, holdDays, leftOut } = asked;
  const [id, at] = [deps.ids.next(), deps.clock.now()];
  await insertWithdrawal(trx, {
    id,
    user_id: customer.id,
    user_num: customer.num,
    amount,
    rate,
    usdt,
    network: payout.network,
    address: payout.address,
    rebates_until: restedUntil(at, holdDays),
    left_out_orders: [...leftOut],
    requested_at: at,
  });
  const outcome = await setAside(trx, { id, user_num: customer.num, amount }, { actor: customer.id, at });
  return outcome === 'posted' ? id : refuse('conflict', texts.changed);
};

/** Asks for all that can be withdrawn to be paid out, in one transaction. */
export const makeCharge: Handler<Ask> = async ({ shown }, { caller }, deps) => {
  const id = await inTransaction(deps.db, async (trx) => {
    const customer = await lockCustomer(trx, caller.id, 'count');
    if (customer.isAgencyUser) refuse('roleForbidden');
    const asked = await weigh(trx, deps, customer);
    checkShown(shown, asked);
    const made = await store(trx, deps, { customer, asked });
    await notifyAsked(trx, deps, { email: caller.email, amount: asked.amount, usdt: asked.usdt });
    deps.crash.at('withdraw.before-commit');
    return made;
  });
  deps.crash.at('withdraw.after-commit');
  const row = (await findWithdrawal(deps.db, id)) ?? refuse('notFound');
  return presentOwn(row, await leftAfterWithdrawals(deps.db, caller.num, [row.id]));
};
