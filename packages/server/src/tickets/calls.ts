import { MOST_MESSAGES, MOST_OPEN_TICKETS, type ticketsCalls } from '@skyport/contract/tickets';
import { MOST_TICKETS, type ticketsAdminCalls } from '@skyport/contract/tickets-admin';
import { inTransaction, type Db } from '@skyport/db';
import { lockCustomer } from '../accounts/index.ts';
import { takeAttemptsWithin } from '../platform/attempts.ts';
import { audit } from '../platform/audit.ts';
import type { Account, Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { notifyStaff } from './messages.ts';
import { presentTickets } from './present.ts';
import { staffHandlers } from './staff-calls.ts';
import { countOpen, findTicket, insertTicket, listTickets, type ListedTicket } from './store.ts';
import { texts } from './texts.ts';
import { lockOpenTicket, presentOne, takeTicketImage, write } from './write.ts';

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

const create: Handler<Calls['create']> = async ({ title, desc, imageUrl }, { caller }, deps) => {
  const [id, at] = [deps.ids.next(), deps.clock.now()];
  await inTransaction(deps.db, async (trx) => {
    await lockCustomer(trx, caller.id, 'count');
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
  });
  return presentOne(deps.db, id);
};

const response: Handler<Calls['response']> = async ({ id, desc, imageUrl }, context, deps) => {
  const { caller, bothParts, address } = context;
  await inTransaction(deps.db, async (trx) => {
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
  const [ticket] = await presentTickets(db, [row]);
  return ticket!;
};

/** Tickets of customers, and what staff do with them. */
export const ticketsHandlers: HandlersOf<Calls & typeof ticketsAdminCalls> = {
  myList: async (_input, { caller }, { db }) => {
    const whose = isAdmin(caller) ? {} : { userId: caller.id };
    return presentTickets(db, await listTickets(db, { ...whose, most: MOST_TICKETS }));
  },
  create,
  response,
  refresh,
  ...staffHandlers,
};
