import { GRANT_WITHOUT_STEP_UP_GIB, type ticketsAdminCalls } from '@skyport/contract/tickets-admin';
import { gigabytes, type Bytes } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
import { amount as amountText } from '../notices/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { givableTraffic, grantTraffic, lockTraffic } from '../traffic/index.ts';
import { notifyOwner } from './messages.ts';
import { findGift, insertMessage, type ListedTicket } from './store.ts';
import { texts } from './texts.ts';
import { lockOpenTicket, presentOne } from './write.ts';

/** A gift from a ticket. */
interface Gift {
  readonly ticket: ListedTicket;
  readonly amount: Bytes;
  readonly reason: string;
  /** Names the gift: the same one is given once. */
  readonly change: string;
  /** Id of whoever gives it. */
  readonly by: string;
}

/** Moves the traffic. Refuses `conflict` where the account would have more than one can. */
const give = async (trx: Db, deps: Deps, { ticket, amount, reason, change, by }: Gift): Promise<void> => {
  const at = deps.clock.now();
  const event = {
    userNum: Number(ticket.user_num),
    recordType: 'coupon',
    key: `ticket:${ticket.id}:${change}`,
    ref: ticket.id,
    actor: by,
    at,
    day: dayOf(at, deps.settings.current().timezone),
    description: texts.record(reason),
  } as const;
  await lockTraffic(trx, event.userNum);
  if (amount > (await givableTraffic(trx, event)))
    refuseField({ field: 'traffic', message: texts.tooMuch }, 'conflict');
  if (!(await grantTraffic(trx, { ...event, amount })))
    throw new Error(`gift ${change} was posted without its message`);
  await usersChanged(trx, deps, [event.userNum]);
};

/** The message of a gift. */
const saidOf = (amount: Bytes, reason: string): string => texts.given(amountText(amount), reason);

/** Says so in the ticket and tells its owner. */
const say = async (trx: Db, deps: Deps, { ticket, amount, reason, change, by }: Gift): Promise<void> => {
  await insertMessage(trx, ticket, {
    id: deps.ids.next(),
    ticket_id: ticket.id,
    author: 'ADMIN',
    author_id: by,
    text: saidOf(amount, reason),
    granted: amount,
    change_id: change,
    created_at: deps.clock.now(),
  });
  await notifyOwner(trx, deps, {
    ticket,
    text: texts.givenTo(ticket.title, amountText(amount)),
    name: 'ticket_granted',
  });
};

/** Gives the owner of a ticket permanent traffic, once for each `change`. */
export const grant: Handler<(typeof ticketsAdminCalls)['grant']> = async (form, context, deps) => {
  const { id, traffic, reason, change } = form;
  const { caller, audited, requireStepUp } = context;
  if (traffic > GRANT_WITHOUT_STEP_UP_GIB) await requireStepUp();
  const amount = gigabytes(traffic);
  await inTransaction(deps.db, async (trx) => {
    const ticket = await lockOpenTicket(trx, id);
    const before = await findGift(trx, id, change);
    if (before && (before.granted !== amount || before.text !== saidOf(amount, reason)))
      refuse('conflict', texts.givenOtherwise);
    // Sent a second time: nothing is given, and nothing is to be told.
    if (before) return audited(trx, { ids: [id] }, async () => undefined);
    const gift = { ticket, amount, reason, change, by: caller.id };
    await audited(trx, { ids: [id], note: () => ({ traffic: amount, reason }) }, async () => {
      await give(trx, deps, gift);
      await say(trx, deps, gift);
    });
  });
  return presentOne(deps.db, id);
};
