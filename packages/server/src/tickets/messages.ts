import type { Db } from '@skyport/db';
import { notify, notifyOperators } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { ListedTicket } from './store.ts';
import { texts } from './texts.ts';

type Told = Pick<ListedTicket, 'id' | 'title' | 'email' | 'user_id'>;

const ownersHref = (id: string): string => `#/feedback?ticket=${id}`;
const staffHref = (id: string): string => `#/admin_tickets?ticket=${id}`;

/** Notifies staff of a new ticket, or of another message to one. */
export const notifyStaff = (trx: Db, deps: Deps, { id, title, email, isNew }: Told & { isNew: boolean }) =>
  notifyOperators(trx, deps, {
    kind: 'shop',
    isRequest: true,
    href: staffHref(id),
    text: isNew ? texts.opened(email, title) : texts.written(email, title),
    name: isNew ? 'ticket_opened' : 'ticket_written',
  });

/** Notifies the owner of a ticket of what staff have done. */
export const notifyOwner = (
  trx: Db,
  deps: Deps,
  { ticket, text, name }: { readonly ticket: Told; readonly text: string; readonly name: string },
): Promise<void> =>
  notify(trx, deps, { userId: ticket.user_id, kind: 'ticket', href: ownersHref(ticket.id), text, name });
