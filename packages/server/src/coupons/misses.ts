import { inTransaction, type Db } from '@skyport/db';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { tooManyMisses, type Misses } from './rules.ts';
import { findByCode, type CouponRow } from './store.ts';

/** Who tries a code, and when. `day` is the calendar day of `at` in `timezone`. */
export interface Try {
  readonly userId: string;
  readonly address: string;
  readonly at: Date;
  readonly day: string;
  readonly timezone: string;
}

/** What looking at a code gave: the coupon, nothing (noted as a wrong code), or a limit that was reached before. */
export type Looked = { readonly coupon: CouponRow } | 'missing' | 'tooManyTries';

/**
 * Looks a code up and notes a wrong one, in a transaction of its own, because the note must outlive the refusal. Tries
 * of one account, and of one address, are looked at one after the other: a hundred at once are no way round the limits.
 */
export const lookAtCode = (db: Db, code: string, by: Try): Promise<Looked> =>
  inTransaction(db, async (trx) => {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`coupon.user:${by.userId}`}, 0)),
             pg_advisory_xact_lock(hashtextextended(${`coupon.address:${by.address}`}, 0))`.execute(trx);
    if (tooManyMisses(await countMisses(trx, by))) return 'tooManyTries';
    const coupon = await findByCode(trx, code);
    if (coupon) return { coupon };
    await trx.insertInto('coupon_misses').values({ user_id: by.userId, address: by.address, at: by.at }).execute();
    return 'missing';
  });

const countMisses = async (trx: Db, by: Try): Promise<Misses> => {
  const hourAgo = new Date(by.at.getTime() - HOUR_MS);
  const dayAgo = new Date(by.at.getTime() - DAY_MS);
  const { rows } = await sql<Misses>`
    select (select count(*)::int from coupon_misses
             where user_id = ${by.userId} and at >= (${by.day}::date::timestamp at time zone ${by.timezone})) as account,
           (select count(*)::int from coupon_misses where address = ${by.address} and at > ${hourAgo}) as address,
           (select count(*)::int from coupon_misses where at > ${dayAgo}) as all`.execute(trx);
  return rows[0] ?? { account: 0, address: 0, all: 0 };
};

/** Forgets wrong codes that no limit counts any more. */
export const removeOldMisses = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('coupon_misses')
    .where('at', '<', new Date(now.getTime() - 2 * DAY_MS))
    .execute();
};
