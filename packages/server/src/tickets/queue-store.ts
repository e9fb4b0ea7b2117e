import type { TicketQueue } from '@skyport/contract/tickets-admin';
import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';
import { containing } from '../platform/like-pattern.ts';
import { type ListTotal, totalOf } from '../platform/list-total-store.ts';
import type { ListedTicket } from './store.ts';

/** Which tickets of the queue, and which part of them. */
export interface QueueQuery {
  readonly queue: TicketQueue | undefined;
  /** Part of a title, of an address, or an id; empty for all. */
  readonly filter: string;
  readonly limit: number;
  readonly offset: number;
}

const queues: Readonly<Record<TicketQueue, RawBuilder<unknown>>> = {
  waiting: sql`t.waiting_since is not null`,
  answered: sql`t.state = 'open' and t.waiting_since is null`,
  close: sql`t.state = 'close'`,
};

const matching = ({ queue, filter }: Pick<QueueQuery, 'queue' | 'filter'>): RawBuilder<unknown> => {
  const pattern = containing(filter);
  return sql.join(
    [
      queue ? queues[queue] : sql`true`,
      ...(filter === ''
        ? []
        : [sql`(t.title ilike ${pattern} or u.email ilike ${pattern} or t.id::text ilike ${pattern})`]),
    ],
    sql` and `,
  );
};

/** A part of the queue: what waits for staff first, the longest wait first; then the newest message first. */
export const listQueue = async (db: Db, query: QueueQuery): Promise<readonly ListedTicket[]> => {
  const { rows } = await sql<ListedTicket>`
    select t.*, u.email from tickets t join users u on u.id = t.user_id
     where ${matching(query)}
     order by t.waiting_since nulls last, t.updated_at desc, t.id limit ${query.limit} offset ${query.offset}`.execute(
    db,
  );
  return rows;
};

/** How many tickets match; many are estimated. */
export const totalQueue = (db: Db, query: Pick<QueueQuery, 'queue' | 'filter'>): Promise<ListTotal> =>
  totalOf(db, sql`from tickets t join users u on u.id = t.user_id where ${matching(query)}`);
