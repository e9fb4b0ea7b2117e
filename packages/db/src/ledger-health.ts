import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** One thing that is wrong with the ledger or with a table that stands on it. */
export interface LedgerProblem {
  readonly problem: string;
  readonly detail: string;
}

const QUIET_TRIES = 20;
const QUIET_PAUSE_MS = 25;
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
 * Checks what is new since the last checkpoint: for every minute. When all is well the checkpoint moves to the newest
 * posting before which none is under way; when postings leave no gap for it, it stays and the next check covers more.
 */
export const checkNewLedger = async (db: Db, now: Date): Promise<LedgerProblem[]> => {
  const quiet = await quietPoint(db);
  const { rows } = await sql<LedgerProblem>`
    select h.problem, h.detail from ledger_checkpoint c, ledger_health_since(c.up_to_tx) h`.execute(db);
  if (rows.length === 0 && quiet !== undefined) {
    await sql`update ledger_checkpoint set up_to_tx = ${quiet}, at = ${now} where up_to_tx < ${quiet}`.execute(db);
  }
  return rows;
};

const quietPoint = async (db: Db): Promise<number | undefined> => {
  for (let tries = 0; tries < QUIET_TRIES; tries += 1) {
    try {
      const { rows } = await sql<{ up_to: number }>`select ledger_quiet_point() as up_to`.execute(db);
      return rows[0]?.up_to;
    } catch (fault) {
      if ((fault as { code?: unknown }).code !== BUSY) throw fault;
      await new Promise((done) => setTimeout(done, QUIET_PAUSE_MS));
    }
  }
  return undefined;
};
