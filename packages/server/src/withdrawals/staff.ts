import type { chargeCalls } from '@skyport/contract/charges';
import { milliOfYuan } from '@skyport/contract/units';
import { MOST_WALLET_ROWS } from '@skyport/contract/withdrawals';
import { inTransaction } from '@skyport/db';
import { lockCustomer } from '../accounts/index.ts';
import { prepareExport } from '../exports/index.ts';
import { canCheckPayout } from '../payments/index.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { madeBefore } from '../platform/made-once.ts';
import { refuse } from '../platform/refuse.ts';
import { checkOpen, checkPayable, checkTransfer, endWithdrawal, lockBehindOwner } from './decide.ts';
import { chargeExport } from './export.ts';
import { flaggedAmong } from './flags.ts';
import { notifyOfWithdrawal } from './messages.ts';
import { readParts, withdrawingOf } from './parts.ts';
import { markMoney } from './posting.ts';
import { presentCharge, presentParts } from './present.ts';
import { addressTypeOf } from './rules.ts';
import { findOwner, findPayout, listWithdrawals, setMessage } from './store.ts';
import { texts } from './texts.ts';

type Calls = typeof chargeCalls;

const checkoutCharge: Handler<Calls['checkoutCharge']> = async (form, { caller, audited }, deps) => {
  const { charge_id: id } = form;
  await inTransaction(deps.db, async (trx) => {
    const row = await lockBehindOwner(trx, id);
    checkOpen(row);
    await checkPayable(trx, row, caller.id);
    const txid = await checkTransfer(trx, row, form.txid);
    const chain_state = txid !== '' && canCheckPayout(deps, row.network) ? 'waiting' : 'none';
    const ending = { row, status: 'paid', decided_by: caller.id, txid, chain_state } as const;
    await audited(trx, { ids: [id] }, () => endWithdrawal(trx, deps, ending));
    deps.crash.at('checkout.before-commit');
  });
  deps.crash.at('checkout.after-commit');
  return {};
};

const returnCharge: Handler<Calls['returnCharge']> = async ({ charge_id: id, msg }, { caller, audited }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    const row = await lockBehindOwner(trx, id);
    checkOpen(row);
    const ending = { row, status: 'returned', decided_by: caller.id, msg } as const;
    await audited(trx, { ids: [id] }, () => endWithdrawal(trx, deps, ending));
    deps.crash.at('return.before-commit');
  });
  deps.crash.at('return.after-commit');
  return {};
};

const chargeMessage: Handler<Calls['chargeMessage']> = async ({ charge_id: id, msg }, { audited }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    const row = await lockBehindOwner(trx, id);
    await audited(trx, { ids: [id] }, async () => {
      await setMessage(trx, id, msg);
      if (msg !== '' && msg !== row.msg) await notifyOfWithdrawal(trx, deps, { row, what: 'message', msg });
    });
  });
  return {};
};

const adminWallet: Handler<Calls['adminWallet']> = async ({ uid }, _context, deps) => {
  const { db } = deps;
  const { num, email } = (await findOwner(db, uid)) ?? refuse('notFound');
  const [parts, payout] = [
    await readParts(db, deps, { num, holdDays: deps.settings.current().withdraw_hold_days }),
    await findPayout(db, uid),
  ];
  return {
    ...presentParts(parts, await withdrawingOf(db, num)),
    uid,
    email,
    addressType: payout ? addressTypeOf(payout.network) : '',
    address: payout?.address ?? '',
    address_changed: payout?.changed_at.toISOString() ?? null,
  };
};

const markWithdrawable: Handler<Calls['markWithdrawable']> = async (form, { caller, audited }, deps) => {
  const { uid, reason, change } = form;
  const amount = milliOfYuan(form.money);
  await inTransaction(deps.db, async (trx) => {
    if (!(await findOwner(trx, uid))) refuse('notFound');
    const customer = await lockCustomer(trx, uid, 'share');
    if (customer.isAgencyUser) refuse('conflict', texts.noWallet);
    const wish = { kind: 'wallet_mark', form, id: uid, otherwise: texts.markedOtherwise };
    if ((await madeBefore(trx, { caller, audited, deps }, wish)) !== undefined) return;
    const marked = { key: `wallet-mark:${uid}:${change}`, ref: uid, user_num: customer.num, amount };
    const event = { actor: caller.id, at: deps.clock.now(), reason };
    // Sent a second time nothing is marked, and nothing is to be told.
    const note = (isNew: boolean): object | undefined => (isNew ? { marked: amount, reason } : undefined);
    await audited(trx, { ids: [uid], note }, async () => {
      const outcome = await markMoney(trx, marked, event);
      return outcome === 'refused' ? refuse('conflict', texts.markedTooMuch) : outcome === 'posted';
    });
    deps.crash.at('mark.before-commit');
  });
  deps.crash.at('mark.after-commit');
  return {};
};

/** What staff do about withdrawals. */
export const staffHandlers: HandlersOf<Calls> = {
  adminChargeList: async (filter, _context, { db }) => {
    const rows = await listWithdrawals(db, filter, MOST_WALLET_ROWS);
    const flagged = await flaggedAmong(db, rows);
    return rows.map((row) => presentCharge(row, flagged));
  },
  exportCharges: ({ columns, ...filter }, by, deps) =>
    prepareExport(chargeExport, { asked: { filter, columns }, by }, deps),
  checkoutCharge,
  returnCharge,
  chargeMessage,
  adminWallet,
  markWithdrawable,
};
