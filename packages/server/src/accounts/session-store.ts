import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A live session as its owner sees it. */
export interface SessionRow {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly client: string;
  readonly network: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Sessions that are shown at most. */
const SHOWN = 100;

/** The sessions of an account that still open something, the latest first. */
export const listSessions = (db: Db, userId: string, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'token_hash as tokenHash',
      'client',
      'network',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where(sql<Date>`last_seen_at + make_interval(secs => idle_seconds)`, '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();

/** A session that is gone. */
export interface EndedSession {
  readonly tokenHash: Buffer;
  readonly client: string;
  readonly network: string;
}

const ended = ['token_hash as tokenHash', 'client', 'network'] as const;

/** Ends one session of an account; undefined when it has no such session. */
export const removeSession = (trx: Db, { id, userId }: { id: string; userId: string }) =>
  trx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(ended)
    .executeTakeFirst() satisfies Promise<EndedSession | undefined>;

/** Ends every session of an account but one. */
export const removeOtherSessions = (
  trx: Db,
  { userId, keep }: { userId: string; keep: Buffer },
): Promise<EndedSession[]> =>
  trx.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '<>', keep).returning(ended).execute();
