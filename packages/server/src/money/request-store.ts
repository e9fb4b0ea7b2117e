import type { DB, Db } from '@skyport/db';
import { sql, type Insertable, type Selectable } from 'kysely';
import { partOfReference } from '../orders/index.ts';
import { containing } from '../platform/like-pattern.ts';

/** A customer's request, as it is stored. */
export interface RequestRow extends Omit<Selectable<DB['money_requests']>, 'state'> {
  readonly state: 'open' | 'granted' | 'declined';
}

/** A request with its customer and order. */
export interface ListedRequest extends RequestRow {
  readonly email: string;
  readonly name: string;
}

/** Stores a request; false when the account has one open for the same money. */
export const insertRequest = async (trx: Db, request: Insertable<DB['money_requests']>): Promise<boolean> => {
  const row = await trx
    .insertInto('money_requests')
    .values(request)
    .onConflict((c) => c.columns(['user_id', 'reference_key']).where('state', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Requests that contain a text in their address, number or order. Open ones come first, oldest first; then closed
 * ones, newest first.
 */
export const listRequests = async (db: Db, text: string, most: number): Promise<readonly ListedRequest[]> => {
  const rows = await db
    .selectFrom('money_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .selectAll('r')
    .select(['u.email', 'o.name'])
    .$if(text !== '', (q) =>
      q.where((e) =>
        e.or([
          e('u.email', 'ilike', containing(text)),
          e('r.reference_key', 'like', partOfReference(text)),
          e('o.name', 'ilike', containing(text)),
        ]),
      ),
    )
    .orderBy(sql`r.state <> 'open'`)
    .orderBy(sql`case when r.state = 'open' then r.created_at end`)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(most)
    .execute();
  return rows as unknown as readonly ListedRequest[];
};

/** How many requests are open. */
export const countOpenRequests = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('money_requests')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** A request as it is now. */
export const findRequest = async (db: Db, id: string): Promise<RequestRow | undefined> => {
  const row = await db.selectFrom('money_requests').selectAll().where('id', '=', id).executeTakeFirst();
  return row as RequestRow | undefined;
};

/** Ids of open requests made since an instant that name a transaction of a chain, oldest first. */
export const listOpenOnChain = async (db: Db, since: Date): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('money_requests')
    .select('id')
    .where('state', '=', 'open')
    .where('created_at', '>', since)
    .where('reference', '~*', '^(0x)?[0-9a-f]{64}$')
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
};

/** A request, locked. */
export const lockRequest = async (trx: Db, id: string): Promise<RequestRow | undefined> => {
  const row = await trx.selectFrom('money_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as RequestRow | undefined;
};

/** A decision about requests. */
export interface RequestDecision {
  readonly state: 'granted' | 'declined';
  readonly answer: string;
  /** Null when nobody has decided by hand. */
  readonly by: string | null;
  readonly at: Date;
}

const decided = ({ state, answer, by, at }: RequestDecision) => ({ state, answer, decided_by: by, decided_at: at });

/** Decides a locked request. */
export const decideRequest = async (trx: Db, id: string, decision: RequestDecision): Promise<void> => {
  await trx.updateTable('money_requests').set(decided(decision)).where('id', '=', id).execute();
};

/** Decides what an account asked for by the number of some money. */
export const decideRequestsOf = async (
  trx: Db,
  { userId, key }: { readonly userId: string; readonly key: string },
  decision: RequestDecision,
): Promise<void> => {
  await trx
    .updateTable('money_requests')
    .set(decided(decision))
    .where('user_id', '=', userId)
    .where('reference_key', '=', key)
    .where('state', '=', 'open')
    .execute();
};
