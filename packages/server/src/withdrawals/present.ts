import type { Charge } from '@skyport/contract/charges';
import type { ChargeRequest, SpendRecord, WalletParts } from '@skyport/contract/withdrawals';
import { yuanOf } from '@skyport/contract/units';
import type { WalletMove } from './history-store.ts';
import { addressTypeOf, type Parts, RATE_UNIT } from './rules.ts';
import type { ListedWithdrawal, WithdrawalRow } from './store.ts';
import { texts } from './texts.ts';

/** What of a wallet can be withdrawn, as the wire has it. */
export const presentParts = (parts: Parts, withdrawing: number): WalletParts => {
  const { withdrawable, other, waiting, flagged, nextAt } = parts;
  return {
    money: yuanOf(withdrawable + other + waiting + flagged),
    withdrawable: yuanOf(withdrawable),
    other: yuanOf(other),
    waiting: yuanOf(waiting),
    waiting_until: nextAt?.toISOString() ?? null,
    flagged: yuanOf(flagged),
    withdrawing: yuanOf(withdrawing),
  };
};

const asked = (row: WithdrawalRow): Omit<ChargeRequest, 'left'> => ({
  _id: row.id,
  money: yuanOf(row.amount),
  usdt: row.usdt / 1000,
  exchange_rate: row.rate / RATE_UNIT,
  addressType: addressTypeOf(row.network),
  address: row.address,
  status: row.status,
  msg: row.msg,
  requestTime: row.requested_at.toISOString(),
  paidTime: row.decided_at?.toISOString() ?? null,
  txid: row.txid,
});

/** A withdrawal as its owner sees it; `left` is what wallets had after each, by its id. */
export const presentOwn = (row: WithdrawalRow, left: ReadonlyMap<string, number>): ChargeRequest => ({
  ...asked(row),
  left: yuanOf(left.get(row.id) ?? 0),
});

/** A withdrawal as staff see it; `flagged` holds the disputed orders behind withdrawals, by their ids. */
export const presentCharge = (row: ListedWithdrawal, flagged: ReadonlyMap<string, unknown>): Charge => ({
  ...asked(row),
  uid: row.user_id,
  email: row.email,
  disabled: row.disabled,
  flagged: flagged.has(row.id),
  chain: row.chain_state,
});

const isNamed = (kind: string): kind is keyof typeof texts.spent => Object.hasOwn(texts.spent, kind);

/** What a posting of a wallet was, in words. */
const spentText = ({ kind, order_name }: WalletMove): string =>
  isNamed(kind) ? texts.spent[kind](order_name) : texts.otherwise(order_name);

/** A line of what a wallet spent and got back. */
export const presentSpend = (move: WalletMove): SpendRecord => ({
  _id: move.id,
  spendMoney: -move.delta / 1000,
  desc: spentText(move),
  time: move.at.toISOString(),
  left: yuanOf(move.left_after),
});
