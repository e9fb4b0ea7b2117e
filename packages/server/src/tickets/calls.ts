import { MOST_LISTED, MOST_MESSAGES, MOST_OPEN_TICKETS, type ticketsCalls } from '@skyport/contract/tickets';
import { MOST_TICKETS, type ticketsAdminCalls } from '@skyport/contract/tickets-admin';
import { inTransaction, type Db } from '@skyport/db';
import { lockCustomer } from '../accounts/index.ts';
import { takeAttemptsWithin } from '../platform/attempts.ts';
import { audit } from '../platform/audit.ts';
import type { Account, Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { wishedBefore } from '../platform/made-once.ts';
import { refuse } from '../platform/refuse.ts';
import { notifyStaff } from './messages.ts';
import { presentTicket, presentTickets } from './present.ts';
import { staffHandlers } from './staff-calls.ts';
import { countOpen, findTicket, insertTicket, listTickets, type ListedTicket } from './store.ts';
import { texts } from './texts.ts';
import { lockOpenTicket, messageWish, presentOne, takeTicketImage, write } from './write.ts';

type Calls = typeof ticketsCalls;

const isAdmin = ({ type }: Account): boolean => type === 'admin';

/** Whether a ticket is there for a caller: their own, and for admins anybody's. */
const isSeenBy = ({ user_id }: ListedTicket, caller: Account): boolean => user_id === caller.id || isAdmin(caller);

/** Counts a message of a customer. Refuses `throttled` when there were too many within the hour. */
const countMessage = async (trx: Db, deps: Deps, userId: string): Promise<void> => {
  const attempts = [{ kind: 'ticket_message.account', key: userId }] as const;
  const outcome = await takeAttemptsWithin(trx, deps, { attempts });
  if (!('taken' in outcome)) refuse('throttled', texts.tooManyMessages);
};

const create: Handler<Calls['create']> = async (form, { caller }, deps) => {
  const { title, desc, imageUrl } = form;
  const [id, at] = [deps.ids.next(), deps.clock.now()];
  const made = await inTransaction(deps.db, async (trx) => {
    await lockCustomer(trx, caller.id, 'count');
    const wish = { kind: 'ticket', form, id, otherwise: texts.openedOtherwise };
    const before = await wishedBefore(trx, { caller, deps }, wish);
    if (before !== undefined) return before;
    if ((await countOpen(trx, caller.id)) >= MOST_OPEN_TICKETS) refuse('conflict', texts.tooManyOpen);
    await countMessage(trx, deps, caller.id);
    const image = await takeTicketImage(trx, { image: imageUrl, ticketId: id, ownerId: caller.id, sender: caller });
    await insertTicket(trx, {
      id,
      user_id: caller.id,
      user_num: caller.num,
      title,
      text: desc,
      image,
      created_at: at,
      updated_at: at,
      waiting_since: at,
    });
    await notifyStaff(trx, deps, { id, title, email: caller.email, user_id: caller.id, isNew: true });
    return id;
  });
  return presentOne(deps.db, made);
};

const response: Handler<Calls['response']> = async (form, context, deps) => {
  const { id, desc, imageUrl } = form;
  const { caller, bothParts, address } = context;
  await inTransaction(deps.db, async (trx) => {
    if ((await wishedBefore(trx, { caller, deps }, messageWish(form))) !== undefined) return;
    const ticket = await lockOpenTicket(trx, id, (found) => isSeenBy(found, caller));
    const isOwner = ticket.user_id === caller.id;
    // What staff say needs both parts of the session, as every call of theirs.
    if (!isOwner && !bothParts) refuse('sessionExpired');
    const author = isOwner ? 'USER' : 'ADMIN';
    if (isOwner && ticket.replies >= MOST_MESSAGES) refuse('conflict', texts.tooLong);
    if (isOwner) await countMessage(trx, deps, caller.id);
    await write(trx, deps, { ticket, author, sender: caller, text: desc, image: imageUrl });
    if (isOwner) return;
    const counted = { before: { replies: ticket.replies }, after: { replies: ticket.replies + 1 } };
    const act = { actor: caller.id, address, call: 'tickets.response', kind: 'ticket', object: id, detail: {} };
    await audit(trx, deps, [{ ...act, ...counted }]);
  });
  return presentOne(deps.db, id);
};

const refresh: Handler<Calls['refresh']> = async ({ id }, { caller }, { db }) => {
  const row = await findTicket(db, id);
  if (!row || !isSeenBy(row, caller)) return refuse('notFound');
  return presentTicket(db, row);
};

/** Tickets of customers, and what staff do with them. */
export const ticketsHandlers: HandlersOf<Calls & typeof ticketsAdminCalls> = {
  myList: async (_input, { caller }, { db }) => {
    const part = isAdmin(caller) ? { most: MOST_LISTED } : { userId: caller.id, most: MOST_TICKETS };
    return presentTickets(db, await listTickets(db, part));
  },
  create,
  response,
  refresh,
  ...staffHandlers,
};
