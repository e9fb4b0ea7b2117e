import { inSnapshot, type Db } from '@skyport/db';
import { locks } from '@skyport/db/locks';
import { sql } from 'kysely';

type Work<T> = Parameters<typeof inSnapshot<T>>[1];

const queues = new WeakMap<Db, Promise<unknown>>();

/**
 * Runs `work` in the transaction that billing needs: on one snapshot, so that accounts are read without locking them and
 * the database itself refuses to write one that somebody changed meanwhile; then all of it is done again. One turn comes
 * after the other, in all processes, and sees everything that the one before it wrote: reports name the same users, so
 * side by side they would only repeat each other.
 */
export const inBillingTurn = <T>(db: Db, work: Work<T>): Promise<T> => {
  const run = (): Promise<T> => withLock(db, work);
  // Waiting here takes no connection from others.
  const mine = (queues.get(db) ?? Promise.resolve()).then(run, run);
  queues.set(db, mine);
  return mine;
};

/** The lock is taken before the transaction begins, because the transaction's snapshot must be taken after it. */
const withLock = <T>(db: Db, work: Work<T>): Promise<T> =>
  db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${locks.billingTurn})`.execute(session);
    try {
      return await inSnapshot(session, work);
    } finally {
      // A session that is lost has lost its lock as well.
      await sql`select pg_advisory_unlock(${locks.billingTurn})`.execute(session).catch(() => undefined);
    }
  });
