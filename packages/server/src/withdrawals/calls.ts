import type { chargeCalls } from '@skyport/contract/charges';
import { MOST_WALLET_ROWS, type walletCalls } from '@skyport/contract/withdrawals';
import { inTransaction } from '@skyport/db';
import { lockCustomer } from '../accounts/index.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { makeCharge } from './ask.ts';
import { leftAfterWithdrawals, listSpends } from './history-store.ts';
import { notifyAddress } from './messages.ts';
import { withdrawingOf, readParts } from './parts.ts';
import { presentOwn, presentParts, presentSpend } from './present.ts';
import { addressTypeOf, payoutOf, RATE_UNIT, rateOf, restOf, usdtFor } from './rules.ts';
import { staffHandlers } from './staff.ts';
import { findPayout, listOwnWithdrawals, putPayout } from './store.ts';

type Calls = typeof walletCalls;

const myWallet: Handler<Calls['myWallet']> = async (_input, { caller }, deps) => {
  const { min_charge_money, withdraw_hold_days, exchange_rate } = deps.settings.current();
  const [parts, payout] = [
    await readParts(deps.db, deps, { num: caller.num, holdDays: withdraw_hold_days }),
    await findPayout(deps.db, caller.id),
  ];
  const rate = rateOf(exchange_rate);
  return {
    ...presentParts(parts, await withdrawingOf(deps.db, caller.num)),
    addressType: payout ? addressTypeOf(payout.network) : '',
    address: payout?.address ?? '',
    address_rests_until: (payout && restOf(payout.changed_at, deps.clock.now())?.toISOString()) ?? null,
    min_charge_money,
    hold_days: withdraw_hold_days,
    exchange_rate: rate / RATE_UNIT,
    usdt: usdtFor(parts.withdrawable, rate) / 1000,
  };
};

/** Sets a payout address. One that is set already changes nothing, and no withdrawal waits for it. */
const changeRewardAdress: Handler<Calls['changeRewardAdress']> = async (form, { caller }, deps) => {
  const payout = payoutOf(form);
  await inTransaction(deps.db, async (trx) => {
    const customer = await lockCustomer(trx, caller.id, 'count');
    if (customer.isAgencyUser) refuse('roleForbidden');
    const before = await findPayout(trx, caller.id);
    if (before?.network === payout.network && before.address === payout.address) return;
    await putPayout(trx, caller.id, { ...payout, changed_at: deps.clock.now() });
    await notifyAddress(trx, deps, { userId: caller.id, ...payout });
    deps.crash.at('payout-address.before-commit');
  });
  deps.crash.at('payout-address.after-commit');
  return {};
};

/** Wallets, what they spent, and how rebates are paid out. */
export const withdrawalsHandlers: HandlersOf<Calls & typeof chargeCalls> = {
  myWallet,
  changeRewardAdress,
  makeCharge,
  chargeList: async (_input, { caller }, { db }) => {
    const rows = await listOwnWithdrawals(db, caller.id, MOST_WALLET_ROWS);
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const left = await leftAfterWithdrawals(db, caller.num, ids);
    return rows.map((row) => presentOwn(row, left));
  },
  spendList: async (_input, { caller }, { db }) =>
    (await listSpends(db, caller.num, MOST_WALLET_ROWS)).map((move) => presentSpend(move)),
  ...staffHandlers,
};
