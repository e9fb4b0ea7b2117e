import { sql } from 'kysely';
import type { Db } from './schema.ts';

/**
 * Numbers of advisory locks that one thing alone holds, in one place: two holders of one number would wait for each
 * other without either being wrong.
 */
export const locks = {
  /** Only one process migrates. */
  migrate: 7_415_200,
  /** Only one worker leads; held for as long as it does. */
  leader: 7_415_201,
  /** Only one start makes the local server's roles. */
  localRoles: 7_415_202,
  /** Only one test run makes the template. */
  testTemplate: 7_415_203,
  /** One billing turn at a time (ADR 11). */
  billingTurn: 7_415_204,
  /** Only one binding to Telegram is made, and one message to the bot answered, at a time. */
  telegram: 7_415_205,
  /** Only one process decides which notices are due. */
  noticesWatch: 7_415_206,
  /** Only one process adds to the audit's chain. */
  auditChain: 7_415_207,
  /** Only one purchase takes an amount in USDT at a time. */
  usdtAmounts: 7_415_210,
  /** Only one process writes, checks or restores backups. */
  backups: 7_415_220,
  /** Only one process counts the exports of lists that run. */
  listExports: 7_415_219,
} as const;

/**
 * Does `work` on one session that holds an advisory lock (PostgreSQL, 9.28.10) for as long as that lasts. The lock is
 * taken before any transaction of the work begins, so that its snapshot sees what the holder before it committed.
 */
export const withSessionLock = <T>(db: Db, lock: number, work: (session: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${lock})`.execute(session);
    try {
      return await work(session);
    } finally {
      // A session that is lost has lost its lock as well.
      await sql`select pg_advisory_unlock(${lock})`.execute(session).catch(() => undefined);
    }
  });
