import { receivedOf, type pushCalls } from '@skyport/contract/push';
import { GIB } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { lockCustomer } from '../accounts/index.ts';
import { takeAttemptsWithin } from '../platform/attempts.ts';
import { dayOf } from '../platform/clock.ts';
import type { Account, Deps, Handler } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { wishedBefore } from '../platform/made-once.ts';
import { refuse } from '../platform/refuse.ts';
import { lockTraffic, moveTraffic, settleUse } from '../traffic/index.ts';
import { presentTransfer } from './present.ts';
import { madeEntries, makeCode } from './rules.ts';
import { insertTransfer, lockTransfer, type TransferRow } from './store.ts';
import { texts } from './texts.ts';

/** Takes what is given away from the account, into escrow. */
const setAside = async (trx: Db, deps: Deps, transfer: TransferRow): Promise<void> => {
  const { id, sender_id: actor, sender_num: userNum, amount, created_at: at } = transfer;
  const account = await lockTraffic(trx, userNum);
  const posting = { key: `push:${id}`, kind: 'push_spend', ref: id, actor, at, entries: madeEntries(userNum, amount) };
  const outcome = await post(trx, posting);
  if (outcome !== 'posted') throw new Error(`the transfer ${id} cannot be posted: ${outcome}`);
  const day = dayOf(at, deps.settings.current().timezone);
  const move = { userNum, day, at, recordType: 'push_spend', description: texts.records.made } as const;
  await moveTraffic(trx, account, { ...move, amount: -amount });
};

/** A transfer that is about to be made. Bytes. */
interface NewTransfer {
  readonly id: string;
  readonly caller: Account;
  readonly amount: number;
}

/** Makes a transfer of an account that is locked. Refuses what is too small, too much, or too soon. */
const makeTransfer = async (trx: Db, deps: Deps, { id, caller, amount }: NewTransfer): Promise<TransferRow> => {
  const settings = await deps.settings.fresh(trx);
  if (amount < settings.push_min * GIB) refuse('pushTooSmall', texts.least(settings.push_min));
  const attempts = [{ kind: 'push_create.account', key: caller.id }] as const;
  if ('over' in (await takeAttemptsWithin(trx, deps, { attempts }))) refuse('tooFrequent');
  if (amount > (await settleUse(trx, deps, caller.num))) refuse('notEnoughTraffic');
  const transfer = await insertTransfer(trx, {
    id,
    sender_id: caller.id,
    sender_num: caller.num,
    code: makeCode(deps.random),
    amount,
    gives: receivedOf(amount, settings.push_cost_rate),
    created_at: deps.clock.now(),
  });
  await setAside(trx, deps, transfer);
  await usersChanged(trx, deps, [caller.num]);
  return transfer;
};

/** Offers permanent traffic to whoever has the code. A try that is refused does not count against the limit. */
export const create: Handler<(typeof pushCalls)['create']> = async (form, { caller }, deps) => {
  const made = await inTransaction(deps.db, async (trx) => {
    const customer = await lockCustomer(trx, caller.id, 'share');
    if (customer.isAgencyUser) refuse('roleForbidden');
    const id = deps.ids.next();
    const wish = { kind: 'transfer', form, id, otherwise: texts.otherwise };
    const before = await wishedBefore(trx, { caller, deps }, wish);
    if (before !== undefined) return (await lockTransfer(trx, before)) ?? refuse('notFound');
    const transfer = await makeTransfer(trx, deps, { id, caller, amount: form.pushNumber * GIB });
    deps.crash.at('push.before-commit');
    return transfer;
  });
  deps.crash.at('push.after-commit');
  return presentTransfer(made);
};
