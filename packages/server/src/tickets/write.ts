import { imageNameOf } from '@skyport/contract/files';
import type { Ticket, TicketAuthor, TicketReply } from '@skyport/contract/tickets';
import type { Db } from '@skyport/db';
import { takeImage } from '../files/index.ts';
import type { Account, Deps } from '../platform/deps.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { notifyOwner, notifyStaff } from './messages.ts';
import { presentTicket } from './present.ts';
import { findTicket, insertMessage, lockTicket, type ListedTicket } from './store.ts';
import { texts } from './texts.ts';

/** An image that somebody sends along with a message of a ticket. */
interface SentImage {
  /** Name or address; empty for none. */
  readonly image: string;
  readonly ticketId: string;
  /** Whose ticket it is: beside admins nobody else sees the image. */
  readonly ownerId: string;
  readonly sender: Pick<Account, 'id'>;
}

/** Takes an image for a ticket and gives its name; empty for none. Refuses what the sender has not uploaded. */
export const takeTicketImage = async (trx: Db, { image, ticketId, ownerId, sender }: SentImage): Promise<string> => {
  if (image === '') return '';
  const filename = imageNameOf(image);
  const use = { filename, userId: sender.id, usedBy: `ticket:${ticketId}`, viewer: ownerId };
  if (!(await takeImage(trx, use))) refuseField({ field: 'imageUrl', message: texts.noImage });
  return filename;
};

/** A ticket as it is now. */
export const presentOne = async (db: Db, id: string): Promise<Ticket> =>
  presentTicket(db, (await findTicket(db, id)) ?? refuse('notFound'));

/** A message as a wish of its sender, for `made_records`. */
export const messageWish = (form: TicketReply) => ({
  kind: 'ticket_message',
  form,
  id: form.id,
  otherwise: texts.sentOtherwise,
});

/**
 * A ticket that can still be written to, locked. Refuses `notFound`, also where it is not there for whoever asks, or
 * `ticketClosed`.
 */
export const lockOpenTicket = async (
  trx: Db,
  id: string,
  isThere: (ticket: ListedTicket) => boolean = () => true,
): Promise<ListedTicket> => {
  const ticket = await lockTicket(trx, id);
  if (!ticket || !isThere(ticket)) return refuse('notFound');
  return ticket.state === 'close' ? refuse('ticketClosed') : ticket;
};

/** What is written to a locked ticket. */
interface Written {
  readonly ticket: ListedTicket;
  readonly author: TicketAuthor;
  readonly sender: Pick<Account, 'id'>;
  readonly text: string;
  readonly image: string;
}

/** Writes a message to a locked ticket and notifies the other side. Staff are notified once until they answer. */
export const write = async (trx: Db, deps: Deps, written: Written): Promise<void> => {
  const { ticket, author, sender, text } = written;
  const image = await takeTicketImage(trx, {
    image: written.image,
    ticketId: ticket.id,
    ownerId: ticket.user_id,
    sender,
  });
  await insertMessage(trx, ticket, {
    id: deps.ids.next(),
    ticket_id: ticket.id,
    author,
    author_id: sender.id,
    text,
    image,
    created_at: deps.clock.now(),
  });
  if (author === 'ADMIN')
    await notifyOwner(trx, deps, { ticket, text: texts.answered(ticket.title), name: 'ticket_answered' });
  else if (ticket.waiting_since === null) await notifyStaff(trx, deps, { ...ticket, isNew: false });
};
