import type { DB, Db } from '@skyport/db';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Currency } from '../platform/payment-providers.ts';
import { referenceKey } from './claim-rules.ts';

type Stored = Selectable<DB['claims']>;

/** What a provider said of money, as it is stored; thousandths of its currency. */
export interface ClaimRow extends Omit<Stored, 'state' | 'currency'> {
  readonly state: 'waiting' | 'settled' | 'doubtful' | 'dismissed';
  readonly currency: Currency;
}

const asClaimRow = (row: Stored): ClaimRow => row as ClaimRow;

/** Stores a claim; undefined when its instance has told of its reference before, however that is written. */
export const insertClaim = async (
  trx: Db,
  claim: Omit<Insertable<DB['claims']>, 'reference_key'>,
): Promise<ClaimRow | undefined> => {
  const row = await trx
    .insertInto('claims')
    .values({ ...claim, reference_key: referenceKey(claim.reference) })
    .onConflict((c) => c.columns(['instance', 'reference_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && asClaimRow(row);
};

/** A reference, and the instance whose it is. */
type Named = Pick<ClaimRow, 'instance' | 'reference'>;

/** The claim of an instance by a reference, however that is written, locked. */
export const lockClaimOf = async (trx: Db, { instance, reference }: Named): Promise<ClaimRow | undefined> => {
  const row = await trx
    .selectFrom('claims')
    .selectAll()
    .where('instance', '=', instance)
    .where('reference_key', '=', referenceKey(reference))
    .forUpdate()
    .executeTakeFirst();
  return row && asClaimRow(row);
};

/** Instances among these with a claim by this reference. A lock on the reference lasts until the transaction ends. */
export const lockHoldersOf = async (
  trx: Db,
  { instances, reference }: { readonly instances: readonly string[]; readonly reference: string },
): Promise<string[]> => {
  const key = referenceKey(reference);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`claim:${key}`}, 0))`.execute(trx);
  const rows = await trx
    .selectFrom('claims')
    .select('instance')
    .where('instance', 'in', instances)
    .where('reference_key', '=', key)
    .orderBy('id')
    .execute();
  return rows.map(({ instance }) => instance);
};

/** The trade that a claim of an instance by a reference names; null when there is no such claim or trade. */
export const tradeNamedFor = async (db: Db, { instance, reference }: Named): Promise<string | null> => {
  const row = await db
    .selectFrom('claims')
    .select('trade_id')
    .where('instance', '=', instance)
    .where('reference_key', '=', referenceKey(reference))
    .executeTakeFirst();
  return row?.trade_id ?? null;
};

/** A claim, or undefined. */
export const findClaim = async (db: Db, id: string): Promise<ClaimRow | undefined> => {
  const row = await db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
  return row && asClaimRow(row);
};

/** Locks a claim until the transaction ends: before the account, the order and the trades that it is settled with. */
export const lockClaim = async (trx: Db, id: string): Promise<ClaimRow | undefined> => {
  const row = await trx.selectFrom('claims').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && asClaimRow(row);
};

/** Writes a claim. */
export const changeClaim = async (db: Db, id: string, change: Updateable<DB['claims']>): Promise<void> => {
  await db.updateTable('claims').set(change).where('id', '=', id).execute();
};

/** Claims that wait for another try at `now`: those of trades first, then the longest waiting. */
export const listDueClaims = (
  db: Db,
  now: Date,
  most: number,
): Promise<Pick<ClaimRow, 'id' | 'instance' | 'must_ask' | 'trade_id'>[]> =>
  db
    .selectFrom('claims')
    .select(['id', 'instance', 'must_ask', 'trade_id'])
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .orderBy(({ eb }) => eb('trade_id', 'is', null))
    .orderBy('next_try_at')
    .limit(most)
    .execute();

/** Ids of claims that the provider of an instance has to confirm by `now`, those that are longest due first. */
export const listUnconfirmed = async (
  db: Db,
  { instance, now, most }: { readonly instance: string; readonly now: Date; readonly most: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('claims')
    .select('id')
    .where('instance', '=', instance)
    .where('state', '=', 'waiting')
    .where('must_ask', '=', true)
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
};

/** Ids of claims for trades of an order that can be settled without asking anybody, oldest first. */
export const listClaimsOfOrder = async (db: Db, orderId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('claims as c')
    .innerJoin('trades as t', 't.id', 'c.trade_id')
    .select('c.id')
    .where('t.order_id', '=', orderId)
    .where('c.state', '=', 'waiting')
    .where('c.must_ask', '=', false)
    .orderBy('c.id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Marks claims that wait since `before` as told to staff; gives those that were not yet. */
export const markAlarmed = async (
  trx: Db,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<ClaimRow[]> => {
  const rows = await trx
    .updateTable('claims')
    .set({ alarmed_at: now })
    .where('state', '=', 'waiting')
    .where('received_at', '<=', before)
    .where('alarmed_at', 'is', null)
    .returningAll()
    .execute();
  return rows.map(asClaimRow);
};
