import { PUSH_DAYS } from '@skyport/contract/push';
import type { Db } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { amount as amountText, notify } from '../notices/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { givableTraffic, lockTraffic, moveTraffic } from '../traffic/index.ts';
import { receivedEntries, returnedEntries } from './rules.ts';
import { endTransfer, type TransferRow } from './store.ts';
import { texts } from './texts.ts';

/** How a transfer that waits comes to its end: whose traffic it becomes, and who caused it. */
interface Ending {
  readonly transfer: TransferRow;
  /** Account that gets the traffic: its receiver, or the sender again. */
  readonly to: { readonly num: number };
  /** A user's id, or the name of a job. */
  readonly actor: string;
}

const isReturn = ({ transfer, to }: Ending): boolean => to.num === transfer.sender_num;

const postingOf = (ending: Ending, at: Date) => {
  const { transfer, to, actor } = ending;
  const [kind, entries] = isReturn(ending)
    ? (['push_return', returnedEntries(transfer.sender_num, transfer.amount)] as const)
    : (['push_receive', receivedEntries(transfer, to.num)] as const);
  return { key: `push-end:${transfer.id}`, kind, ref: transfer.id, actor, at, entries };
};

/** Notifies the sender; not of what they took back themselves. */
const notifySender = async (trx: Db, deps: Deps, ending: Ending): Promise<void> => {
  const { sender_id: userId, amount } = ending.transfer;
  if (isReturn(ending) && ending.actor === userId) return;
  const { received, returned } = texts.notices;
  const text = isReturn(ending) ? returned(amountText(amount), PUSH_DAYS) : received(amountText(amount));
  await notify(trx, deps, { userId, kind: 'transfer', href: '#/push', text });
};

/**
 * Ends a locked transfer that waits: ledger, balance, record and state in one go. Gives the bytes that came; undefined,
 * and nothing is changed, where the account would have more traffic than one can.
 */
export const endWaiting = async (trx: Db, deps: Deps, ending: Ending): Promise<number | undefined> => {
  const { transfer, to } = ending;
  const at = deps.clock.now();
  const day = dayOf(at, deps.settings.current().timezone);
  const amount = isReturn(ending) ? transfer.amount : transfer.gives;
  const account = await lockTraffic(trx, to.num);
  const event = { userNum: to.num, day, recordType: 'push_receive' } as const;
  if (amount > (await givableTraffic(trx, event))) return undefined;
  const outcome = await post(trx, postingOf(ending, at));
  if (outcome !== 'posted') throw new Error(`the end of the transfer ${transfer.id} cannot be posted: ${outcome}`);
  const description = isReturn(ending) ? texts.records.returned : texts.records.received;
  await moveTraffic(trx, account, { ...event, at, amount, description });
  await endTransfer(trx, transfer.id, { at, ...(!isReturn(ending) && { receiverNum: to.num }) });
  await usersChanged(trx, deps, [to.num]);
  await notifySender(trx, deps, ending);
  return amount;
};
