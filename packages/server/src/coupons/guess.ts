import { inTransaction } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { addressAttempts, type Attempt } from '../platform/attempt-limits.ts';
import { recordAttempts, findReachedLimit, type LimitReached } from '../platform/attempts-store.ts';
import { couponOf, isFor } from './rules.ts';
import { listByCode, type CouponRow } from './store.ts';

/** Who attempts a code, and when. */
export interface Guess {
  readonly userId: string;
  readonly address: string;
  readonly at: Date;
  /** Calendar day of `at`. */
  readonly day: string;
  /** Whether a captcha was solved for it. */
  readonly proven: boolean;
}

/** What checking a code gave: the coupon, nothing (noted as a wrong code), or a limit that was reached before. */
export type CodeCheck = { readonly coupon: CouponRow } | 'missing' | LimitReached;

/**
 * A wrong code counts for the account's day, for the client, and for everybody. Only its own wrong codes stop an
 * account; what others do asks for a captcha at most, so nobody's valid code is refused for it.
 */
const attemptsOf = ({ userId, address, day }: Guess): readonly Attempt[] => [
  { kind: 'coupon.account', key: `${day} ${userId}` },
  ...addressAttempts('coupon.address', address),
  { kind: 'coupon.all', key: 'all' },
];

/**
 * Looks a code up and notes a wrong one, in a transaction of its own, because the note must outlive the refusal.
 * Attempts of one account, and of one client, are checked one after the other: a hundred at once are no way
 * round the limits.
 */
export const checkCode = (deps: Pick<Deps, 'db' | 'ids'>, code: string, guess: Guess): Promise<CodeCheck> =>
  inTransaction(deps.db, async (trx) => {
    const attempts = attemptsOf(guess);
    const over = await findReachedLimit(trx, attempts, guess);
    if (over) return over;
    const known = (await listByCode(trx, code)).filter((each) => isFor(each, guess.userId));
    const coupon = couponOf(known, code);
    if (coupon) return { coupon };
    // Another spelling of a code that is there is no guess.
    if (known.length > 0) return 'missing';
    await recordAttempts(trx, attempts, { at: guess.at, ids: deps.ids });
    return 'missing';
  });
