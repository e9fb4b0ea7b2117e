import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { CallerRead } from '../platform/caller-read.ts';
import type { AccountType, SessionStart } from '../platform/deps.ts';
import type { SessionSeen } from '../platform/last-seen.ts';
import type { RowReader, Statement } from '../platform/row-reader.ts';

/** A session with the account it belongs to. */
export interface SessionRow {
  secret_hash: Buffer;
  last_seen_at: Date;
  expires_at: Date;
  idle_seconds: number;
  looked_at: Date | null;
  id: string;
  num: number;
  email: string;
  type: AccountType | null;
  disabled: boolean;
  paid: boolean;
  is_agency_user: boolean;
  second_step: boolean;
}

/**
 * Session, role and disabled flag in one read, with what the call shows of the account: what an account may do is never
 * older than this call.
 */
export const sessionStatement = (read?: CallerRead): Statement => ({
  name: `gate.session ${read?.name ?? ''}`,
  text: `select encode(s.token_hash, 'hex') as key, s.secret_hash, s.last_seen_at, s.expires_at, s.idle_seconds, s.looked_at,
           u.id, u.num, u.email, u.type, u.disabled, u.paid, u.is_agency_user, u.second_step${read ? `, ${read.columns}` : ''}
         from sessions s join users u on u.id = s.user_id ${read?.joins ?? ''}
          where s.token_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) as hash))`,
});

const session = sessionStatement();

/** The session of a token's hash, ended or not; undefined when there is none. */
export const findSession = (
  reader: RowReader,
  tokenHash: Buffer,
  statement = session,
): Promise<SessionRow | undefined> => reader.find<SessionRow>(statement, tokenHash.toString('hex'));

/**
 * Notes the use of sessions; one that has ended stays so.
 *
 * One statement for many, which waits for nobody: a row that somebody else holds is left out, because whoever is
 * there is seen again in a minute. Rows are taken in the order of their keys.
 */
export const storeSessionsSeen = async (db: Db, seen: readonly SessionSeen[]): Promise<void> => {
  await sql`
    with seen as (
      select * from unnest(${seen.map((of) => of.tokenHash)}::bytea[], ${seen.map((of) => of.at)}::timestamptz[],
                           ${seen.map((of) => of.network)}::text[]) as note (token_hash, at, network)
    ), held as (
      select token_hash from sessions where token_hash in (select token_hash from seen)
       order by token_hash for no key update skip locked
    )
    update sessions s set last_seen_at = greatest(s.last_seen_at, seen.at), network = seen.network
      from seen join held using (token_hash) where s.token_hash = held.token_hash`.execute(db);
};

/** A session as it begins. */
export interface NewSession {
  readonly id: string;
  readonly token_hash: Buffer;
  readonly secret_hash: Buffer;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly idle_seconds: number;
  readonly expires_at: Date;
  readonly client: string;
  readonly network: string;
}

/**
 * Stores a new session; false when the account is not what it was when it was let in. Another
 * password, type or second step is written to the account's row before the sessions are ended: `for share` waits for
 * such a change under way and looks at the row again, and one that comes later finds the session and ends it. In the
 * same way it finds out whether the session that this one is made from has just been ended.
 */
export const insertSession = async (db: Db, account: SessionStart, session: NewSession): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into sessions (id, token_hash, secret_hash, user_id, created_at, last_seen_at, idle_seconds, expires_at, client, network)
    select ${session.id}, ${session.token_hash}, ${session.secret_hash}, u.id, ${session.created_at}, ${session.last_seen_at},
           ${session.idle_seconds}, ${session.expires_at}, ${session.client}, ${session.network}
      from users u ${account.from ? sql`join sessions s on s.user_id = u.id and s.token_hash = ${account.from}` : sql``}
     where u.id = ${account.id} and u.password_hash = ${account.passwordHash} and u.second_step = ${account.secondStep}
       and u.type is not distinct from ${account.type ?? null} and not u.disabled
       for share`.execute(db);
  return numAffectedRows === 1n;
};

/** Ends a session. */
export const removeSession = async (db: Db, tokenHash: Buffer): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
};
