import { inSnapshot, type Db } from '@skyport/db';
import { locks } from '@skyport/db/locks';
import { sql } from 'kysely';
import type { Deps } from '../platform/deps.ts';
import { billingBooks, type BillingBooks } from './billing-store.ts';
import { sharedBooks } from './shared-books.ts';

/** What a piece of work has for the length of its turn. */
export interface BillingTurn {
  readonly trx: Db;
  /** The books of this turn. What is written to them is in the database when the turn ends, and not before. */
  readonly books: BillingBooks;
}

/** What a piece of work locks before any of its turn begins, and where it comes among those that lock. */
interface Locking {
  readonly order: string;
  lock(trx: Db): Promise<unknown>;
}

interface Waiting {
  readonly locking: Locking | undefined;
  readonly run: (turn: BillingTurn) => Promise<unknown>;
  readonly done: (result: unknown) => void;
  readonly failed: (fault: unknown) => void;
}

/** Pieces of work of one turn at most: so many that accounts are read once for all nodes that are asked at once. */
const MOST_TOGETHER = 16;

/** The log hears of turns that failed though each of their pieces may succeed. */
type TurnDeps = Pick<Deps, 'db'> & { readonly log: Pick<Deps['log'], 'error'> };

const queues = new WeakMap<Db, Waiting[]>();

/**
 * Runs `work` in the transaction that billing needs: on one snapshot, so that accounts are read without locking them and
 * the database itself refuses to write one that somebody changed meanwhile; then all of it is done again. One turn comes
 * after the other, in all processes, and sees everything that the one before it wrote: reports name the same users, so
 * side by side they would only repeat each other. Work that waits in this process while another turn goes on is done
 * together in the next one, all or nothing; when that fails, the reason is logged and each piece has a turn of its own.
 */
export const inBillingTurn = <T>(
  { db, log }: TurnDeps,
  work: (turn: BillingTurn) => Promise<T>,
  locking?: Locking,
): Promise<T> =>
  new Promise<T>((done, failed) => {
    const mine: Waiting = { locking, run: work, done: done as (result: unknown) => void, failed };
    const queue = queues.get(db);
    // Waiting here takes no connection from others.
    if (queue) return void queue.push(mine);
    const begun = [mine];
    queues.set(db, begun);
    void takeTurns({ db, log }, begun);
  });

const takeTurns = async (deps: TurnDeps, queue: Waiting[]): Promise<void> => {
  const { db } = deps;
  for (let some = queue.splice(0, MOST_TOGETHER); some.length > 0; some = queue.splice(0, MOST_TOGETHER)) {
    if (some.length === 1 || !(await doTogether(deps, some))) for (const one of some) await doAlone(db, one);
  }
  queues.delete(db);
};

/** Does several pieces of work in one turn; false when not one of them is done. */
const doTogether = async ({ db, log }: TurnDeps, some: readonly Waiting[]): Promise<boolean> => {
  const results = await inTurn(db, some).catch((fault: unknown) => {
    const { message, stack } = fault instanceof Error ? fault : new Error(String(fault));
    log.error({ pieces: some.length, reason: message, stack }, 'a joint billing turn failed, each piece gets its own');
    return undefined;
  });
  if (!results) return false;
  for (const [index, { done }] of some.entries()) done(results[index]);
  return true;
};

const doAlone = async (db: Db, one: Waiting): Promise<void> => {
  try {
    const [result] = await inTurn(db, [one]);
    one.done(result);
  } catch (fault) {
    one.failed(fault);
  }
};

/** The lock is taken before the transaction begins, because the transaction's snapshot must be taken after it. */
const inTurn = (db: Db, some: readonly Waiting[]): Promise<unknown[]> =>
  db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${locks.billingTurn})`.execute(session);
    try {
      return await inSnapshot(session, (trx) => workOf(trx, some));
    } finally {
      // A session that is lost has lost its lock as well.
      await sql`select pg_advisory_unlock(${locks.billingTurn})`.execute(session).catch(() => undefined);
    }
  });

/** Locks come first, all together and in one order: a row that changes after the snapshot was taken cannot be locked. */
const workOf = async (trx: Db, some: readonly Waiting[]): Promise<unknown[]> => {
  const locking = some.flatMap(({ locking: own }) => own ?? []).toSorted((a, b) => (a.order < b.order ? -1 : 1));
  for (const each of locking) await each.lock(trx);
  const books = sharedBooks(billingBooks(trx));
  const results: unknown[] = [];
  for (const { run } of some) results.push(await run({ trx, books }));
  await books.flush();
  return results;
};
