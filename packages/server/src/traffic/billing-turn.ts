import { setTimeout as pause } from 'node:timers/promises';
import { inSnapshot, type Db } from '@skyport/db';
import { locks, withSessionLock } from '@skyport/db/locks';
import type { Deps } from '../platform/deps.ts';
import { billingRepository, type BillingRepository } from './billing-repository.ts';
import { sharedRepository } from './shared-repository.ts';

/** What a piece of work has for the length of its turn. */
export interface BillingTurn {
  readonly trx: Db;
  /** What is written to it is in the database when the turn ends, and not before. */
  readonly repository: BillingRepository;
}

/** A row that a piece of work locks before its turn begins. Those of one turn are locked by ascending `order`. */
interface Locking {
  readonly order: string;
  lock(trx: Db): Promise<unknown>;
}

interface Waiting {
  readonly locking: Locking | undefined;
  readonly run: (turn: BillingTurn) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (fault: unknown) => void;
}

/** Pieces of work in one turn at most: enough to read accounts once for all nodes that are asked at the same time. */
const MOST_TOGETHER = 16;
/** A turn begins once no more work has come for so many ms: nodes that are asked together answer together. */
const GATHER_MS = 10;

type TurnDeps = Pick<Deps, 'db'> & { readonly log: Pick<Deps['log'], 'error'> };

const queues = new WeakMap<Db, Waiting[]>();

/**
 * Does `work` when no billing turn is under way in any process, and lets none begin before it ends. For changes to many
 * accounts: made during a turn, they would make it begin again. The work must be short, because billing waits for it.
 */
export const betweenTurns = <T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> =>
  withSessionLock(db, locks.billingTurn, work);

/**
 * Runs `work` in the transaction that billing needs: repeatable read, so that accounts are read without locks and the
 * database itself refuses to write one that somebody changed meanwhile; then the whole turn is repeated. Turns are
 * exclusive over all processes, because reports name the same users and concurrent turns would only repeat each other.
 * Work of this process that comes at the same time, or while another turn goes on, is done together in one turn, all or
 * nothing; when that fails, the reason is logged and each piece gets a turn of its own.
 */
export const inBillingTurn = <T>(
  { db, log }: TurnDeps,
  work: (turn: BillingTurn) => Promise<T>,
  locking?: Locking,
): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const mine: Waiting = { locking, run: work, resolve: resolve as (result: unknown) => void, reject };
    const queue = queues.get(db);
    // Waiting here takes no connection from others.
    if (queue) return void queue.push(mine);
    const started = [mine];
    queues.set(db, started);
    void takeTurns({ db, log }, started);
  });

const takeTurns = async (deps: TurnDeps, queue: Waiting[]): Promise<void> => {
  const { db } = deps;
  for (let known = 0; known < queue.length && queue.length < MOST_TOGETHER;) {
    known = queue.length;
    await pause(GATHER_MS);
  }
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
  for (const [index, { resolve }] of some.entries()) resolve(results[index]);
  return true;
};

const doAlone = async (db: Db, one: Waiting): Promise<void> => {
  try {
    const [result] = await inTurn(db, [one]);
    one.resolve(result);
  } catch (fault) {
    one.reject(fault);
  }
};

/** The lock is taken before the transaction begins, because the transaction's snapshot must be taken after it. */
const inTurn = (db: Db, some: readonly Waiting[]): Promise<unknown[]> =>
  betweenTurns(db, (session) => inSnapshot(session, (trx) => workOf(trx, some)));

/**
 * Locks come first, all together and in one order: a row that changes after the snapshot was taken cannot be locked.
 */
const workOf = async (trx: Db, some: readonly Waiting[]): Promise<unknown[]> => {
  const locking = some.flatMap(({ locking: own }) => own ?? []).toSorted((a, b) => (a.order < b.order ? -1 : 1));
  for (const each of locking) await each.lock(trx);
  const repository = sharedRepository(billingRepository(trx));
  const results: unknown[] = [];
  for (const { run } of some) results.push(await run({ trx, repository }));
  await repository.flush();
  return results;
};
