import type { ChargeFilter } from '@skyport/contract/charges';
import type { WithdrawalState } from '@skyport/contract/withdrawal-states';
import type { DB, Db } from '@skyport/db';
import { sql, type Insertable, type Selectable } from 'kysely';
import { containing } from '../platform/like-pattern.ts';
import type { Payout, PayoutNetwork } from './rules.ts';

/** A withdrawal, as it is stored. */
export interface WithdrawalRow extends Omit<Selectable<DB['withdrawals']>, 'status' | 'network' | 'chain_state'> {
  readonly status: WithdrawalState;
  readonly network: PayoutNetwork;
  readonly chain_state: 'none' | 'waiting' | 'right' | 'wrong' | 'unseen';
}

/** A withdrawal with its account. */
export interface ListedWithdrawal extends WithdrawalRow {
  readonly email: string;
  readonly disabled: boolean;
}

/** Where an account is paid out, and since when. */
export interface PayoutRow extends Payout {
  readonly changed_at: Date;
}

/** The payout address of an account; undefined before one was set. */
export const findPayout = async (db: Db, userId: string): Promise<PayoutRow | undefined> => {
  const row = await db
    .selectFrom('payout_addresses')
    .select(['network', 'address', 'changed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row as PayoutRow | undefined;
};

/** Sets the payout address of an account. */
export const putPayout = async (
  trx: Db,
  userId: string,
  { network, address, changed_at }: PayoutRow,
): Promise<void> => {
  await trx
    .insertInto('payout_addresses')
    .values({ user_id: userId, network, address, changed_at })
    .onConflict((c) => c.column('user_id').doUpdateSet({ network, address, changed_at }))
    .execute();
};

/** Stores a withdrawal that is asked for. */
export const insertWithdrawal = async (trx: Db, row: Insertable<DB['withdrawals']>): Promise<void> => {
  await trx.insertInto('withdrawals').values(row).execute();
};

/** Whether an account has a withdrawal that is not decided. */
export const hasOpenWithdrawal = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'request')
    .executeTakeFirst();
  return row !== undefined;
};

/** A withdrawal as it is now. */
export const findWithdrawal = async (db: Db, id: string): Promise<WithdrawalRow | undefined> => {
  const row = await db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst();
  return row as WithdrawalRow | undefined;
};

/** A withdrawal, locked. */
export const lockWithdrawal = async (trx: Db, id: string): Promise<WithdrawalRow | undefined> => {
  const row = await trx.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as WithdrawalRow | undefined;
};

/** What is decided about an open withdrawal. */
export interface WithdrawalDecision {
  readonly status: 'paid' | 'returned';
  readonly decided_at: Date;
  readonly decided_by: string;
  readonly txid?: string;
  readonly chain_state?: 'none' | 'waiting';
  readonly msg?: string;
}

/** Decides about a withdrawal; false when somebody has done so. */
export const decideWithdrawal = async (trx: Db, id: string, decision: WithdrawalDecision): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('withdrawals')
    .set({ ...decision })
    .where('id', '=', id)
    .where('status', '=', 'request')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Whether a transaction is another payout to the same address already. */
export const isTransferUsed = async (
  db: Db,
  { network, address, txid }: Payout & { readonly txid: string },
): Promise<boolean> => {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('network', '=', network)
    .where('txid', '=', txid)
    .where('address', '=', address)
    .executeTakeFirst();
  return row !== undefined;
};

/** Leaves a message on a withdrawal. */
export const setMessage = async (trx: Db, id: string, msg: string): Promise<void> => {
  await trx.updateTable('withdrawals').set({ msg }).where('id', '=', id).execute();
};

/** Notes what the chain says of a payout that is still asked about; false when that is known by now. */
export const noteChain = async (trx: Db, id: string, state: 'right' | 'wrong' | 'unseen'): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('withdrawals')
    .set({ chain_state: state })
    .where('id', '=', id)
    .where('chain_state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Notes that the chain is asked about a payout. */
export const noteAsked = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('withdrawals').set({ chain_asked_at: at }).where('id', '=', id).execute();
};

/** Payouts about which the chain is still asked, those that were not asked about for the longest time first. */
export const listUnchecked = async (db: Db, most: number): Promise<readonly WithdrawalRow[]> => {
  const rows = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('chain_state', '=', 'waiting')
    .orderBy('chain_asked_at', (order) => order.asc().nullsFirst())
    .orderBy('decided_at')
    .limit(most)
    .execute();
  return rows as unknown as readonly WithdrawalRow[];
};

/** Withdrawals in one state, if any, whose account's address, payout address or transaction contains the text. */
const matching = (db: Db, { status, filterStr }: ChargeFilter) =>
  db
    .selectFrom('withdrawals as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .$if(status !== undefined, (q) => q.where('w.status', '=', status!))
    .$if(filterStr !== '', (q) => {
      const text = containing(filterStr);
      return q.where((e) =>
        e.or([e('u.email', 'ilike', text), e('w.address', 'ilike', text), e('w.txid', 'ilike', text)]),
      );
    });

const listed = (db: Db, filter: ChargeFilter) => matching(db, filter).selectAll('w').select(['u.email', 'u.disabled']);

/** Withdrawals that match: open ones first, the longest wait first; then the newest of the others. */
export const listWithdrawals = async (
  db: Db,
  filter: ChargeFilter,
  most: number,
): Promise<readonly ListedWithdrawal[]> => {
  const rows = await listed(db, filter)
    .orderBy(sql`w.status <> 'request'`)
    .orderBy(sql`case when w.status = 'request' then w.requested_at end`)
    .orderBy('w.requested_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(most)
    .execute();
  return rows as unknown as readonly ListedWithdrawal[];
};

/** The same behind an id, newest first: for a file that is made part after part. */
export const listWithdrawalsBehind = async (
  db: Db,
  filter: ChargeFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly ListedWithdrawal[]> => {
  const rows = await listed(db, filter)
    .$if(after !== undefined, (q) => q.where('w.id', '<', after!))
    .orderBy('w.id', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as readonly ListedWithdrawal[];
};

/** How many withdrawals match. */
export const countWithdrawals = async (db: Db, filter: ChargeFilter): Promise<number> => {
  const row = await matching(db, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

/** Withdrawals of an account, newest first. */
export const listOwnWithdrawals = async (db: Db, userId: string, most: number): Promise<readonly WithdrawalRow[]> => {
  const rows = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows as unknown as readonly WithdrawalRow[];
};

/** An account as the owner of a wallet. */
export interface Owner {
  readonly id: string;
  readonly num: number;
  readonly email: string;
}

/** The owner of a wallet; undefined where there is no such account. */
export const findOwner = async (db: Db, userId: string): Promise<Owner | undefined> => {
  const row = await db.selectFrom('users').select(['id', 'num', 'email']).where('id', '=', userId).executeTakeFirst();
  return row && { ...row, num: Number(row.num) };
};

/** How many withdrawals wait to be paid, and since when the first one has; null for none. */
export const readWithdrawalWatch = async (db: Db): Promise<{ count: number; since: Date | null }> => {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(requested_at) as since from withdrawals where status = 'request'`.execute(db);
  return rows[0]!;
};
