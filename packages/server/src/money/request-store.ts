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

/** How many requests are open, and since when the first one is; null for none. */
export const readRequestWatch = async (db: Db): Promise<{ count: number; since: Date | null }> => {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(created_at) as since from money_requests where state = 'open'`.execute(db);
  return rows[0]!;
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

/** An open request with settled money. */
export type SettledRequest = Pick<RequestRow, 'id' | 'user_id'> & Pick<ListedRequest, 'name'>;

/**
 * Open requests, oldest first, with money that was settled for the same customer: the payment has the number of the
 * request, or the number is that of the trade that the payment was told for. Money ends one request only.
 */
export const listSettled = async (db: Db, most: number): Promise<readonly SettledRequest[]> => {
  const { rows } = await sql<SettledRequest>`
    select r.id, r.user_id, o.name
      from (select *, case when reference_key ~ '^[0-9A-F]{32}$' then reference_key::uuid end as trade_id
              from money_requests where state = 'open') r
      join orders o on o.id = r.order_id
     where exists (
       select from (select id from payments where reference_key = r.reference_key
                    union all
                    select id from payments where trade_id = r.trade_id
                    union all
                    select n.id from claims c
                      join payments n on n.holder = c.instance and n.reference_key = c.reference_key
                     where c.trade_id = r.trade_id) named
         join payments p on p.id = named.id left join trades t on t.id = p.trade_id
        where p.outcome in ('paid', 'credited') and coalesce(t.user_id, p.credited_to) = r.user_id)
       and not exists (
         select from money_requests before
          where before.reference_key = r.reference_key and before.user_id = r.user_id and before.state = 'granted')
     order by r.created_at limit ${most}`.execute(db);
  return rows;
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
