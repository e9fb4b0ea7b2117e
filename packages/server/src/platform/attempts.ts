import { inTransaction, type Db } from '@skyport/db';
import type { Attempt } from './attempt-limits.ts';
import { findReachedLimit, recordAttempts, refundAttempts, type LimitReached } from './attempts-store.ts';
import type { Deps } from './deps.ts';
import { Refusal, refuse } from './refuse.ts';

/*
 * The attempt limiter: the one counter behind every limit on guessing. It is kept in the database, because hours and
 * days are longer than a process lives, and there may be several processes. While the database is away these calls fail
 * (503), so that nothing is guessed uncounted.
 */

/**
 * Does what attempts were taken for. Refunds them when it is refused as `throttled`: whoever met a full queue has
 * attempted nothing.
 */
export const refundIfThrottled = async <T>(db: Db, taken: readonly string[], work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (problem) {
    if (problem instanceof Refusal && problem.reason === 'throttled') await refundAttempts(db, taken);
    throw problem;
  }
};

/**
 * Takes attempts before their outcome is known, in a transaction of its own, so that they count even when the call is
 * refused afterwards. Gives the ids that `refundAttempts` takes, or the limit that is reached; then nothing is taken.
 */
export const takeAttempts = (
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  attempts: readonly Attempt[],
  proven = false,
): Promise<LimitReached | { readonly taken: readonly string[] }> =>
  inTransaction(deps.db, (trx) => takeAttemptsWithin(trx, deps, { attempts, proven }));

/** The same as part of a transaction: the attempts count when it is committed. */
export const takeAttemptsWithin = async (
  trx: Db,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  { attempts, proven = false }: { readonly attempts: readonly Attempt[]; readonly proven?: boolean },
): Promise<LimitReached | { readonly taken: readonly string[] }> => {
  const at = clock.now();
  const reached = await findReachedLimit(trx, attempts, { at, proven });
  return reached ?? { taken: await recordAttempts(trx, attempts, { at, ids }) };
};

/** The same for a call that ends when there is none left: refuses `throttled` or `captchaNeeded`. */
export const spendAttempts = async (
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  attempts: readonly Attempt[],
  proven = false,
): Promise<readonly string[]> => {
  const outcome = await takeAttempts(deps, attempts, proven);
  return 'taken' in outcome ? outcome.taken : refuseReached(outcome);
};

/** Refuses what a limit does not allow: with the need of a captcha, or as throttled. */
export const refuseReached = ({ over }: LimitReached): never =>
  over === 'captcha' ? refuse('captchaNeeded') : refuse('throttled', '尝试过多，请稍后再试');
