import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { AccountType } from '../../platform/deps.ts';

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
export interface HandoffRow {
  readonly host: string;
  readonly userId: string;
  readonly type: AccountType;
  /** When the session it was made from ends at the latest. */
  readonly sessionEnd: Date;
}

/** The hand-off behind a token; undefined when it is unknown, used or over, or the session or the account is. */
export const findHandoff = async (db: Db, tokenHash: Buffer, now: Date): Promise<HandoffRow | undefined> => {
  const row = await db
    .selectFrom('handoffs as h')
    .innerJoin('sessions as s', 's.token_hash', 'h.session_hash')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['h.host', 'u.id', 'u.type', 's.expires_at'])
    .where('h.token_hash', '=', tokenHash)
    .where('h.expires_at', '>', now)
    .where('s.expires_at', '>', now)
    .where(sql<boolean>`s.last_seen_at + s.idle_seconds * interval '1 second' > ${now}`)
    .where('u.disabled', '=', false)
    .executeTakeFirst();
  return (
    row && { host: row.host, userId: row.id, type: (row.type ?? undefined) as AccountType, sessionEnd: row.expires_at }
  );
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
