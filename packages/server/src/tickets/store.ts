import { LISTED_TEXT, type TicketAuthor, type TicketState } from '@skyport/contract/tickets';
import type { DB, Db } from '@skyport/db';
import { sql, type Insertable, type Selectable } from 'kysely';

/** A ticket as it is stored. */
export interface TicketRow extends Omit<Selectable<DB['tickets']>, 'state'> {
  readonly state: TicketState;
}

/** A ticket with the address of whoever opened it. */
export interface ListedTicket extends TicketRow {
  readonly email: string;
}

/** A message behind the first one. */
export interface MessageRow extends Pick<
  Selectable<DB['ticket_messages']>,
  'id' | 'ticket_id' | 'text' | 'image' | 'granted' | 'created_at'
> {
  readonly author: TicketAuthor;
}

const messageColumns = ['id', 'ticket_id', 'author', 'text', 'image', 'granted', 'created_at'] as const;

const listed = (db: Db) =>
  db.selectFrom('tickets as t').innerJoin('users as u', 'u.id', 't.user_id').selectAll('t').select('u.email');

/** Tickets of an account, or of everybody, the one with the newest message first; texts are cut. */
export const listTickets = async (
  db: Db,
  { userId, most }: { readonly userId?: string; readonly most: number },
): Promise<readonly ListedTicket[]> => {
  const { rows } = await sql<ListedTicket>`
    select t.id, t.user_id, t.user_num, t.title, left(t.text, ${LISTED_TEXT}) as text, t.image, t.state, t.replies,
           t.granted, t.created_at, t.updated_at, t.waiting_since, t.closed_at, t.closed_by, u.email
      from tickets t join users u on u.id = t.user_id
     where ${userId === undefined ? sql`true` : sql`t.user_id = ${userId}`}
     order by t.updated_at desc, t.id desc limit ${most}`.execute(db);
  return rows;
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

/** Messages of a ticket, oldest first. */
export const listMessages = async (db: Db, ticketId: string): Promise<readonly MessageRow[]> => {
  const rows = await db
    .selectFrom('ticket_messages')
    .select(messageColumns)
    .where('ticket_id', '=', ticketId)
    .orderBy('no')
    .execute();
  return rows as readonly MessageRow[];
};

/** The newest message of each ticket that has one; texts are cut. */
export const listNewestMessages = async (db: Db, ticketIds: readonly string[]): Promise<readonly MessageRow[]> => {
  const { rows } = await sql<MessageRow>`
    select m.id, m.ticket_id, m.author, left(m.text, ${LISTED_TEXT}) as text, m.image, m.granted, m.created_at
      from unnest(${[...ticketIds]}::uuid[]) as t (id) cross join lateral (
        select * from ticket_messages where ticket_id = t.id order by no desc limit 1) m`.execute(db);
  return rows;
};

/** The gift of that name from a ticket. */
export const findGift = (
  trx: Db,
  ticketId: string,
  changeId: string,
): Promise<Pick<MessageRow, 'text' | 'granted'> | undefined> =>
  trx
    .selectFrom('ticket_messages')
    .select(['text', 'granted'])
    .where('ticket_id', '=', ticketId)
    .where('change_id', '=', changeId)
    .executeTakeFirst();
