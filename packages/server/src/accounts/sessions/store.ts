import { MOST_SESSIONS } from '@skyport/contract/sessions';
import { STEP_UP_ATTEMPTS } from '@skyport/contract/step-up';
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

/**
 * Counts one step-up attempt of a session; gives how many there were since the last right one, undefined when none is
 * left or the session is over. One statement, so that attempts at once are counted one by one.
 */
export const takeStepUpAttempt = async (db: Db, session: Buffer): Promise<number | undefined> => {
  const taken = await db
    .updateTable('sessions')
    .set({ look_tries: sql`look_tries + 1` })
    .where('token_hash', '=', session)
    .where('look_tries', '<', STEP_UP_ATTEMPTS)
    .returning('look_tries')
    .executeTakeFirst();
  return taken?.look_tries;
};

/** Takes an attempt back whose answer nobody checked. */
export const returnStepUpAttempt = async (db: Db, session: Buffer): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ look_tries: sql`look_tries - 1` })
    .where('token_hash', '=', session)
    .where('look_tries', '>', 0)
    .execute();
};

/** Notes that a session passed a step-up; false when it is over. */
export const noteStepUp = async (db: Db, session: Buffer, at: Date): Promise<boolean> => {
  const noted = await db
    .updateTable('sessions')
    .set({ looked_at: at, look_tries: 0 })
    .where('token_hash', '=', session)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
};

/** Whether a session is there still: it may have ended since the gate read it for this very call. */
export const sessionExists = async (db: Db, session: Buffer): Promise<boolean> => {
  const row = await db.selectFrom('sessions').select('id').where('token_hash', '=', session).executeTakeFirst();
  return row !== undefined;
};

/** Ends the session that a hash of the readable part names; false when it is over already. */
export const removeSessionOf = async (trx: Db, session: Buffer): Promise<boolean> => {
  const gone = await trx.deleteFrom('sessions').where('token_hash', '=', session).executeTakeFirst();
  return gone.numDeletedRows > 0n;
};

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
    .limit(MOST_SESSIONS)
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
