import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { AccountType, SessionStart } from '../../platform/deps.ts';

/** Stores a hand-off token of a session. */
export const insertHandoff = async (
  db: Db,
  handoff: { tokenHash: Buffer; session: Buffer; host: string; expiresAt: Date },
): Promise<void> => {
  await db
    .insertInto('handoffs')
    .values({
      token_hash: handoff.tokenHash,
      session_hash: handoff.session,
      host: handoff.host,
      expires_at: handoff.expiresAt,
    })
    .execute();
};

/** A hand-off token that still works, with the account whose session it moves. */
export interface HandoffRow extends SessionStart {
  readonly email: string;
  readonly host: string;
  /** When the session it was made from ends at the latest. */
  readonly until: Date;
}

/** The hand-off behind a token; undefined when it is unknown, used or over, or the session or the account is. */
export const findHandoff = async (db: Db, tokenHash: Buffer, now: Date): Promise<HandoffRow | undefined> => {
  const row = await db
    .selectFrom('handoffs as h')
    .innerJoin('sessions as s', 's.token_hash', 'h.session_hash')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['h.host', 'u.id', 'u.email', 'u.type', 'u.password_hash as passwordHash', 'u.second_step as secondStep'])
    .select(['s.expires_at as until', 's.token_hash as from'])
    .where('h.token_hash', '=', tokenHash)
    .where('h.expires_at', '>', now)
    .where('s.expires_at', '>', now)
    .where(sql<boolean>`s.last_seen_at + s.idle_seconds * interval '1 second' > ${now}`)
    .where('u.disabled', '=', false)
    .executeTakeFirst();
  return row && { ...row, type: (row.type ?? undefined) as AccountType };
};

/** Uses up a hand-off token; of two at once one wins. */
export const takeHandoff = async (db: Db, tokenHash: Buffer): Promise<boolean> => {
  const taken = await db.deleteFrom('handoffs').where('token_hash', '=', tokenHash).executeTakeFirst();
  return taken.numDeletedRows > 0n;
};

/** Removes tokens whose time is over. */
export const removeOldHandoffs = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('handoffs').where('expires_at', '<=', now).execute();
};
