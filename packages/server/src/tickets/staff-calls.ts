import type { ticketsCalls } from '@skyport/contract/tickets';
import {
  MOST_CANNED,
  TICKET_ORDERS,
  type TicketCustomer,
  type ticketsAdminCalls,
} from '@skyport/contract/tickets-admin';
import { inTransaction, type Db } from '@skyport/db';
import { staffOrdersOf } from '../orders/index.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { madeBefore } from '../platform/made-once.ts';
import { refuse } from '../platform/refuse.ts';
import { violates } from '../platform/violations.ts';
import { permanentLeft, trafficOf } from '../traffic/index.ts';
import { changeCanned, countCanned, insertCanned, listCanned, lockCanned, removeCanned } from './canned-store.ts';
import { grant } from './grant.ts';
import { notifyOwner } from './messages.ts';
import { presentQueued, presentTicket } from './present.ts';
import { listQueue, totalQueue } from './queue-store.ts';
import { closeTicket, findTicket, readWaiting, type ListedTicket } from './store.ts';
import { texts } from './texts.ts';
import { lockOpenTicket, messageWish, presentOne, write } from './write.ts';

type Calls = typeof ticketsAdminCalls & Pick<typeof ticketsCalls, 'close'>;

/** Whose ticket it is, as far as an answer needs it. */
const customerOf = async (db: Db, { user_id, user_num, email }: ListedTicket): Promise<TicketCustomer> => {
  const [traffic, orders] = await Promise.all([
    trafficOf(db, Number(user_num)),
    staffOrdersOf(db, user_id, TICKET_ORDERS),
  ]);
  return {
    uid: user_id,
    email,
    traffic_left: permanentLeft(traffic),
    vipExpireTime: traffic.vipUntil?.toISOString() ?? null,
    orders: orders.map(({ _id, desc, order_money, wallet_spend, paid, paid_time, status, create_time }) => ({
      _id,
      desc,
      order_money,
      wallet_spend,
      paid,
      paid_time,
      status,
      create_time,
    })),
  };
};

const queue: Handler<Calls['queue']> = async ({ filterStr, ...query }, _context, { db }) => {
  const match = { queue: query.queue, filter: filterStr.trim() };
  const [rows, total, waiting] = await Promise.all([
    listQueue(db, { ...match, limit: query.limit, offset: query.offset }),
    totalQueue(db, match),
    readWaiting(db),
  ]);
  return { tickets: rows.map(presentQueued), ...total, waiting: waiting.count };
};

const ticket: Handler<Calls['ticket']> = async ({ id }, _context, { db }) => {
  const row = (await findTicket(db, id)) ?? refuse('notFound');
  const [shown, customer] = await Promise.all([presentTicket(db, row), customerOf(db, row)]);
  return { ticket: shown, customer };
};

const reply: Handler<Calls['reply']> = async (form, { caller, audited }, deps) => {
  const { id, desc, imageUrl } = form;
  await inTransaction(deps.db, async (trx) => {
    if ((await madeBefore(trx, { caller, audited, deps }, messageWish(form))) !== undefined) return;
    const row = await lockOpenTicket(trx, id);
    await audited(trx, { ids: [id] }, () =>
      write(trx, deps, { ticket: row, author: 'ADMIN', sender: caller, text: desc, image: imageUrl }),
    );
  });
  return presentOne(deps.db, id);
};

const close: Handler<Calls['close']> = async ({ id }, { caller, audited }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    const row = await lockOpenTicket(trx, id);
    // The audit's entry comes last.
    await notifyOwner(trx, deps, { ticket: row, text: texts.closed(row.title), name: 'ticket_closed' });
    await audited(trx, { ids: [id] }, () => closeTicket(trx, id, { by: caller.id, at: deps.clock.now() }));
  });
  return {};
};

const cannedUpdate: Handler<Calls['cannedUpdate']> = async ({ _id, name, text }, { audited }, { db, ids }) => {
  const id = _id ?? ids.next();
  const row = { id, name, text };
  const save = inTransaction(db, async (trx) => {
    if (_id !== undefined) {
      if (!(await lockCanned(trx, id))) refuse('notFound');
      return audited(trx, { ids: [id] }, () => changeCanned(trx, row));
    }
    if ((await countCanned(trx)) >= MOST_CANNED) refuse('conflict', texts.tooManyCanned(MOST_CANNED));
    return audited(trx, { ids: [id] }, () => insertCanned(trx, row));
  });
  await save.catch((error: unknown) => {
    if (violates(error, 'unique')) refuse('conflict', texts.sameName);
    throw error;
  });
  return { _id: id, name, text };
};

/** What staff do with tickets. */
export const staffHandlers: HandlersOf<Calls> = {
  queue,
  ticket,
  reply,
  close,
  grant,
  cannedList: async (_input, _context, { db }) =>
    (await listCanned(db)).map(({ id, name, text }) => ({ _id: id, name, text })),
  cannedUpdate,
  cannedDelete: async ({ id }, { audited }, { db }) => {
    await inTransaction(db, async (trx) => {
      if (!(await lockCanned(trx, id))) refuse('notFound');
      await audited(trx, { ids: [id] }, () => removeCanned(trx, id));
    });
    return {};
  },
};
