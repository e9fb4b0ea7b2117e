import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from './schema.generated.ts';
import type { Db } from './schema.ts';

/** A whole number in [0, below). */
export interface Jitter {
  below(below: number): number;
}

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10;
const SERIALIZATION_FAILURE = '40001';
/** serialization_failure and deadlock_detected: the transaction did nothing and may be repeated. */
const REPEATABLE = new Set([SERIALIZATION_FAILURE, '40P01']);

/** Thrown in a transaction that sees, behind its locks, that what it went by was changed meanwhile: it begins again. */
export class Overtaken extends Error {
  readonly code = SERIALIZATION_FAILURE;
}

/** What each open transaction still does right before it is committed, by name. */
const endings = new WeakMap<object, Map<string, () => Promise<void>>>();

/**
 * Does `ending` right before the transaction is committed, once for all endings of a name. Endings are done by
 * ascending name, so that transactions lock rows that all of them share briefly and in one order. In a transaction that
 * neither `inTransaction` nor `inSnapshot` began, it is done at once.
 */
export const beforeCommit = async (trx: Db, name: string, ending: () => Promise<void>): Promise<void> => {
  const mine = endings.get(trx);
  if (mine) mine.set(name, ending);
  else await ending();
};

type Work<T> = (trx: Transaction<DB>) => Promise<T>;

const withEndings =
  <T>(work: Work<T>): Work<T> =>
  async (trx) => {
    const mine = new Map<string, () => Promise<void>>();
    endings.set(trx, mine);
    const made = await work(trx);
    endings.delete(trx);
    for (const name of [...mine.keys()].toSorted()) await mine.get(name)!();
    return made;
  };

/**
 * Runs `work` in one transaction, again (at most five times in all, after growing random pauses) when the server
 * gave it up for the sake of another one. So `work` may run more than once: everything outside the database
 * belongs in a job.
 */
export const inTransaction = <T>(db: Db, content: Work<T>, jitter: Jitter = { below: randomInt }): Promise<T> => {
  const work = withEndings(content);
  return withRetries(() => db.transaction().execute(work), jitter);
};

/**
 * The same on one snapshot of the database (repeatable read): what is read need not be locked to be written, because
 * the server gives the transaction up when somebody else changed it meanwhile.
 */
export const inSnapshot = <T>(db: Db, content: Work<T>, jitter: Jitter = { below: randomInt }): Promise<T> => {
  const work = withEndings(content);
  return withRetries(() => db.transaction().setIsolationLevel('repeatable read').execute(work), jitter);
};

/** The transaction that the present work is part of, as long as it is open. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Throws inside of another transaction: the second connection that this one takes from the pool may be the last, while
 * those who hold the others wait for a lock of the first.
 */
const alone = async <T>(transaction: () => Promise<T>): Promise<T> => {
  if (current.getStore()?.isOpen) throw new Error('a transaction was begun inside of another one');
  const own = { isOpen: true };
  try {
    return await current.run(own, transaction);
  } finally {
    own.isOpen = false;
  }
};

const withRetries = async <T>(transaction: () => Promise<T>, jitter: Jitter): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await alone(transaction);
    } catch (fault) {
      if (attempt >= MAX_ATTEMPTS || !REPEATABLE.has(String((fault as { code?: unknown }).code))) throw fault;
      await new Promise((resolve) => setTimeout(resolve, jitter.below(FIRST_PAUSE_MS * 2 ** attempt)));
    }
  }
};
