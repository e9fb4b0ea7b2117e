import { sql, type RawBuilder } from 'kysely';
import type { Db } from './schema.ts';

/** One thing that is wrong with the ledger or with a table that stands on it. */
export interface LedgerProblem {
  readonly problem: string;
  readonly detail: string;
}

/** A check that comes each minute, and a slice of the whole one, end within a minute. */
const SLICE_LIMIT = '50s';
/** More of one kind would say nothing new. */
const MOST_PROBLEMS = 1000;

const SETTLED_ATTEMPTS = 20;
const SETTLED_PAUSE_MS = 25;
/** SQLSTATE lock_not_available: a posting is under way. */
const BUSY = '55P03';

/**
 * Checks everything from the first posting on: for every night and after each crash. Empty when all is well. May take
 * minutes on a large ledger, and gives up after ten.
 */
export const checkWholeLedger = (db: Db): Promise<LedgerProblem[]> =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '10min'`.execute(trx);
    const { rows } = await sql<LedgerProblem>`select problem, detail from ledger_health`.execute(trx);
    return rows;
  });

/**
 * Checks what is new since the last checkpoint: for every minute. Gives what is wrong; `upTo` is the newest
 * posting with none still open before it, undefined when there is no such moment. The checkpoint stays until
 * `passLedger` moves it.
 */
export const checkNewLedger = async (
  db: Db,
): Promise<{ readonly problems: readonly LedgerProblem[]; readonly upTo: number | undefined }> => {
  const upTo = await settledUpTo(db);
  const rows = await db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${SLICE_LIMIT}, true)`.execute(trx);
    const found = await sql<LedgerProblem>`
      select h.problem, h.detail from ledger_checkpoint c, ledger_health_since(c.up_to_tx) h
       limit ${MOST_PROBLEMS}`.execute(trx);
    return found.rows;
  });
  return { problems: rows, upTo };
};

/**
 * Moves the checkpoint, in the transaction that stores the problems found; otherwise the check would grow while a
 * problem is open.
 */
export const passLedger = async (trx: Db, upTo: number, now: Date): Promise<void> => {
  await sql`update ledger_checkpoint set up_to_tx = ${upTo}, at = ${now} where up_to_tx < ${upTo}`.execute(trx);
};

const settledUpTo = async (db: Db): Promise<number | undefined> => {
  for (let attempts = 0; attempts < SETTLED_ATTEMPTS; attempts += 1) {
    try {
      const { rows } = await sql<{ up_to: number }>`select ledger_quiet_point() as up_to`.execute(db);
      return rows[0]?.up_to;
    } catch (fault) {
      if ((fault as { code?: unknown }).code !== BUSY) throw fault;
      await new Promise((resolve) => setTimeout(resolve, SETTLED_PAUSE_MS));
    }
  }
  return undefined;
};

/** Parts of the whole check, in their order, and what each of them reads a range of. */
const PARTS = ['transactions', 'accounts', 'users', 'sums'] as const;

/** Where a whole check stands: what of which part comes next. */
export interface LedgerSlice {
  readonly part: (typeof PARTS)[number];
  /** Ids above this. */
  readonly after: number;
  /** As many ids. */
  readonly size: number;
}

/** The first slice of a whole check. */
export const firstLedgerSlice = (size: number): LedgerSlice => ({ part: PARTS[0], after: 0, size });

const PROBLEMS = {
  transactions: (after, upTo) => sql`ledger_tx_problems(${after}, ${upTo})`,
  accounts: (after, upTo) => sql`ledger_account_problems(${after}, ${upTo})`,
  users: (after, upTo) => sql`ledger_user_problems(${after}, ${upTo})`,
  sums: () => sql`ledger_sum_problems()`,
} as const satisfies Record<LedgerSlice['part'], (after: number, upTo: number) => RawBuilder<unknown>>;

const NEWEST = {
  transactions: sql`select coalesce(max(id), 0) as newest from ledger_tx`,
  accounts: sql`select coalesce(max(id), 0) as newest from ledger_account`,
  users: sql`select coalesce(max(num), 0) as newest from users`,
  sums: sql`select 0 as newest`,
} as const satisfies Record<LedgerSlice['part'], RawBuilder<unknown>>;

/**
 * Checks one slice of everything, within a minute: throws SQLSTATE 57014 when there is too much in it. All slices
 * together find what `checkWholeLedger` finds. Gives what is wrong and the next slice, undefined after the last.
 */
export const checkLedgerSlice = (
  db: Db,
  { part, after, size }: LedgerSlice,
): Promise<{ problems: LedgerProblem[]; next: LedgerSlice | undefined }> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${SLICE_LIMIT}, true)`.execute(trx);
    const upTo = after + size;
    const { rows } = await sql<LedgerProblem>`
      select problem, detail from ${PROBLEMS[part](after, upTo)} limit ${MOST_PROBLEMS}`.execute(trx);
    const newest = Number((await sql<{ newest: number }>`${NEWEST[part]}`.execute(trx)).rows[0]?.newest);
    const following = PARTS[PARTS.indexOf(part) + 1];
    if (upTo < newest) return { problems: rows, next: { part, after: upTo, size } };
    return { problems: rows, next: following && { part: following, after: 0, size } };
  });
