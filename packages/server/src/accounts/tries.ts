import { inTransaction, type Db } from '@skyport/db';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';

/** At most `max` tries within the last `windowMs`. */
interface Window {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * What one address, or one account, may try. Counted in the database, because hours and days are longer than a process
 * lives, and there may be several.
 */
const limits = {
  'get_email.address': [{ max: 5, windowMs: HOUR_MS }],
  'get_email.account': [{ max: 3, windowMs: DAY_MS }],
  'reset.address': [{ max: 10, windowMs: HOUR_MS }],
  'reset.account': [
    { max: 3, windowMs: HOUR_MS },
    { max: 10, windowMs: DAY_MS },
  ],
  'email_change.account': [
    { max: 5, windowMs: HOUR_MS },
    { max: 10, windowMs: DAY_MS },
  ],
  'signup_mail.address': [{ max: 20, windowMs: HOUR_MS }],
  'signup_mail.account': [
    { max: 1, windowMs: MINUTE_MS },
    { max: 5, windowMs: HOUR_MS },
  ],
  'telegram.chat': [{ max: 5, windowMs: 10 * MINUTE_MS }],
  'telegram.account': [{ max: 5, windowMs: 10 * MINUTE_MS }],
} as const satisfies Record<string, readonly Window[]>;

export type TryKind = keyof typeof limits;

/**
 * Uses up one try of an address or account, in a transaction of its own, because it must count even when the call is
 * refused afterwards; false when there is none left. A hundred at once are looked at one after the other.
 */
export const takeTry = (db: Db, { kind, key, at }: { kind: TryKind; key: string; at: Date }): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${key}`}, 0))`.execute(trx);
    for (const { max, windowMs } of limits[kind]) {
      const since = new Date(at.getTime() - windowMs);
      const { rows } = await sql<{ used: number }>`
        select count(*)::int as used from account_tries where kind = ${kind} and key = ${key} and at > ${since}`.execute(
        trx,
      );
      if ((rows[0]?.used ?? 0) >= max) return false;
    }
    await trx.insertInto('account_tries').values({ kind, key, at }).execute();
    return true;
  });

/** Forgets tries that no limit counts any more. */
export const removeOldTries = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('account_tries')
    .where('at', '<', new Date(now.getTime() - 2 * DAY_MS))
    .execute();
};
