import type { TicketAuthor, TicketState } from '@skyport/contract/tickets';
import type { DB, Db } from '@skyport/db';
import type { Insertable, Selectable } from 'kysely';

/** A ticket as it is stored. */
export interface TicketRow extends Omit<Selectable<DB['tickets']>, 'state'> {
  readonly state: TicketState;
}

/** A ticket with the address of whoever opened it. */
export interface ListedTicket extends TicketRow {
  readonly email: string;
}

/** A message behind the first one. */
export interface MessageRow extends Omit<Selectable<DB['ticket_messages']>, 'author'> {
  readonly author: TicketAuthor;
}

const listed = (db: Db) =>
  db.selectFrom('tickets as t').innerJoin('users as u', 'u.id', 't.user_id').selectAll('t').select('u.email');

/** Tickets of an account, or of everybody, the one with the newest message first. */
export const listTickets = async (
  db: Db,
  { userId, most }: { readonly userId?: string; readonly most: number },
): Promise<readonly ListedTicket[]> => {
  const rows = await listed(db)
    .$if(userId !== undefined, (q) => q.where('t.user_id', '=', userId ?? ''))
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(most)
    .execute();
  return rows as readonly ListedTicket[];
};

/** The ticket with an id, or undefined. */
export const findTicket = async (db: Db, id: string): Promise<ListedTicket | undefined> => {
  const row = await listed(db).where('t.id', '=', id).executeTakeFirst();
  return row as ListedTicket | undefined;
};

/** The same, locked until the transaction ends. */
export const lockTicket = async (trx: Db, id: string): Promise<ListedTicket | undefined> => {
  const row = await listed(trx).where('t.id', '=', id).forUpdate('t').executeTakeFirst();
  return row as ListedTicket | undefined;
};

/** How many tickets of an account are open; whoever opens one has the account locked. */
export const countOpen = async (trx: Db, userId: string): Promise<number> => {
  const { count } = await trx
    .selectFrom('tickets')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** How many tickets wait for staff, and since when the first one has; null for none. */
export const readWaiting = async (db: Db): Promise<{ count: number; since: Date | null }> => {
  const { count, since } = await db
    .selectFrom('tickets')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('waiting_since').as('since')])
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
};

/** Stores a new ticket. */
export const insertTicket = async (trx: Db, ticket: Insertable<DB['tickets']>): Promise<void> => {
  await trx.insertInto('tickets').values(ticket).execute();
};

/** Stores a message of a locked ticket, which then waits for the other side. */
export const insertMessage = async (
  trx: Db,
  { replies, granted, waiting_since }: Pick<TicketRow, 'replies' | 'granted' | 'waiting_since'>,
  message: Omit<Insertable<DB['ticket_messages']>, 'no'> & { readonly author: TicketAuthor; readonly created_at: Date },
): Promise<void> => {
  await trx
    .insertInto('ticket_messages')
    .values({ ...message, no: replies + 1 })
    .execute();
  await trx
    .updateTable('tickets')
    .set({
      replies: replies + 1,
      granted: granted + Number(message.granted ?? 0),
      updated_at: message.created_at,
      waiting_since: message.author === 'ADMIN' ? null : (waiting_since ?? message.created_at),
    })
    .where('id', '=', message.ticket_id)
    .execute();
};

/** Closes a locked ticket. */
export const closeTicket = async (trx: Db, id: string, { by, at }: { by: string; at: Date }): Promise<void> => {
  await trx
    .updateTable('tickets')
    .set({ state: 'close', closed_at: at, closed_by: by, waiting_since: null })
    .where('id', '=', id)
    .execute();
};

/** Messages of tickets, oldest first. */
export const listMessages = async (db: Db, ticketIds: readonly string[]): Promise<readonly MessageRow[]> => {
  if (ticketIds.length === 0) return [];
  const rows = await db
    .selectFrom('ticket_messages')
    .selectAll()
    .where('ticket_id', 'in', [...ticketIds])
    .orderBy('no')
    .execute();
  return rows as readonly MessageRow[];
};

/** Whether a gift of that name was given from a ticket. */
export const isGiven = async (trx: Db, ticketId: string, changeId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('ticket_messages')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('change_id', '=', changeId)
    .executeTakeFirst();
  return row !== undefined;
};
