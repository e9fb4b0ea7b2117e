import type { FlagReason, FlagState } from '@skyport/contract/order-flags';
import type { DB, Db } from '@skyport/db';
import { sql, type Insertable, type Selectable } from 'kysely';
import { referenceKey } from './claim-rules.ts';

type Stored = Selectable<DB['order_flags']>;

/** A flag of an order as it is stored. */
export interface FlagRow extends Omit<Stored, 'reason' | 'state'> {
  readonly reason: FlagReason;
  readonly state: FlagState;
}

const asFlagRow = (row: Stored): FlagRow => row as FlagRow;

/** Opens a flag of a locked order. Throws a unique violation when there is an open one. */
export const insertFlag = async (trx: Db, flag: Insertable<DB['order_flags']>): Promise<FlagRow> =>
  asFlagRow(await trx.insertInto('order_flags').values(flag).returningAll().executeTakeFirstOrThrow());

/** A flag by its id. */
export const findFlag = async (db: Db, id: string): Promise<FlagRow | undefined> => {
  const row = await db.selectFrom('order_flags').selectAll().where('id', '=', id).executeTakeFirst();
  return row && asFlagRow(row);
};

/** The open flag of an order, locked; undefined when it has none. */
export const lockOpenFlag = async (trx: Db, orderId: string): Promise<FlagRow | undefined> => {
  const row = await trx
    .selectFrom('order_flags')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  return row && asFlagRow(row);
};

/** Ends an open flag. */
export const closeFlag = async (
  trx: Db,
  id: string,
  end: {
    readonly state: Exclude<FlagState, 'open'>;
    readonly by: string;
    readonly at: Date;
    readonly why: string;
  },
): Promise<void> => {
  await trx
    .updateTable('order_flags')
    .set({ state: end.state, closed_by: end.by, closed_at: end.at, closed_why: end.why })
    .where('id', '=', id)
    .execute();
};

/** Flags of an order, an open one first, then the newest first. */
export const listFlags = async (db: Db, orderId: string): Promise<FlagRow[]> => {
  const rows = await db
    .selectFrom('order_flags')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(asFlagRow).toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'));
};

/** How many orders have an open flag, and since when the first one has; null for none. */
export const readFlagWatch = async (db: Db): Promise<{ count: number; since: Date | null }> => {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(opened_at) as since from order_flags where state = 'open'`.execute(db);
  return rows[0]!;
};

/** What a provider said of money that went back, as it is stored. */
export type EventRow = Selectable<DB['taken_back_events']>;

/** Stores an event; false when one of its reason and reference is known of the instance. */
export const insertEvent = async (
  trx: Db,
  event: Omit<Insertable<DB['taken_back_events']>, 'reference_key'>,
): Promise<boolean> => {
  const row = await trx
    .insertInto('taken_back_events')
    .values({ ...event, reference_key: referenceKey(event.reference) })
    .onConflict((c) => c.columns(['instance', 'reason', 'reference_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether an event of this reason and reference is known of an instance. */
export const knowsEvent = async (
  db: Db,
  { instance, reason, reference }: Pick<EventRow, 'instance' | 'reason' | 'reference'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('taken_back_events')
    .select('id')
    .where('instance', '=', instance)
    .where('reason', '=', reason)
    .where('reference_key', '=', referenceKey(reference))
    .executeTakeFirst();
  return row !== undefined;
};

/** Events behind the flags, oldest first. */
export const listEvents = (db: Db, flagIds: readonly string[]): Promise<EventRow[]> =>
  db
    .selectFrom('taken_back_events')
    .selectAll()
    .where('flag_id', '=', sql<string>`any(${[...flagIds]}::uuid[])`)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
