import type { Db } from '@skyport/db';
import { lockCustomer } from '../accounts/index.ts';
import type { Deps } from '../platform/deps.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { violates } from '../platform/violations.ts';
import { flaggedAmong } from './flags.ts';
import { notifyOfWithdrawal } from './messages.ts';
import { endAside } from './posting.ts';
import { txidOf } from './rules.ts';
import {
  decideWithdrawal,
  findWithdrawal,
  isTransferUsed,
  lockWithdrawal,
  type WithdrawalDecision,
  type WithdrawalRow,
} from './store.ts';
import { texts } from './texts.ts';

/** A withdrawal, locked behind its account. Refuses `notFound`. */
export const lockBehindOwner = async (trx: Db, id: string): Promise<WithdrawalRow> => {
  const found = (await findWithdrawal(trx, id)) ?? refuse('notFound');
  await lockCustomer(trx, found.user_id, 'share');
  return (await lockWithdrawal(trx, id)) ?? refuse('notFound');
};

/** Refuses `conflict` unless a withdrawal waits to be decided. */
export const checkOpen = ({ status }: WithdrawalRow): void => {
  if (status !== 'request') refuse('conflict', texts.isDecided);
};

/** Refuses `conflict` when whoever settles is its owner, or an order behind it is looked into. */
export const checkPayable = async (trx: Db, row: WithdrawalRow, actor: string): Promise<void> => {
  if (row.user_id === actor) refuse('conflict', texts.isOwn);
  const orders = (await flaggedAmong(trx, [row])).get(row.id);
  if (orders) refuse('conflict', texts.isFlagged(orders));
};

const refuseUsed = (): never => refuseField({ field: 'txid', message: texts.txidUsed }, 'conflict');

/** The transaction of a payout as its network writes it, empty for none; refuses what is none, or was used before. */
export const checkTransfer = async (trx: Db, { network, address }: WithdrawalRow, text: string): Promise<string> => {
  if (text === '') return '';
  const txid = txidOf(network, text) ?? refuseField({ field: 'txid', message: texts.badTxid });
  const isUsed = await isTransferUsed(trx, { network, address, txid });
  return isUsed ? refuseUsed() : txid;
};

/** How a locked, open withdrawal ends. */
export interface Ending extends Omit<WithdrawalDecision, 'decided_at'> {
  readonly row: WithdrawalRow;
}

/** Ends a locked, open withdrawal, once: state, money, and word to its owner. Refuses a transaction used meanwhile. */
export const endWithdrawal = async (trx: Db, deps: Deps, { row, ...decision }: Ending): Promise<void> => {
  const at = deps.clock.now();
  const isDecided = await decideWithdrawal(trx, row.id, { ...decision, decided_at: at }).catch((error: unknown) => {
    if (violates(error, 'unique', 'withdrawals_one_transfer')) refuseUsed();
    throw error;
  });
  if (!isDecided) throw new Error(`withdrawal ${row.id} is locked and open`);
  const reason = decision.msg;
  const event = { actor: decision.decided_by, at, ...(reason !== undefined && { reason }) };
  await endAside(trx, { ...row, end: decision.status }, event);
  const what = decision.status === 'paid' ? 'settled' : 'returned';
  await notifyOfWithdrawal(trx, deps, { row, what, msg: reason ?? '' });
};
