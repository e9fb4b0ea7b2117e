import { imageUrl } from '@skyport/contract/files';
import type { Ticket, TicketComment } from '@skyport/contract/tickets';
import type { QueuedTicket, TicketQueue } from '@skyport/contract/tickets-admin';
import type { Db } from '@skyport/db';
import { listMessages, listNewestMessages, type ListedTicket, type MessageRow } from './store.ts';

const addressOf = (image: string): string => (image === '' ? '' : imageUrl(image));

const commentOf = (row: MessageRow): TicketComment => ({
  _id: row.id,
  type: row.author,
  text: row.text,
  updateTime: row.created_at.toISOString(),
  imageUrl: addressOf(row.image),
  granted: row.granted,
});

const ticketOf = (row: ListedTicket, comments: TicketComment[]): Ticket => ({
  _id: row.id,
  title: row.title,
  desc: row.text,
  imageUrl: addressOf(row.image),
  createTime: row.created_at.toISOString(),
  updateTime: row.updated_at.toISOString(),
  status: row.state,
  email: row.email,
  comments,
});

/** A ticket with all its messages. */
export const presentTicket = async (db: Db, row: ListedTicket): Promise<Ticket> =>
  ticketOf(row, (await listMessages(db, row.id)).map(commentOf));

/** Tickets of a list, each with its newest message alone. */
export const presentTickets = async (db: Db, rows: readonly ListedTicket[]): Promise<Ticket[]> => {
  const messages = await listNewestMessages(
    db,
    rows.map(({ id }) => id),
  );
  const byTicket = Map.groupBy(messages, ({ ticket_id }) => ticket_id);
  return rows.map((row) => ticketOf(row, (byTicket.get(row.id) ?? []).map(commentOf)));
};

const queueOf = ({ state, waiting_since }: ListedTicket): TicketQueue => {
  if (state === 'close') return 'close';
  return waiting_since === null ? 'answered' : 'waiting';
};

/** A ticket of the queue. */
export const presentQueued = (row: ListedTicket): QueuedTicket => ({
  _id: row.id,
  title: row.title,
  email: row.email,
  status: row.state,
  queue: queueOf(row),
  waitingSince: row.waiting_since?.toISOString() ?? null,
  createTime: row.created_at.toISOString(),
  updateTime: row.updated_at.toISOString(),
  replies: row.replies,
});
